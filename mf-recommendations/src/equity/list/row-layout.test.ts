import { expect, test } from 'vitest';
import { LIVE_WIDTHS, TWO_LINES } from './row-layout.ts';

/** px, in the letters of the row: "Now ", a six-digit price, the gap, and a change of two digits. */
const PRICE_WITH_CHANGE = 28 + 84 + 6 + 58;
const NARROWEST = 600;

test('a row of two lines has room for a six-digit price with its change, and fits the narrowest list that has such rows', () => {
  expect(TWO_LINES.symbol).toBeGreaterThanOrEqual(PRICE_WITH_CHANGE);
  const [padding, gaps, age, action] = [8, 4 * 8, 96, 44];
  expect(TWO_LINES.expert + TWO_LINES.symbol + TWO_LINES.type + padding + gaps + age + action).toBeLessThanOrEqual(NARROWEST);
});

/** Measured in the letters of a row, px a sign: text of 12 px, and a figure of 14 px in bold. */
const TEXT = 6.8;
const BOLD = 7.6;
/** The padding of a badge, in text whose letters are narrower: most of them are small. */
const BADGE = { padding: 16, letter: 5.8 };

test.each([
  ['Not entered yet', BOLD],
  ['outside its band', TEXT],
  ['12.34% above', BOLD],
  ['▼ −123.45%', BOLD],
  ['to target 123.45%', TEXT],
  ['Made, after costs', TEXT],
])('what an open call has made fits its column: %s', (words, letter) => {
  expect(words.length * letter).toBeLessThanOrEqual(LIVE_WIDTHS.result);
});

test('the place against the entry and the badges of a row fit the last column in one line', () => {
  expect('22.62% below entry'.length * TEXT).toBeLessThanOrEqual(LIVE_WIDTHS.age);
  for (const words of ['If held: reduce', 'Entry passed']) expect(words.length * BADGE.letter + BADGE.padding).toBeLessThanOrEqual(LIVE_WIDTHS.age);
});
