import type * as z from 'zod/mini';
import { OPTION_PAYLOADS } from '../../../contract/calls/options/payloads.ts';
import { OPTION_EVENT_TYPES, type OptionEventType } from '../../../contract/calls/options/types.ts';
import type { RecordedEvent } from '../ledger.ts';
import type { ClosingEvidence } from './lifecycle.ts';

type Written = Pick<RecordedEvent, 'type' | 'payload'>;

/** What of a signed event is not as its type has it, in a few words; null when nothing. `legs`: how many the call has, once it is published. */
export function damageOf({ type, payload }: Written, legs: number | null): string | null {
  if (!OPTION_EVENT_TYPES.some((known) => known === type)) return 'no event of an option call';
  const schema: z.ZodMiniType = OPTION_PAYLOADS[type as OptionEventType];
  const read = schema.safeParse(payload);
  if (!read.success) return `${read.error.issues[0]!.path.join('.') || 'it'} is not valid`;
  if (type === 'closing' && new Set(EVIDENCE.map((part) => part in payload)).size > 1) return 'a part of what decided it is missing';
  // Each leg has its own fill, and its own quote.
  for (const each of [payload.mids ?? payload.legs, payload.quotes])
    if (legs !== null && Array.isArray(each) && type !== 'publish' && type !== 'stale' && each.length !== legs)
      return `it is about ${each.length} legs of ${legs}`;
  return null;
}

/** What decided an end: all of it, or in older events none. */
const EVIDENCE = ['first', 'quotes', 'underlying'] satisfies (keyof ClosingEvidence)[];

/** The first damage of a call's events in the record's order, and where it is; null when all can be read. */
export function damageIn(events: readonly Written[]): string | null {
  const legs = events[0]?.payload.legs;
  for (const [index, event] of events.entries()) {
    const damage =
      (event.type === 'publish') !== (index === 0)
        ? 'a call begins with its publication, and has one'
        : damageOf(event, index > 0 && Array.isArray(legs) ? legs.length : null);
    if (damage) return `Event ${index + 1} (${event.type}): ${damage}`;
  }
  return null;
}
