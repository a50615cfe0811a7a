import { type AdjustingAction, adjustmentPayload, afterAdjustment, type RightsOffer, rightsRatio } from '@vimarsh/shared/domain/calls/corp-adjust.ts';
import { toPaise } from '@vimarsh/shared/domain/money/paise.ts';

/** An entered call of before the ex-date, ₹. */
const BEFORE = { entry_low: 1012.35, entry_high: 1018.4, target: 1105.55, stop_loss: 965.1, entry: 1015.25 };

const RIGHT: RightsOffer = { given: 1, held: 4, price: 700, close: 1015.25 };
const DEAR: RightsOffer = { given: 1, held: 4, price: 1020, close: 1015.25 };

interface Action {
  readonly what: string;
  readonly actions: readonly AdjustingAction[];
  readonly ratio: number;
  readonly amount?: number;
  readonly rights?: RightsOffer;
}

const ACTIONS: readonly Action[] = [
  { what: 'a split of one into five', actions: ['split'], ratio: 5 },
  { what: 'a consolidation of ten into one', actions: ['consolidation'], ratio: 0.1 },
  { what: 'a bonus of three for two', actions: ['bonus'], ratio: 2.5 },
  { what: 'a capital reduction that leaves two shares of five', actions: ['reduction'], ratio: 0.4 },
  { what: 'a right of one for four at ₹700', actions: ['rights'], ratio: rightsRatio(RIGHT), rights: RIGHT },
  { what: 'a right that costs more than the share: nothing changes', actions: ['rights'], ratio: rightsRatio(DEAR), rights: DEAR },
  { what: 'a special dividend of ₹45.50', actions: ['special_dividend'], ratio: 1, amount: 45.5 },
  { what: 'a demerger by the amount that the exchange published', actions: ['demerger'], ratio: 1, amount: 312.65 },
  { what: 'a scheme by the ratio that the exchange published', actions: ['scheme'], ratio: 1.08 },
  { what: 'a split and a special dividend of one day: the amount first', actions: ['split', 'special_dividend'], ratio: 5, amount: 45.5 },
  { what: 'a right beside a bonus: its terms alone do not give the ratio', actions: ['bonus', 'rights'], ratio: 2 * rightsRatio(RIGHT), rights: RIGHT },
  { what: 'an amount that would take a level away leaves a paisa', actions: ['exchange_adjustment'], ratio: 1, amount: 1000 },
];

/** A `corp_adjust` of each kind, as it stands in an event's payload. */
export const actionVectors = () =>
  ACTIONS.map(({ what, actions, ratio, amount = 0, rights = null }) => {
    const after = Object.fromEntries(Object.entries(BEFORE).map(([level, price]) => [level, toPaise(afterAdjustment(price, { amount, ratio }))]));
    return { what, payload: { ...adjustmentPayload('2026-11-20', { actions, amount, ratio, rights }), before: BEFORE, after } };
  });
