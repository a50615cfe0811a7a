/** All kinds of call. A new one is a folder beside `equity/` and one line here. Kinds never import each other. */
export { createEquity as equity } from './equity/index.ts';
export { createOptions as options } from './options/index.ts';
