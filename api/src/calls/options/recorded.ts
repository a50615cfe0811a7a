import type { OptionPublishPayload } from '@vimarsh/shared/contract/calls/options/payloads.ts';
import { type OptionCall, type OptionEventType, type OptionLeg, optionCall, optionLeg } from '@vimarsh/shared/contract/calls/options/types.ts';
import type { EventBody } from '@vimarsh/shared/domain/calls/ledger.ts';
import type { OptionState, OptionStateEvent } from '@vimarsh/shared/domain/calls/options/option-state.ts';
import { damageOf } from '@vimarsh/shared/domain/calls/options/record-form.ts';
import * as z from 'zod/mini';
import { Fail } from '../../platform/http/fail.ts';
import type { OptionRow } from './tables.ts';

/*
 * The door at which what is stored of an option call comes in: signed payloads, and the JSON in its row. What breaks its schema is refused
 * by CALL_DAMAGED with the place of the damage, and never by a TypeError halfway through a list.
 */

function damaged(call_id: string, where: string, what: string): never {
  throw new Fail('CALL_DAMAGED', { problems: [{ path: call_id, message: `${where}: ${what}` }] });
}

const told = ([issue]: readonly z.core.$ZodIssue[]): string => `${issue!.path.join('.') || 'it'} is not valid`;

/** An event by its type, as it was signed. `legs`: how many the call has, once it is published: each has its own fill. */
export function readOptionEvent({ call_id, type, ts, payload, n }: EventBody, legs: number | null): OptionStateEvent {
  const where = `Event ${n} (${type})`;
  const damage = damageOf({ type, payload }, legs);
  if (damage) damaged(call_id, where, damage);
  return { call_id, type: type as OptionEventType, ts, payload };
}

/** The events of a call in the record's order, the first of them its publication. */
export function readOptionEvents(call_id: string, events: readonly { readonly canonical: string }[]): { first: OptionPublishPayload; bodies: EventBody[] } {
  const bodies = events.map(({ canonical }, at) => parsed(call_id, `Event ${at + 1}`, canonical) as EventBody);
  const [first] = bodies;
  if (first?.type !== 'publish') damaged(call_id, 'Event 1', 'no publication');
  readOptionEvent(first, null);
  const publication = first.payload as OptionPublishPayload;
  for (const body of bodies.slice(1)) readOptionEvent(body, publication.legs.length);
  return { first: publication, bodies };
}

const storedParts = z.object({ legs: z.array(optionLeg).check(z.minLength(1)), breakevens: z.array(z.number()), stale: optionCall.shape.stale });

/** What a row keeps as JSON. */
export interface StoredParts {
  readonly legs: OptionLeg[];
  readonly breakevens: number[];
  readonly stale: OptionCall['stale'];
}

export function readParts({ id, legs, breakevens, stale }: Pick<OptionRow, 'id' | 'legs' | 'breakevens' | 'stale'>): StoredParts {
  const read = storedParts.safeParse({
    legs: parsed(id, 'legs', legs),
    breakevens: parsed(id, 'breakevens', breakevens),
    stale: stale === null ? null : parsed(id, 'stale', stale),
  });
  return read.success ? read.data : damaged(id, 'Its row', told(read.error.issues));
}

/** A row's state, as the kind wrote it. */
export const readState = ({ id, state }: Pick<OptionRow, 'id' | 'state'>): OptionState => parsed(id, 'state', state) as OptionState;

function parsed(call_id: string, where: string, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return damaged(call_id, where, 'it is cut off, or no JSON');
  }
}
