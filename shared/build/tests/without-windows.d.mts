/** Path of the Chromium without windows that was fetched, or null. */
export function fetchedWithoutWindows(folder?: string): string | null;
/** Fetches the one that fits the installed Chromium; null where there is no way. */
export function fetchWithoutWindows(folder?: string, installed?: string): string | null;
