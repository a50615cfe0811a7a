import { expect, test } from 'vitest';
import type { Bar } from '../../market/index.ts';
import { indexAt } from './index-at.ts';

const second = (start: string, c: number, resolution: Bar['resolution'] = 'second'): Bar => {
  const from = new Date(`2026-11-20T${start}Z`);
  return { start: from, end: new Date(from.getTime() + 1000), o: c - 1, h: c, l: c - 1, c, resolution } as Bar;
};
/** As the market gives them: those whose end lies in (from, to]. */
const marketOf = (bars: readonly Bar[]) => ({ bars: async (_symbol: string, from: Date, to: Date) => bars.filter(({ end }) => end > from && end <= to) });
const at = (time: string): number => Date.parse(`2026-11-20T${time}Z`);

// 15:15 IST is 09:45 UTC, 15:30 is 10:00.
const day = marketOf([second('03:45:00', 24_000), second('09:44:58', 24_100), second('09:44:59', 24_110)]);

test('a call that ends at 15:30 is held against the index’s last price of the day, which is of 15:15', async () => {
  expect(await indexAt(day, at('10:00:00'))).toBe(24_110);
  expect(await indexAt(day, at('09:44:59'))).toBe(24_100);
  expect(await indexAt(day, at('09:45:00'))).toBe(24_110);
});

test('a second without a price has the one before it, however long ago that was', async () => {
  expect(await indexAt(day, at('09:30:00'))).toBe(24_000);
});

test('at the open it is the price the index opened at, and never one of another day', async () => {
  expect(await indexAt(day, at('03:45:00'))).toBe(23_999);
  const before = marketOf([{ ...second('03:45:00', 24_000), start: new Date('2026-11-19T09:44:59Z'), end: new Date('2026-11-19T09:45:00Z') }]);
  expect(await indexAt(before, at('10:00:00'))).toBeNull();
});

test('a day’s bar tells no second', async () => {
  expect(await indexAt(marketOf([{ ...second('09:59:59', 24_000), resolution: 'day' } as Bar]), at('10:00:00'))).toBeNull();
});
