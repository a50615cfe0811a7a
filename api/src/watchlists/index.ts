export { createWatchlists } from './create-watchlists.ts';
