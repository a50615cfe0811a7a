export type { Calls, ClosedCall, OpenCall } from './calls.ts';
export { type CallsParts, createCalls } from './create-calls.ts';
