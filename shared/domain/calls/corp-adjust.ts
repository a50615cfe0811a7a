/** Corporate actions that change the levels of an open call, as `corp_adjust` events name them. */
export const ADJUSTING_ACTIONS = [
  'split',
  'consolidation',
  'bonus',
  'reduction',
  'rights',
  'special_dividend',
  'demerger',
  'scheme',
  'exchange_adjustment',
] as const;

export type AdjustingAction = (typeof ADJUSTING_ACTIONS)[number];

/** An offer of `given` new shares for each `held` at `price`, ₹, after a last close with the right, ₹: what the ratio of a right follows from. */
export interface RightsOffer {
  readonly given: number;
  readonly held: number;
  readonly price: number;
  readonly close: number;
}

/** The effect of one ex-date on prices: less `amount` ₹, which is paid on the old share, then divided by `ratio`. */
export interface Adjustment {
  readonly amount: number;
  readonly ratio: number;
}

/** As an event tells it; the amount is absent where none is taken off. */
export const adjustmentIn = ({ amount, ratio }: Readonly<Record<string, unknown>>): Adjustment => ({
  amount: typeof amount === 'number' ? amount : 0,
  ratio: ratio as number,
});

/** A price of before an ex-date after it, unrounded. A price that the amount would take away whole stays at a paisa. */
export const afterAdjustment = (price: number, { amount, ratio }: Adjustment): number =>
  amount > 0 ? Math.max(0.01, (price - amount) / ratio) : price / ratio;

/** The last close over the price of a share without the right, to 8 digits; 1 where nobody would pay more than the market asks. */
export const rightsRatio = ({ given, held, price, close }: RightsOffer): number =>
  price < close ? Number((close / ((close * held + price * given) / (held + given))).toFixed(8)) : 1;

/** Two ways of rounding the eighth digit. */
const LAST_DIGIT = 2e-8;

/** Whether an event that names the terms of a right has the ratio that follows from them. One that came with another action of its day has both in it. */
export function followsFromTerms({ ratio, rights, actions }: Readonly<Record<string, unknown>>): boolean {
  if (rights === undefined || Array.isArray(actions)) return true;
  const offer = rights as RightsOffer;
  return typeof offer === 'object' && offer !== null && Math.abs(rightsRatio(offer) - (ratio as number)) <= LAST_DIGIT;
}

/** The action in a `corp_adjust`, beside the numbers before and after. */
export interface AdjustmentPayload {
  readonly action: AdjustingAction;
  readonly actions?: readonly AdjustingAction[];
  readonly ex_date: string;
  readonly ratio: number;
  readonly amount?: number;
  readonly rights?: RightsOffer;
}

/** All actions of one ex-date as one event tells them: once for each ex-date levels change. */
export const adjustmentPayload = (
  ex_date: string,
  { actions, amount, ratio, rights }: Adjustment & { readonly actions: readonly AdjustingAction[]; readonly rights: RightsOffer | null },
): AdjustmentPayload => ({
  action: actions[0]!,
  ratio,
  ex_date,
  ...(actions.length > 1 && { actions }),
  ...(amount > 0 && { amount }),
  ...(rights && { rights }),
});

/** `special dividend`, `split and rights`: in a sentence. */
export const actionWords = (actions: readonly string[]): string => actions.map((action) => action.replaceAll('_', ' ')).join(' and ');
