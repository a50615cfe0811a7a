import type { EventType } from '../../../contract/calls/types.ts';
import type { PriceBar } from './lifecycle.ts';

/** The version of the rules in `lifecycle.ts` by which bars are read. Another rule is another number, so that old closings are judged by theirs. */
export const RULES = 1;

/** Events that a price fills or ends a call with. */
export const PRICED: readonly EventType[] = ['entry_fill', 'target_hit', 'sl_hit', 'exited', 'expired'];

/** A price bar as the record holds it: instants UTC, prices as texts of ₹ with two decimals, as they traded then. */
export interface RecordedBar {
  readonly symbol: string;
  readonly interval: 'second' | 'minute' | 'day';
  readonly from: string;
  readonly to: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
}

const digits = (price: number): string => price.toFixed(2);

/** A bar as it goes into the record. */
export const recordBar = (symbol: string, { start, end, o, h, l, c, resolution }: PriceBar): RecordedBar => ({
  symbol,
  interval: resolution,
  from: start.toISOString(),
  to: end.toISOString(),
  open: digits(o),
  high: digits(h),
  low: digits(l),
  close: digits(c),
});

const PRICE = /^\d+\.\d\d$/;
const isInstant = (text: unknown): text is string => typeof text === 'string' && !Number.isNaN(Date.parse(text));

/** The bar of an event's payload; null for a payload without one. Throws for something else in its place. */
export function readBar({ bar }: Readonly<Record<string, unknown>>): (PriceBar & { readonly symbol: string }) | null {
  if (bar === undefined) return null;
  const { symbol, interval, from, to, open, high, low, close } = bar as RecordedBar;
  const prices = [open, high, low, close];
  if (typeof symbol !== 'string' || !isInstant(from) || !isInstant(to) || !prices.every((price) => typeof price === 'string' && PRICE.test(price)))
    throw new Error('The bar can’t be read');
  const [o, h, l, c] = prices.map(Number) as [number, number, number, number];
  return { symbol, start: new Date(from), end: new Date(to), o, h, l, c, resolution: interval };
}
