import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import type { Candle } from '@vimarsh/shared/contract/market/types.ts';
import { daysTo } from '@vimarsh/shared/domain/market/days-to.ts';
import { istDay } from '@vimarsh/shared/domain/market/ist-day.ts';

/** ms from entry to end; −1 without an entry. */
const lasted = ({ entry_fill, ended_at }: Call): number => (entry_fill && ended_at ? Date.parse(ended_at) - Date.parse(entry_fill.ts) : -1);

/** Shorter calls are watched by the minute. */
const DAY_MS = 86_400_000;
const BY_DAY_MS = 4 * DAY_MS;
export const isByDay = (call: Call): boolean => lasted(call) >= BY_DAY_MS;
const MINUTES_MS = 5 * 60_000;

/** Fewer prices are no course that one could watch, more are more than one can see. */
const [FEWEST, MOST] = [3, 40];

/** A price of the course, ₹, at an instant. */
export interface Moment {
  readonly price: number;
  readonly t: string;
}

/** A call's course: the entry, what candles close at in between, the exit. Empty where it is too short to be watched. */
export function courseOf({ entry_fill, exit }: Pick<Call, 'entry_fill' | 'exit'>, candles: readonly Candle[], byDay: boolean): Moment[] {
  if (!entry_fill || !exit) return [];
  const last = Date.parse(exit.ts) - (byDay ? DAY_MS : MINUTES_MS);
  // Those that began after the entry and were over by the exit: the close of any other is a price from before or after the call.
  const between = candles.filter(({ t }) => t > entry_fill.ts && Date.parse(t) <= last).map(({ c, t }) => ({ price: c, t }));
  const step = Math.ceil(between.length / MOST);
  const course = [{ price: entry_fill.price, t: entry_fill.ts }, ...between.filter((_, at) => at % step === 0), { price: exit.price, t: exit.ts }];
  return course.length < FEWEST ? [] : course;
}

/** Which day of its course a moment is, by the calendar in India: the day of the entry is the first. */
export const dayNumber = (from: string, t: string): number => daysTo(istDay(new Date(t)), new Date(from)) + 1;
