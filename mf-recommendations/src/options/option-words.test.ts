import { expect, test } from 'vitest';
import { levelText, levelUnit, openRiskText } from './option-words.ts';

test.each([
  ['pnl', 1500, '+₹1,500.00'],
  ['pnl', -1500, '−₹1,500.00'],
  // Received ₹169.53, bought back at ₹117.10 or at ₹210.05.
  ['premium', -117.1, '₹117.10'],
  ['premium', -210.05, '₹210.05'],
  ['premium', 42.5, '₹42.50'],
  ['underlying', 24_010.5, '24,010.50'],
] as const)('a level on %s of %d is told as %s', (basis, value, text) => {
  expect(levelText(basis, value)).toBe(text);
});

test.each([
  ['pnl', 1500, 'profit'],
  ['pnl', -1500, 'loss'],
  ['premium', -117.1, 'a share'],
  ['underlying', 24_010.5, 'NIFTY'],
] as const)('beside a level on %s of %d stands "%s"', (level_basis, value, unit) => {
  expect(levelUnit({ level_basis, underlying: 'NIFTY' }, value)).toBe(unit);
});

test.each([
  [true, -2600, null],
  [false, null, 'Risk not limited'],
  // A put alone: its strike less what it brought.
  [false, -1_552_200, 'Loses down to a price of zero'],
  // A future that is bought, covered by a sold call: nothing here is sold without cover.
  [false, -1_556_750, 'Loses down to a price of zero'],
])('a call of limited risk (%s) that loses %s at most has the badge %s', (defined_risk, max_loss, text) => {
  expect(openRiskText({ defined_risk, max_loss })).toBe(text);
});
