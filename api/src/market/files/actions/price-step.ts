import type { CorporateAction } from '../../instruments/actions/corporate-action.ts';
import { priceAfter } from '../../instruments/actions/effects.ts';

/**
 * NSE stops a share at 20 % from its last close in a day, less for most; those with derivatives have no fixed stop, but hardly ever open
 * further away. In real files of 57 days and some 2,000 shares, 23 opened beyond: 19 splits, bonuses and demergers, three after days
 * without a trade or a file, and one fund.
 */
const BAND = 0.205;

export interface Step {
  /** The last close before, ₹. */
  readonly before: number;
  /** ₹ */
  readonly opened: number;
}

/** Whether a day's open lies where no trading takes it, seen from the last close less what that day's actions took from it. */
export function isUnexplained({ before, opened }: Step, actions: readonly CorporateAction[]): boolean {
  return !(Math.abs(opened / (actions.length === 0 ? before : priceAfter(before, actions)) - 1) <= BAND);
}

/** Whether an open says that an action of its day did not happen: it is explained without it, and not with it. */
export const isContradicted = (step: Step, actions: readonly CorporateAction[], doubted: CorporateAction): boolean =>
  isUnexplained(step, actions) &&
  !isUnexplained(
    step,
    actions.filter((action) => action !== doubted),
  );
