import { expect, test } from 'vitest';
import { stars } from './stars.ts';

test.each([
  [0, 0.5, 'S9-CALC-01'],
  [100, 5, 'S9-CALC-01'],
  [9.99, 0.5, 'S9-CALC-03'],
  [10, 1, 'S9-CALC-04'],
  [19.99, 1, 'S9-CALC-04'],
  [20, 1.5, 'S9-CALC-A01'],
  [90, 5, 'S9-CALC-05'],
  [99.9, 5, 'S9-CALC-05'],
  [-3, 0.5, 'S9-CALC-O01'],
  [140, 5, 'S9-CALC-O01'],
  [Number.NaN, 0.5, 'S9-CALC-O01'],
])('stars of %d are %d (%s)', (score, expected) => {
  expect(stars(score)).toBe(expected);
});

test('half-star steps at 10-point bands (S9-CALC-02)', () => {
  expect([5, 15, 25, 35, 45, 55, 65, 75, 85, 95].map(stars)).toEqual([0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5]);
});
