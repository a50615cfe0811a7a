import { expect, test } from 'vitest';
import { actionText } from './action-text.ts';

const ON = { symbol: 'X', day: '2026-06-16' };

test.each([
  ['1:1', 2, 'Bonus: 1 new for each share held'],
  ['3:1', 4, 'Bonus: 3 new for each share held'],
  ['1:2', 1.5, 'Bonus: 1 new for every 2 shares held'],
  ['2:3', (2 + 3) / 3, 'Bonus: 2 new for every 3 shares held'],
  ['1:10', 1.1, 'Bonus: 1 new for every 10 shares held'],
])('a bonus of %s', (_, ratio, text) => expect(actionText({ ...ON, type: 'bonus', ratio })).toBe(text));

test.each([
  ['₹10 into ₹2', 10 / 2, 'Split 1:5'],
  ['₹10 into ₹4', 10 / 4, 'Split 2:5'],
  ['₹1 into ₹10', 1 / 10, 'Consolidation 10:1'],
  ['₹3 into ₹10', 3 / 10, 'Consolidation 10:3'],
  ['into two, with a bonus of 2:3', (2 * 5) / 3, 'Split 3:10'],
])('a split of %s', (_, ratio, text) => expect(actionText({ ...ON, type: 'split', ratio })).toBe(text));

test.each([
  [5.5, 'Dividend of ₹5.50 a share'],
  [1250, 'Dividend of ₹1,250.00 a share'],
])('a dividend of %s', (amount, text) => expect(actionText({ ...ON, type: 'dividend', amount })).toBe(text));

test('a halt', () => expect(actionText({ ...ON, type: 'halt' })).toBe('Trading halted'));

test.each([
  [{ type: 'special_dividend', amount: 63, close: 900 }, 'Special dividend of ₹63.00 a share'],
  [{ type: 'consolidation', ratio: 0.1 }, 'Consolidation 10:1'],
  [{ type: 'reduction', ratio: 0.1 }, 'Capital reduction'],
  [{ type: 'rights', given: 3, held: 25, price: 1800, ratio: null, close: null }, 'Rights: 3 new for every 25 shares held at ₹1,800.00'],
  [{ type: 'demerger', ratio: 1, amount: 150, close: 800 }, 'Demerger'],
  [{ type: 'scheme', ratio: 1, amount: 150, close: 800 }, 'Scheme of arrangement'],
  [{ type: 'exchange_adjustment', ratio: 1.1, amount: 0, close: 800 }, 'Adjusted by the exchange'],
] as const)('%o', (action, text) => expect(actionText({ ...ON, ...action })).toBe(text));
