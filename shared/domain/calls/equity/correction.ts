import type { NotJudgeable } from '../../../contract/calls/not-judgeable.ts';
import type { Standing } from '../correction.ts';
import { isUntraded } from '../untraded.ts';
import type { CallState, StateEvent } from './call-state.types.ts';

/** What a corrected exit is shown with. */
export const CORRECTED = 'Corrected by two people; the reason is in the timeline';

/** The call after a `correction` of its record. It changes a call that has ended as well; the event it corrects stays. */
export function corrected(state: CallState, payload: StateEvent['payload'], ts: number): CallState {
  const { not_judgeable, ...judged } = state;
  if (payload.decision === 'go_on') {
    const day = String(payload.day);
    // Earlier records name no cause.
    const cause = payload.cause as NotJudgeable['cause'] | undefined;
    if (cause === 'missing_day') return { ...judged, skipped_days: [...(state.skipped_days ?? []), day] };
    // Nobody has seen a price of that day. One that a later file shows may step.
    if (isUntraded(cause)) return { ...judged, untraded_days: [...(state.untraded_days ?? []), day] };
    return { ...judged, trusted_days: [...(state.trusted_days ?? []), day] };
  }
  const { status, entry, exit } = payload.after as Standing;
  return {
    ...(payload.decision === 'entry' ? state : judged),
    status,
    entry: state.entry && entry !== null ? { ...state.entry, price: entry } : state.entry,
    exit:
      exit === null ? null : exit === state.exit?.price && status === state.status ? state.exit : { price: exit, ts: state.exit?.ts ?? ts, reason: CORRECTED },
  };
}
