/** Loaded before a process under the watchdog, as tools that watch or trace a server are. */
export const LOADED: boolean = true;
