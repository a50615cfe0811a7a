import { anOptionCall, STANDING } from '@vimarsh/shared/contract/calls/options/option.testing.ts';
import { expect, test } from 'vitest';
import { daysLeft, levelText, levelUnit, openRiskText, paysText, unsoldText } from './option-words.ts';

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

test.each([
  ['CUSTOM', { up: -3434, down: 81_581 }, 'pays if SENSEX falls'],
  ['CUSTOM', { up: 900, down: -200 }, 'pays if SENSEX rises'],
  ['CUSTOM', { up: 900, down: 4000 }, 'pays if SENSEX moves far'],
  ['CUSTOM', { up: -900, down: -4000 }, 'pays if SENSEX stays near'],
  ['CUSTOM', null, ''],
  // Its name says where it pays.
  ['BULL_CALL', { up: 900, down: -200 }, ''],
] as const)('a %s whose ends bring %j says: %s', (strategy, moves, text) => {
  expect(paysText({ strategy, underlying: 'SENSEX' }, moves)).toBe(text);
});

test.each([
  ['2026-12-01', '2026-12-01', '11 calendar days left'],
  // Its author closes it a day before the contracts expire: its own end counts.
  ['2026-11-30', '2026-12-01', '10 calendar days left'],
  ['2026-11-21', '2026-12-01', '1 calendar day left'],
  ['2026-11-20', '2026-12-01', 'Ends today'],
  ['2026-11-20', '2026-11-20', 'Expires today'],
])('a call that ends on %s, with legs that expire on %s, has "%s"', (valid_till, expiry, text) => {
  expect(daysLeft({ valid_till, expiry }, '2026-11-20T05:00:00.000Z')).toBe(text);
});

test('legs that nobody bids for are named', () => {
  expect(unsoldText(anOptionCall({ now: { ...STANDING, exits: [240, null] } }))).toBe('24,700 CE');
});
