import { expect, test } from 'vitest';
import { TWO_LINES } from './row-layout.ts';

/** px, in the letters of the row: "Now ", a six-digit price, the gap, and a change of two digits. */
const PRICE_WITH_CHANGE = 28 + 84 + 6 + 58;
const NARROWEST = 600;

test('a row of two lines has room for a six-digit price with its change, and fits the narrowest list that has such rows', () => {
  expect(TWO_LINES.symbol).toBeGreaterThanOrEqual(PRICE_WITH_CHANGE);
  const [padding, gaps, age, action] = [8, 4 * 8, 96, 44];
  expect(TWO_LINES.expert + TWO_LINES.symbol + TWO_LINES.type + padding + gaps + age + action).toBeLessThanOrEqual(NARROWEST);
});
