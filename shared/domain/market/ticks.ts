/**
 * Ticks of NSE stocks by price, valid from a date on (product 0.3). Steps are whole paise, so that rounding never leaves the
 * grid. The exchange determines the tick from a reference price, not from each trade: pass the previous close.
 */
interface TickRule {
  readonly from: string;
  /** Rows `[price ₹ below or up to which the step applies, step in paise]`, ascending. The last row is open-ended. */
  readonly steps: readonly (readonly [number, number])[];
}

const TICK_RULES: readonly TickRule[] = [
  { from: '2010-01-01', steps: [[Number.POSITIVE_INFINITY, 5]] },
  {
    from: '2024-06-10',
    steps: [
      [250, 1],
      [Number.POSITIVE_INFINITY, 5],
    ],
  },
  {
    from: '2025-04-15',
    steps: [
      [250, 1],
      [1_000, 5],
      [5_000, 10],
      [10_000, 50],
      [20_000, 100],
      [Number.POSITIVE_INFINITY, 500],
    ],
  },
];

/** Indices move in steps of ₹0.05, whatever their level. */
export const INDEX_TICK = 0.05;

/** Premiums of options move in steps of ₹0.05, whatever the underlying. */
export const OPTION_TICK = 0.05;

/** Step in ₹ at a reference price (₹) on an IST date. Below 250 is strict; every later bound belongs to its row: 1,000 steps by 0.05. */
export function tickOf(price: number, day: string): number {
  const rule = TICK_RULES.findLast((row) => row.from <= day) ?? TICK_RULES[0]!;
  const [, paise] = rule.steps.find(([bound]) => (bound === 250 ? price < bound : price <= bound))!;
  return paise / 100;
}

const paiseOf = (tick: number): number => Math.round(tick * 100);

/** Whether a price (₹) is a whole number of ticks. */
export function isOnTick(price: number, tick: number): boolean {
  const paise = Math.round(price * 100);
  return Math.abs(price * 100 - paise) < 1e-6 && paise % paiseOf(tick) === 0;
}

/** The nearest price (₹) on the tick grid. `down` and `up` never pass the price. */
export function snapToTick(price: number, tick: number, direction: 'nearest' | 'down' | 'up' = 'nearest'): number {
  const step = paiseOf(tick);
  const ticks = (price * 100) / step;
  const whole = direction === 'down' ? Math.floor(ticks + 1e-9) : direction === 'up' ? Math.ceil(ticks - 1e-9) : Math.round(ticks);
  return (whole * step) / 100;
}

/** The nearest price (₹) that an order can have: at least one step. */
export const orderPriceNear = (price: number, tick: number): number => Math.max(tick, snapToTick(price, tick));

/** Price band around a previous close: `pct` either side, rounded inwards to the tick. ₹. */
export function priceBand(previousClose: number, pct: number, tick: number): { low: number; high: number } {
  return {
    low: snapToTick((previousClose * (100 - pct)) / 100, tick, 'up'),
    high: snapToTick((previousClose * (100 + pct)) / 100, tick, 'down'),
  };
}
