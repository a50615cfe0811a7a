import type { NotJudgeable } from '../../../contract/calls/not-judgeable.ts';
import { correctionProblem, isCorrection, type Proposal, type Standing, standingAfter } from '../correction.ts';
import { isOpen } from '../record-rules.ts';
import { isUntraded } from '../untraded.ts';
import type { OptionState, OptionStateEvent } from './option-state.types.ts';

type Waiting = Pick<OptionState, 'status' | 'not_judgeable'>;

/** Prices of several legs are no one price: a correction of an option call says none. */
const unpriced = ({ status, not_judgeable }: Waiting) => ({ status, entry: null, exit: null, ...(not_judgeable && { not_judgeable }) });

/** An option call as a correction finds it. */
export const standingOfOption = ({ status }: Pick<OptionState, 'status'>): Standing => ({ status, entry: null, exit: null });

/** How it stands once a proposal holds. */
export const optionStandingAfter = (state: Waiting, proposal: Omit<Proposal, 'corrects'>): Standing => standingAfter(unpriced(state), proposal);

/** Why a proposal can't be made of an option call, in words for whoever makes it; null where it can. */
export function optionCorrectionProblem(types: readonly string[], state: Waiting, proposal: Proposal): string | null {
  if (types[proposal.corrects - 1] !== 'not_judgeable') return 'Of an option call only a wait can be settled.';
  if (proposal.decision !== 'go_on' && proposal.decision !== 'void') return 'An option call that waits can be resumed, or taken out.';
  return correctionProblem(types, unpriced(state), proposal);
}

type Said = Pick<OptionStateEvent, 'type' | 'payload'> & { readonly actor: string };

/**
 * Whether what an event says of a doubt can be: only prices doubt, by a cause with the numbers that it has, and never again what two people
 * have settled; and only what waits is judged again or settled. `types` are those of the events before it.
 */
export function isDoubtEvent(types: readonly string[], state: OptionState, said: Said): boolean {
  const held = state.not_judgeable;
  if (said.type === 'correction')
    return optionCorrectionProblem(types, state, said.payload as unknown as Proposal) === null && isCorrection(types, unpriced(state), said);
  if (said.actor !== 'engine' || !isOpen(state.status)) return false;
  if (said.type === 'judgeable') return held !== undefined;
  const { cause, day, before, opened } = said.payload as unknown as NotJudgeable;
  if (state.trusted_days?.includes(day) || (held?.cause === cause && held.day === day)) return false;
  if (cause !== 'price_step' && state.skipped_days?.includes(day)) return false;
  if (cause === 'missing_day') return before === null && opened === null;
  return cause === 'price_step' ? before !== null && opened !== null : isUntraded(cause) && opened === null;
}
