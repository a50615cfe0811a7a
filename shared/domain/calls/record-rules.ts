import type { CallStatus } from '../../contract/calls/types.ts';

/** Who learns of a call or of its end can't act on it sooner. */
export const FOLLOWER_DELAY_MS = 60_000;
/** An exit requested sooner than this after the entry waits until then. */
export const MIN_HOLD_MS = 5 * 60_000;
/** Below this many closed calls nothing is summarised (product C.2). */
export const MIN_SAMPLE = 10;
/** Below this many a summary is of few calls: it says so, and no score of it is high. */
export const THIN_SAMPLE = 20;

export const isOpen = (status: CallStatus): boolean => status === 'awaiting_entry' || status === 'active' || status === 'suspended_open';

interface Told {
  readonly ts: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** When an event happened, ms: what prices did and became known only after a daily root carries its own time beside that of the record. */
export const happenedAt = ({ ts, payload }: Told): number => Date.parse(typeof payload.at === 'string' ? payload.at : ts);

/** An open call after its author lost the right to publish, or has it again. It still closes by its levels. */
export function flagged<State extends { readonly status: CallStatus; readonly frozen: boolean }>(state: State, flag: unknown): State {
  const frozen = flag === 'expert_suspended' ? true : flag === 'expert_restored' ? false : state.frozen;
  return { ...state, frozen, status: state.status === 'awaiting_entry' ? state.status : frozen ? 'suspended_open' : 'active' };
}
