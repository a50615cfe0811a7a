import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextTry } from './next-try.ts';

/** When pages that all lost a server at once ask it for the first time after it came back, ms after that. */
function comebacks(awayMs: number, pages: number, spreadMs = 0, seed = 7): number[] {
  let state = seed;
  const random = (): number => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const waits = Array.from({ length: pages }, () => {
    let at = nextTry({ awayMs: 0, spreadMs }, random());
    while (at < awayMs) at += nextTry({ awayMs: at, spreadMs }, random());
    return at - awayMs;
  });
  return waits.toSorted((a, b) => a - b);
}

test.each([5, 10, 20, 60])('a server back after %i s is asked by every page within three seconds, by half of them within one and a half', (seconds) => {
  const waits = comebacks(seconds * 1000, 5000);
  expect(waits.at(-1)).toBeLessThanOrEqual(3000);
  expect(waits[waits.length / 2]).toBeLessThanOrEqual(1500);
});

test.each([
  [10, 0.1],
  [60, 0.1],
  [300, 0.025],
  [600, 0.015],
])('a server back after %i s: no tenth of a second brings more than a share of %f of its pages', (seconds, share) => {
  const waits = comebacks(seconds * 1000, 5000);
  const most = Math.max(...Array.from({ length: 300 }, (_, at) => waits.filter((wait) => Math.floor(wait / 100) === at).length));
  expect(most / waits.length).toBeLessThanOrEqual(share);
});

test('a hundred thousand pages come back spread over the minute that the server names, however long it was away', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_000_000_000 }), fc.integer({ min: 0, max: 900 }), (seed, seconds) => {
      const waits = comebacks(seconds * 1000, 100_000, 60_000, seed);
      const bySecond = Array<number>(60).fill(0);
      for (const wait of waits) bySecond[Math.min(59, Math.floor(wait / 1000))]! += 1;
      expect(waits.at(-1)).toBeLessThanOrEqual(60_000);
      // 1,667 a second, give or take what chance does to so many.
      expect(Math.max(...bySecond)).toBeLessThan(1667 * 1.15);
      expect(Math.min(...bySecond)).toBeGreaterThan(1667 * 0.85);
    }),
    { numRuns: 12 },
  );
});

test('however long it was away, a page waits a minute at most; one that says there are too many is left alone for longer', () => {
  expect(nextTry({ awayMs: 86_400_000 }, 1)).toBe(60_000);
  expect(nextTry({ awayMs: 5000, isBusy: true }, 1)).toBe(15_000);
  expect(nextTry({ awayMs: 5000 }, 0)).toBe(1000);
  expect(nextTry({ awayMs: 0, isBusy: true }, 0)).toBe(5000);
});

test('what the server asks for comes before the page’s own time; without a network a page tries once in a while all the same', () => {
  expect(nextTry({ awayMs: 5000, pauseMs: 40_000 }, 0)).toBe(41_000);
  expect(nextTry({ awayMs: 5000, isOffline: true }, 1)).toBe(60_000);
});
