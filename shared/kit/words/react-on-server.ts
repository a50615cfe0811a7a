/** React as screens see it on the server: what follows a browser is read once, as it stands while the screen is drawn. */
// @ts-expect-error The types say that React is one value; its package has a name for each part.
export * from 'react';
export const useSyncExternalStore = <T>(_subscribe: (listener: () => void) => () => void, now: () => T): T => now();
