import type { DayRange, Minute, Tick } from '../price-line.ts';

/**
 * Without a fixed band, as shares with derivatives and indices are, prices begin with 10 % either way, and the exchange moves that on by 5 % after 15
 * minutes at its end, twice, by 3 % after 30, twice, and then by 2 % after 60 (SEBI/HO/MRD/TPD-1/P/CIR/2024/58): no session reaches 35 %.
 */
const MOVING_REACH = 35;
/** The widest fixed band, %; of shares of which no list names one, too. */
const WIDEST_BAND = 20;
/** Bands are rounded to the tick, and no base is more exact than a paisa, ₹. */
const ROUNDED = 0.05;
/** No split, bonus or consolidation changes a price by more than this, so what a broker calls the close before is none. */
const MOST_CHANGED = 100;
/** The store holds paise as 32 bits. */
const HIGHEST = 2 ** 31 / 100 - 1;

/** Where prices of a symbol can be on a day. */
export class PriceBounds {
  readonly #reach: number;
  readonly #references: readonly number[];

  /**
   * `band`: % either side, null where no list names one. `base`: the close before by our own record. `told`: the broker's; on the day of a split
   * the two may differ, and prices near either can be. `open`: the day's own first price, where it was taken.
   */
  constructor(of: {
    readonly fno: boolean;
    readonly band?: number | undefined;
    readonly base: number | null;
    readonly told: number | null;
    readonly open: number | null;
  }) {
    this.#reach = of.fno ? MOVING_REACH : (of.band ?? WIDEST_BAND);
    const { base, open } = of;
    const told = of.told !== null && of.told > 0 && (base === null || isNear(of.told, base, MOST_CHANGED)) ? of.told : null;
    const before = [base, told].filter((each) => each !== null);
    // The first price of a day says where it is if nothing before it does.
    this.#references = open !== null && !before.some((each) => this.#isAround(open, each)) ? [...before, open] : before;
  }

  /** Whether a price can be one; any is that may be the first of all. */
  holds(price: number): boolean {
    if (!(price > 0 && price <= HIGHEST)) return false;
    return this.#references.length === 0 || this.#references.some((each) => this.#isAround(price, each));
  }

  #isAround(price: number, reference: number): boolean {
    const reach = (reference * this.#reach) / 100 + ROUNDED;
    return price >= reference - reach && price <= reference + reach;
  }
}

/** Whether a price may follow another over a split or bonus. */
export const mayFollow = (price: number, before: number): boolean => isNear(price, before, MOST_CHANGED);

const isNear = (one: number, other: number, most: number): boolean => one > 0 && other > 0 && one <= other * most && one >= other / most;

/** The day so far where a broker tells one: before the first trade its numbers are 0, or -1. */
export function daySoFarOf({ day }: Tick): DayRange | null {
  return day && day.low > 0 && day.open >= day.low && day.open <= day.high ? day : null;
}

/** Whether the numbers of a candle can be those of one. */
export function isCandle({ open, high, low, close, volume }: Minute): boolean {
  return (
    [open, high, low, close].every((price) => Number.isFinite(price) && price > 0) &&
    low <= Math.min(open, close) &&
    high >= Math.max(open, close) &&
    volume >= 0
  );
}
