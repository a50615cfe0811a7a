/**
 * All kinds of call. A new one is a folder beside `equity/` and one line here: the function that creates it, and as a property of it the
 * `kind`, for who only judges. Kinds never import each other.
 */
export { createEquity as equity } from './equity/index.ts';
export { createOptions as options } from './options/index.ts';
