import { sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import { expect, test } from 'vitest';
import type { DayBar } from '../market.ts';
import { secondAt, secondsOf } from '../session-seconds.ts';
import { RunningDays } from './running-day.ts';

/** A day at a price, from which it is away by ten for a few seconds of the first minute only. */
const DAYS: Readonly<Record<string, number>> = { '2026-11-19': 100, '2026-11-20': 200 };
const PATHS = new Map(
  Object.entries(DAYS).map(([day, price]) => {
    const path = new Float64Array(secondsOf(sessionOf(day, true)!)).fill(price);
    path.set([price + 10, price - 10], 10);
    return [day, path];
  }),
);

test('high and low so far are of the day that is shown, also where it was last asked for at an earlier hour of the day before', () => {
  const days = new RunningDays();
  const rangeAt = (day: string, time: string) => {
    const session = sessionOf(day, true)!;
    const price = DAYS[day]!;
    const bar: DayBar = { day, o: price, h: price + 10, l: price - 10, c: price, v: 1000, prev_close: price };
    const { l, h } = days.at('TCS', PATHS.get(day)!, session, bar, secondAt(session, new Date(`${day}T${time}:00+05:30`)));
    return [l, h];
  };
  expect(rangeAt('2026-11-19', '09:15')).toEqual([100, 100]);
  expect(rangeAt('2026-11-19', '10:00')).toEqual([90, 110]);
  expect(rangeAt('2026-11-20', '11:00')).toEqual([190, 210]);
  expect(rangeAt('2026-11-19', '12:00'), 'time that was set back').toEqual([90, 110]);
  expect(rangeAt('2026-11-19', '09:15')).toEqual([100, 100]);
});
