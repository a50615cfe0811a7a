import { type RecordedCall, recordedCall } from '@vimarsh/shared/domain/calls/equity/shown-call.ts';
import type { EventBody, RecordedEvent } from '@vimarsh/shared/domain/calls/ledger.ts';
import { type RecordedOption, recordedOption } from '@vimarsh/shared/domain/calls/options/shown-option.ts';
import type { EventRow } from '../../ledger/index.ts';
import type { FollowedCall } from '../../performance/index.ts';

/** A call as its events give it, by the kinds whose results this file knows. `null`: of another kind, or one whose events can't be read. */
export type EndedCall =
  | { readonly kind: 'equity'; readonly shown: RecordedCall }
  | { readonly kind: 'options'; readonly shown: RecordedOption }
  | { readonly kind: 'other'; readonly shown: null };

export const bodiesOf = (events: readonly EventRow[]): RecordedEvent[] =>
  events.map(({ canonical, hash }) => ({ ...(JSON.parse(canonical) as EventBody), hash }));

export function endedCallOf(kind: string, bodies: readonly RecordedEvent[]): EndedCall {
  try {
    if (kind === 'equity') return { kind, shown: recordedCall(bodies) };
    if (kind === 'options') return { kind, shown: recordedOption(bodies) };
  } catch {
    // The proof of a damaged call goes out all the same.
  }
  return { kind: 'other', shown: null };
}

export const followedOf = ({ id, stock, entry_mode, published_at, entry_fill, exit, call_type, realised_return }: RecordedCall): FollowedCall => ({
  call: { id, stock, entry_mode, published_at: Date.parse(published_at) },
  record: { entry: fillOf(entry_fill), exit: fillOf(exit), call_type, realised_return },
});

const fillOf = (fill: { readonly price: number; readonly ts: string } | null) => fill && { price: fill.price, ts: Date.parse(fill.ts) };
