/** What the views use of React, by preact. */
export { createContext } from 'preact';
export * from 'preact/hooks';
