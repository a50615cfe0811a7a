import { expect, test } from 'vitest';
import { gaps, knownUntil, merged } from './stretches.ts';

const of = (...pairs: [from: number, to: number][]) => pairs.map(([from, to]) => ({ from, to }));

test.each([
  ['nothing', of(), of([0, 100]), 0],
  ['all', of([0, 100]), of(), 100],
  ['a hole', of([0, 10], [20, 100]), of([10, 20]), 10],
  ['the beginning is missing', of([30, 100]), of([0, 30]), 0],
  ['parts that touch and overlap, in any order', of([50, 100], [0, 20], [10, 50]), of(), 100],
  ['more than is asked for', of([0, 60], [150, 200]), of([60, 100]), 60],
  ['an empty stretch', of([0, 40], [60, 60]), of([40, 100]), 40],
])('%s', (_, known, open, until) => {
  expect(gaps(known, 100)).toEqual(open);
  expect(knownUntil(known)).toBe(until);
  expect(merged(known)).toEqual(merged(known.toReversed()));
});
