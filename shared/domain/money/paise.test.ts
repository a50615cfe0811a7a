import { expect, test } from 'vitest';
import { PRICE_PARTS, partsOf, rupeesOf, toPaise } from './paise.ts';

// Each is a decimal that binary floats can't hold, or a half on either side of zero.
test.each([
  [1.005, 1.01],
  [2.675, 2.68],
  [0.285, 0.29],
  [1.255, 1.26],
  [8.345, 8.35],
  [-1.005, -1.01],
  [-2.675, -2.68],
  [-0.285, -0.29],
  [-0.005, -0.01],
  [0.004, 0],
  [-0.004, 0],
  [1.004_999, 1],
  [1.0049, 1],
  [0.1 + 0.2, 0.3],
  [33.335, 33.34],
  [999.995, 1000],
  [24_050, 24_050],
  [1e13, 1e13],
  [5e-7, 0],
  [0, 0],
  [-0, 0],
] as const)('₹%d are %d in whole paise', (rupees, paise) => {
  expect(toPaise(rupees)).toBe(paise);
});

test('what is no number stays none', () => {
  expect([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY].map(toPaise)).toEqual([
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ]);
});

test.each([
  [150, 0.02],
  [149, 0.01],
  [50, 0.01],
  [49, 0],
  [-49, 0],
  [-50, -0.01],
  [-150, -0.02],
  [-3250, -0.33],
  [3250, 0.33],
  [123_456_789, 12_345.68],
] as const)('%d parts of a price are ₹%d', (parts, rupees) => {
  expect(rupeesOf(parts, PRICE_PARTS)).toBe(rupees);
});

test('a part may be any share of a paisa', () => {
  expect([rupeesOf(199, 200), rupeesOf(100, 200), rupeesOf(-100, 200), rupeesOf(99, 200), rupeesOf(3, 2)]).toEqual([0.01, 0.01, -0.01, 0, 0.02]);
});

test('a price keeps what the middle of two quotes needs', () => {
  expect([219.375, 8.345, 0.1 + 0.2, -1.0005].map(partsOf)).toEqual([2_193_750, 83_450, 3000, -10_005]);
});

test('a gain and a loss of the same size are rounded to the same size', () => {
  for (let step = -4000; step <= 4000; step += 1) expect(toPaise(-step / 1000)).toBe(0 - toPaise(step / 1000));
});
