export type { Calls, ClosedCall, LiveCall, PublicCall } from './calls.ts';
export { type CallsDependencies, createCalls } from './create-calls.ts';
