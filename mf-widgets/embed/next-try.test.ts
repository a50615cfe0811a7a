import { expect, test } from 'vitest';
import { nextTry } from './next-try.ts';

/** When pages that all lost a server at once ask it for the first time after it came back, ms after that. */
function comebacks(awayMs: number, pages: number, seed = 7): number[] {
  let state = seed;
  const random = (): number => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const waits = Array.from({ length: pages }, () => {
    let at = 0;
    while (at < awayMs) at += nextTry(at, false, random());
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

test('however long it was away, a page waits half a minute at most; one that says there are too many is left alone for longer', () => {
  expect(nextTry(86_400_000, false, 1)).toBe(30_000);
  expect(nextTry(0, true, 1)).toBe(15_000);
  expect(nextTry(0, false, 0)).toBe(1000);
  expect(nextTry(0, true, 0)).toBe(5000);
});
