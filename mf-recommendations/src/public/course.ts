import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import type { Candle } from '@vimarsh/shared/contract/market/types.ts';
import { lasted } from './featured.ts';

/** Shorter calls are watched by the minute. */
const BY_DAY_MS = 4 * 86_400_000;
export const isByDay = (call: Call): boolean => lasted(call) >= BY_DAY_MS;

/** Fewer prices are no course that one could watch, more are more than one can see. */
const [FEWEST, MOST] = [3, 40];

/** A price of the course, ₹, at an instant. */
export interface Moment {
  readonly price: number;
  readonly t: string;
}

/** A call's course: the entry, what candles close at in between, the exit. Empty where it is too short to be watched. */
export function courseOf({ entry_fill, exit }: Pick<Call, 'entry_fill' | 'exit'>, candles: readonly Candle[]): Moment[] {
  if (!entry_fill || !exit) return [];
  const between = candles.filter(({ t }) => t > entry_fill.ts && t < exit.ts).map(({ c, t }) => ({ price: c, t }));
  const step = Math.ceil(between.length / MOST);
  const course = [{ price: entry_fill.price, t: entry_fill.ts }, ...between.filter((_, at) => at % step === 0), { price: exit.price, t: exit.ts }];
  return course.length < FEWEST ? [] : course;
}
