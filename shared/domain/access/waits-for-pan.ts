import type { Caller } from './caller.ts';
import type { Capability, Things } from './capabilities.ts';
import { may } from './may.ts';

/** Whether the caller has paid for a right that their PAN alone keeps closed. What is locked then says so, and names no plan. */
export function waitsForPan<C extends Capability>(caller: Caller, capability: C, ...about: Things[C] extends undefined ? [] : [thing: Things[C]]): boolean {
  return caller.kyc_gate !== null && !may(caller, capability, ...about) && may({ ...caller, kyc_gate: null }, capability, ...about);
}
