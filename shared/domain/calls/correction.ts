import type { NotJudgeable } from '../../contract/calls/not-judgeable.ts';
import type { CallStatus } from '../../contract/calls/types.ts';
import { canonicalJson } from './ledger.ts';

/** What two people may decide of a call: judge on in spite of a doubt, another entry price, another end, or that it counts for nothing. */
export const DECISIONS = ['go_on', 'entry', 'end', 'void'] as const;
export type CorrectionDecision = (typeof DECISIONS)[number];

export const CORRECTABLE_ENDS = ['target_hit', 'sl_hit', 'exited', 'expired'] as const;
export type End = (typeof CORRECTABLE_ENDS)[number];

/** What is corrected: an event of the call (`corrects`, counted from 1), and what takes its place. `price` ₹, for an entry or an end. */
export interface Proposal {
  readonly corrects: number;
  readonly decision: CorrectionDecision;
  readonly outcome: End | null;
  readonly price: number | null;
}

/** A call as a correction finds or leaves it: prices in ₹, null where there is none. */
export interface Standing {
  readonly status: CallStatus;
  readonly entry: number | null;
  readonly exit: number | null;
}

/** What of a call decides how it can be corrected, whatever its kind. */
interface Corrected {
  readonly status: CallStatus;
  readonly entry: { readonly price: number } | null;
  readonly exit: { readonly price: number } | null;
  readonly not_judgeable?: NotJudgeable;
}

export const standingOf = ({ status, entry, exit }: Pick<Corrected, 'status' | 'entry' | 'exit'>): Standing => ({
  status,
  entry: entry?.price ?? null,
  exit: exit?.price ?? null,
});

/** How the call stands once a proposal holds. */
export function standingAfter(state: Corrected, { decision, outcome, price }: Omit<Proposal, 'corrects'>): Standing {
  const now = standingOf(state);
  if (decision === 'entry') return { ...now, entry: price };
  if (decision === 'end') return { ...now, status: outcome ?? now.status, exit: price };
  return decision === 'void' ? { ...now, status: 'cancelled', exit: null } : now;
}

/** Why a proposal can't be made of this call, in words for whoever makes it; null where it can. */
export function correctionProblem(types: readonly string[], state: Corrected, proposal: Proposal): string | null {
  const { corrects, decision, outcome, price } = proposal;
  const type = types[corrects - 1];
  const waits = type === 'not_judgeable';
  if (type === undefined) return `This call has no event ${corrects}.`;
  if (!waits && type !== 'entry_fill' && !CORRECTABLE_ENDS.includes(type as End)) return 'Only an entry, an end or a wait can be corrected.';
  if (waits && (!state.not_judgeable || types.lastIndexOf('not_judgeable') !== corrects - 1)) return 'The call no longer waits for this.';
  if (decision === 'go_on' && (!waits || state.status === 'unjudged')) return 'Only a waiting call can be resumed.';
  if (decision === 'entry' && type !== 'entry_fill') return 'Another entry price corrects the event of the entry.';
  if (decision === 'end' && type === 'entry_fill') return 'Another end corrects the event of the end.';
  if (decision === 'end' && !state.entry) return 'The call was never entered, so it has no end.';
  if (decision === 'end' && outcome === null) return 'Say how the call ended.';
  if ((decision === 'entry' || decision === 'end') && price === null) return 'Enter the price.';
  if (decision !== 'go_on' && canonicalJson(standingAfter(state, proposal)) === canonicalJson(standingOf(state))) return 'The record says so already.';
  return null;
}

/**
 * Whether a `correction` event is one: two different people, an earlier event that can be corrected so, and both numbers as the record
 * gives them. `types` are those of the events before it.
 */
export function isCorrection(
  types: readonly string[],
  state: Corrected,
  { payload, actor }: { readonly payload: Readonly<Record<string, unknown>>; readonly actor: string },
): boolean {
  const {
    corrects,
    decision,
    outcome = null,
    price = null,
    day,
    cause = state.not_judgeable?.cause,
    before,
    after,
    reason,
    proposed_by,
    approved_by,
  } = payload;
  const proposal = { corrects, decision, outcome, price } as Proposal;
  return (
    DECISIONS.includes(proposal.decision) &&
    typeof proposed_by === 'string' &&
    proposed_by !== approved_by &&
    approved_by === actor &&
    typeof reason === 'string' &&
    correctionProblem(types, state, proposal) === null &&
    (proposal.decision !== 'go_on' || (day === state.not_judgeable?.day && cause === state.not_judgeable?.cause)) &&
    canonicalJson(before ?? null) === canonicalJson(standingOf(state)) &&
    canonicalJson(after ?? null) === canonicalJson(standingAfter(state, proposal))
  );
}
