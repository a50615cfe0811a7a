import type { OptionPublishPayload } from '@vimarsh/shared/contract/calls/options/payloads.ts';
import {
  LEG_TYPES,
  LEVEL_BASES,
  type OptionCall,
  type OptionEventType,
  type OptionLeg,
  optionCall,
  optionLeg,
  UNDERLYING_TYPES,
} from '@vimarsh/shared/contract/calls/options/types.ts';
import { CALL_STATUSES } from '@vimarsh/shared/contract/calls/types.ts';
import type { EventBody } from '@vimarsh/shared/domain/calls/ledger.ts';
import type { OptionState, OptionStateEvent } from '@vimarsh/shared/domain/calls/options/option-state.ts';
import { damageOf } from '@vimarsh/shared/domain/calls/options/record-form.ts';
import * as z from 'zod/mini';
import { damaged, firstIssue, flag, manyOf, notJudgeable, number, oneOf, optional, orNull, parsed, shape, stateDoor, text } from '../reading/damage.ts';
import type { OptionRow } from './tables.ts';

/* The door at which what is stored of an option call comes in: signed payloads, and the JSON in its row. */

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
  return read.success ? read.data : damaged(id, 'Its row', firstIssue(read.error.issues));
}

const fills = manyOf(shape({ price: number, mid: orNull(number) }));

/** A row's state, as the kind wrote it. */
export const readState = stateDoor<OptionState>({
  id: text,
  stock: text,
  underlying_type: oneOf(UNDERLYING_TYPES),
  legs: manyOf(shape({ side: oneOf(['buy', 'sell']), type: oneOf(LEG_TYPES), strike: number, expiry: text, lots: number }), 1),
  lot_size: number,
  mids: manyOf(number),
  level_basis: oneOf(LEVEL_BASES),
  target: number,
  stops: manyOf(shape({ from: number, level: number }), 1),
  net_limit: orNull(number),
  margin_est: number,
  max_loss: orNull(number),
  status: oneOf(CALL_STATUSES),
  published_at: number,
  entry_until: number,
  expires_at: number,
  settles: flag,
  entry: orNull(shape({ ts: number, spot: number, legs: fills })),
  closing: orNull(
    shape({
      as: oneOf(['target_hit', 'sl_hit', 'exited', 'expired']),
      basis: oneOf(['level', 'gap', 'both', 'request']),
      ts: number,
      mids: manyOf(orNull(number)),
    }),
  ),
  exit: orNull(shape({ ts: number, reason: text, settlement: orNull(text), legs: fills })),
  exit_request: orNull(shape({ ts: number, reason: text })),
  stale: orNull(shape({ since: number, legs: manyOf(number) })),
  looked_at: number,
  adjusted_on: manyOf(text),
  frozen: flag,
  post_mortem: flag,
  not_judgeable: optional(notJudgeable),
  trusted_days: optional(manyOf(text)),
  skipped_days: optional(manyOf(text)),
});
