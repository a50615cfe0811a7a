export { mobileOf } from './demo/demo-broker.ts';
