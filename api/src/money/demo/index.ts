export { createDemoBank } from './demo-bank.ts';
