import fc from 'fast-check';
import { expect, test } from 'vitest';
import { intradayPath, type PathRequest, volumeShare } from './intraday-path.ts';
import { isOnTick } from './ticks.ts';

/** Any day on any grid: high and low in ticks, open and close anywhere between them, degenerate days included. */
const request: fc.Arbitrary<PathRequest> = fc
  .record({
    seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    symbol: fc.constantFrom('RELIANCE', 'M&M', 'BAJAJ-AUTO'),
    day: fc.constantFrom('2026-03-02', '2026-11-19'),
    tick: fc.constantFrom(0.01, 0.05, 0.1, 0.5, 1, 5),
    low: fc.integer({ min: 1, max: 200_000 }),
    range: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 5_000 })),
    open: fc.double({ min: 0, max: 1, noNaN: true }),
    close: fc.double({ min: 0, max: 1, noNaN: true }),
    seconds: fc.oneof(fc.integer({ min: 4, max: 60 }), fc.constantFrom(3_600, 21_600, 22_500)),
  })
  .map(({ low, range, open, close, tick, ...rest }) => {
    const step = Math.round(tick * 100);
    const price = (ticks: number): number => (ticks * step) / 100;
    return {
      ...rest,
      tick,
      ohlc: { l: price(low), h: price(low + range), o: price(low + Math.round(range * open)), c: price(low + Math.round(range * close)) },
    };
  });

test('a path starts at the open, ends at the close, touches high and low exactly, never leaves them, and stays on the grid', () => {
  fc.assert(
    fc.property(request, (day) => {
      const path = intradayPath(day);
      expect(path.length).toBe(day.seconds);
      expect(path[0]).toBe(day.ohlc.o);
      expect(path.at(-1)).toBe(day.ohlc.c);
      let [high, low, offGrid] = [path[0]!, path[0]!, 0];
      for (const price of path) {
        if (price > high) high = price;
        if (price < low) low = price;
        if (!isOnTick(price, day.tick)) offGrid++;
      }
      expect({ high, low, offGrid }).toEqual({ high: day.ohlc.h, low: day.ohlc.l, offGrid: 0 });
    }),
    { numRuns: 300 },
  );
});

test('the same request draws the same path; another seed, symbol or day draws another', () => {
  const base: PathRequest = { seed: 1, symbol: 'TCS', day: '2026-11-19', ohlc: { o: 2480, h: 2510.5, l: 2466.2, c: 2486 }, tick: 0.1, seconds: 21_600 };
  const path = intradayPath(base);
  expect(intradayPath({ ...base })).toEqual(path);
  for (const other of [{ seed: 2 }, { symbol: 'INFY' }, { day: '2026-11-18' }]) expect(intradayPath({ ...base, ...other })).not.toEqual(path);
});

test('prices off the tick grid, as in some files, are kept exactly', () => {
  const path = intradayPath({ seed: 1, symbol: 'X', day: '2026-03-02', ohlc: { o: 105.11, h: 110.33, l: 105.07, c: 109.86 }, tick: 0.05, seconds: 22_500 });
  expect([path[0], Math.max(...path), Math.min(...path), path.at(-1)]).toEqual([105.11, 110.33, 105.07, 109.86]);
});

test('impossible days are refused', () => {
  const day = { seed: 1, symbol: 'X', day: '2026-03-02', tick: 0.05, seconds: 22_500 };
  expect(() => intradayPath({ ...day, ohlc: { o: 100, h: 101, l: 99, c: 102 } })).toThrow(RangeError);
  expect(() => intradayPath({ ...day, ohlc: { o: 98, h: 101, l: 99, c: 100 } })).toThrow(RangeError);
  expect(() => intradayPath({ ...day, ohlc: { o: 100, h: 101, l: 99, c: 100 }, seconds: 3 })).toThrow(RangeError);
});

test('volume grows from none to the whole, faster at both ends than at noon', () => {
  const share = (hour: number): number => volumeShare(hour, 6) - volumeShare(hour - 1, 6);
  expect(volumeShare(0, 6)).toBe(0);
  expect(volumeShare(6, 6)).toBe(1);
  expect(share(1)).toBeGreaterThan(2 * share(3));
  expect(share(6)).toBeCloseTo(share(1), 10);
  for (let hour = 1; hour <= 6; hour++) expect(share(hour)).toBeGreaterThan(0);
});
