import { AUDIENCES } from './audiences.ts';
import type { Caller } from './caller.ts';
import { CAPABILITIES, type Capability, type Right, type Things } from './capabilities.ts';

type About<C extends Capability> = Things[C] extends undefined ? [] : [thing: Things[C]];

/** Whether the caller has a right, for a thing where the right depends on one. Server and screens ask this. */
export function may<C extends Capability>(caller: Caller, capability: C, ...[thing]: About<C>): boolean {
  const entry = CAPABILITIES[capability];
  const right: Right<Things[C]> = typeof entry === 'function' ? entry(thing as Things[C]) : entry;
  return right.to.some((audience) => AUDIENCES[audience](caller)) && (right.when?.(caller, thing as Things[C]) ?? true);
}
