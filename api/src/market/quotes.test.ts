import { istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import { expect, test } from 'vitest';
import type { Feed } from './feed/port.ts';
import type { DayBar, Listing } from './market.ts';
import { secondsOf } from './paths.ts';
import { Quotes } from './quotes.ts';

const listing = { symbol: 'TCS', kind: 'equity', fno: true } as Listing;
/** A day at a price, from which it is away by ten for the first minute only. */
const DAYS: Readonly<Record<string, number>> = { '2026-11-19': 100, '2026-11-20': 200 };
const feed = {
  source: 'simulated',
  session: (_symbol: string, day: string): DayBar | null => {
    const price = DAYS[day];
    return price === undefined ? null : { day, o: price, h: price + 10, l: price - 10, c: price, v: 1000, prev_close: price };
  },
} as unknown as Feed;

test('high and low so far are of the day that is shown, also where it was last asked for at an earlier hour of the day before', () => {
  const paths = new Map<string, Float64Array>();
  const quotes = new Quotes(feed, (_listing, session, { day, o }) => {
    const path = paths.get(day) ?? new Float64Array(secondsOf(session)).fill(o);
    if (!paths.has(day)) path.set([o + 10, o - 10], 10);
    paths.set(day, path);
    return path;
  });
  const rangeAt = (day: string, time: string) => {
    const { low, high } = quotes.quote(listing, istInstant(day, time))!;
    return [low, high];
  };
  expect(rangeAt('2026-11-19', '09:15')).toEqual([100, 100]);
  expect(rangeAt('2026-11-19', '10:00')).toEqual([90, 110]);
  expect(rangeAt('2026-11-20', '11:00')).toEqual([190, 210]);
  expect(rangeAt('2026-11-19', '12:00'), 'time that was set back').toEqual([90, 110]);
  expect(rangeAt('2026-11-19', '09:15')).toEqual([100, 100]);
});
