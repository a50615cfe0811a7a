export type { Calls, ClosedCall, OpenCall, PublicCall } from './calls.ts';
export { type CallsParts, createCalls } from './create-calls.ts';
