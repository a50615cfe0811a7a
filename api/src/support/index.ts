export { createSupport } from './create-support.ts';
