import * as z from 'zod/mini';
import { STRATEGIES } from '../calls/options/types.ts';
import { CALL_STATUSES, CALL_TYPES, EVENT_TYPES, lateAction } from '../calls/types.ts';
import { id, lines, price } from '../text.ts';

/**
 * What two people may decide of a call: judge on in spite of a doubt, another entry price, another end, or that it counts for nothing. `stands`: an
 * action that was listed after the end does not change it. That is no event of the record, since nothing of the call changes.
 */
export const decision = z.enum(['go_on', 'entry', 'end', 'void', 'stands']);

export type Decision = z.output<typeof decision>;

/** How a call stands: its state and its prices in ₹, null where there is none. */
export const standing = z.object({ status: z.enum(CALL_STATUSES), entry: z.nullable(z.number()), exit: z.nullable(z.number()) });

/** What an admin proposes. `corrects`: number of an event of the call, from 1. `outcome` and `price` (₹) as the decision needs them. */
export const proposal = z.object({
  call_id: id,
  corrects: z.int().check(z.gte(1), z.lte(10_000)),
  decision,
  outcome: z.nullable(z.enum(['target_hit', 'sl_hit', 'exited', 'expired'])),
  price: z.nullable(price),
  reason: lines(500, 20),
  /** What shows it: where the right price can be looked up. */
  evidence: lines(1000, 10),
  /** Hash of the file that shows it. */
  sha256: z.nullable(z.string().check(z.regex(/^[0-9a-f]{64}$/, 'A SHA-256 has 64 digits from 0 to 9 and a to f'))),
});

export type Proposed = z.output<typeof proposal>;

/** A correction on its way: by whom it can be approved, and what it changes. Times UTC. */
export const correction = z.extend(proposal, {
  id: z.string(),
  stock: z.string(),
  /** Null of an option call, which has its strategy instead. */
  call_type: z.nullable(z.enum(CALL_TYPES)),
  strategy: z.optional(z.nullable(z.enum(STRATEGIES))),
  event_type: z.enum(EVENT_TYPES),
  before: standing,
  after: standing,
  /** The reader proposed it and can't approve it. */
  mine: z.boolean(),
  proposed_at: z.string(),
  state: z.enum(['waiting', 'approved', 'refused']),
  decided_at: z.nullable(z.string()),
  /** The action that two people looked at; only of `stands`. */
  late_action: z.optional(z.nullable(lateAction)),
});

export type Correction = z.output<typeof correction>;
