export { createOptions } from './create-options.ts';
