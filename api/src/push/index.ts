export { createPush, type Push } from './create-push.ts';
