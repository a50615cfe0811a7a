export { createPush, type Push } from './create-push.ts';
export { pushSealing } from './key-pair.ts';
