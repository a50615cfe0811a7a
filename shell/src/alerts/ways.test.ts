import { expect, test } from 'vitest';
import { conditionOf, type Way } from './ways.ts';

const asked = (way: Way, value = '', change: object = {}) => conditionOf({ way, symbol: 'TCS', expert: '', value, contract: null, ...change });

test.each<[Way, string, object]>([
  ['price_above', '3,500.50', { kind: 'price', symbol: 'TCS', side: 'above', value: 3500.5 }],
  ['price_below', '₹ 3500', { kind: 'price', symbol: 'TCS', side: 'below', value: 3500 }],
  ['percent_below', '3%', { kind: 'percent', symbol: 'TCS', side: 'below', value: 3 }],
  ['rsi_above', '70', { kind: 'rsi', symbol: 'TCS', side: 'above', value: 70 }],
  ['oi_above', '20', { kind: 'oi', symbol: 'TCS', side: 'above', value: 20, contract: null }],
  ['call_stock', '', { kind: 'call_stock', symbol: 'TCS' }],
])('%s %s', (way, value, condition) => expect(asked(way, value)).toEqual(condition));

test('an expert is named by their id, and no stock is needed', () => {
  expect(asked('call_expert', '', { symbol: '', expert: 'exp_01' })).toEqual({ kind: 'call_expert', user_id: 'exp_01' });
});

test.each<[Way, string, object, string]>([
  ['price_above', '', {}, 'Enter a number'],
  ['price_above', 'high', {}, 'Enter a number'],
  ['price_above', '-5', {}, 'Enter a number'],
  ['price_above', '0', {}, 'Enter a price above zero'],
  ['price_above', '1.005', {}, 'Prices have at most 2 decimals'],
  ['percent_above', '51', {}, 'Enter at most 50%'],
  ['rsi_above', '100', {}, 'Enter 1 to 99'],
  ['rsi_above', '70.5', {}, 'Enter a whole number'],
  ['oi_below', '100', {}, 'Open interest can’t fall by 100% or more'],
  ['price_above', '5', { symbol: '' }, 'Choose a stock or an index'],
  ['call_expert', '', {}, 'Choose an expert'],
  ['oi_above', '20', { contract: undefined }, 'Choose a contract, or all options of the nearest expiry'],
])('%s “%s” %j is told what is wrong: %s', (way, value, change, sentence) => expect(asked(way, value, change)).toBe(sentence));
