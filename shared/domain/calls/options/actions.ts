import { type AdjustingAction, type Adjustment, actionWords, adjustmentPayload, type RightsOffer } from '../corp-adjust.ts';
import { isOpen } from '../record-rules.ts';
import { BAN_REASON } from './lifecycle.ts';
import { applyOptionEvent, currentStop, type OptionState, type OptionStateEvent } from './option-state.ts';

/** Adjustments of a contract while a call is open: one for each ex-date, with everything the exchange does to it. */
export type ContractAction =
  | (Adjustment & { readonly type: 'adjustment'; readonly day: string; readonly actions: readonly AdjustingAction[]; readonly rights: RightsOffer | null })
  | { readonly type: 'dividend' | 'halt'; readonly day: string }
  | { readonly type: 'ban'; readonly day: string }
  | { readonly type: 'lot'; readonly day: string; readonly lot: number };

export interface Consequence {
  readonly events: readonly OptionStateEvent[];
  /** For who asks why: one sentence. */
  readonly because: string;
}

/** What an action does to a call before the session of its day; `ts` is that morning, UTC. Pure. */
export function consequenceOf(action: ContractAction, state: OptionState, ts: string): Consequence {
  const none = (because: string): Consequence => ({ events: [], because });
  if (!isOpen(state.status)) return none('The call has ended.');
  const waits = state.status === 'awaiting_entry';
  const cancelled = (reason: string): Consequence => ({ events: [{ call_id: state.id, type: 'cancelled', ts, payload: { reason } }], because: `${reason}.` });
  switch (action.type) {
    case 'adjustment': {
      if (state.adjusted_on.includes(action.day)) return none('The call was adjusted already.');
      if (waits) return cancelled(`Corporate action: ${actionWords(action.actions)}`);
      const event = { call_id: state.id, type: 'corp_adjust' as const, ts };
      const payload = { ...adjustmentPayload(action.day, action) };
      const after = applyOptionEvent(state, { ...event, payload });
      return {
        events: [{ ...event, payload: { ...payload, before: termsIn(state), after: termsIn(after) } }],
        because: `The exchange ${strikesBecome(action)}, so that the contract is worth what it was.`,
      };
    }
    case 'halt':
      return waits ? cancelled('Trading halted') : none('Without quotes nothing closes the call; it goes on when they are back.');
    case 'ban':
      return waits ? cancelled(BAN_REASON) : none('The ban allows positions to be closed, so an open call goes on by its levels.');
    case 'lot':
      return none(`The call keeps the lot of ${state.lot_size} it was published with; a new lot is for contracts listed after it.`);
    case 'dividend':
      return none('An ordinary dividend does not change a contract.');
  }
}

function strikesBecome({ amount, ratio }: Adjustment): string {
  const divided = `divides the strikes by ${Math.round(ratio * 10_000) / 10_000}, to the nearest 5 paise, and multiplies the lot by it, to whole shares`;
  if (amount === 0) return divided;
  return ratio === 1 ? `takes ₹${amount} off the strikes` : `takes ₹${amount} off the strikes, ${divided}`;
}

/** Both numbers of everything the adjustment changes: a reader should not have to divide. */
const termsIn = (state: OptionState) => ({
  strikes: state.legs.map(({ strike }) => strike),
  lot_size: state.lot_size,
  target: state.target,
  stop_loss: currentStop(state),
  ...(state.entry && { entries: state.entry.legs.map(({ price }) => price) }),
});
