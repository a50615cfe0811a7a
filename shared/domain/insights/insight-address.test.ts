import { expect, test } from 'vitest';
import { addressOf, insightAddress, isAppKey } from './insight-address.ts';

test.each([
  [undefined, undefined, '', '', ''],
  ['TCS', undefined, 'TCS', 'TCS', ''],
  ['tcs', 'KEY1', 'tcs', 'TCS', 'KEY1'],
  ['M&M', 'pk_live_x', 'M&M', 'M&M', 'pk_live_x'],
  ['NSE:TCS', undefined, 'NSE:TCS', 'TCS', ''],
  ['NIFTY 50', 'pk_live_x', 'NIFTY 50', 'NIFTY', 'pk_live_x'],
  ['{{stock}}', undefined, '{{stock}}', '', ''],
  ['pk_live_abc', undefined, '', '', 'pk_live_abc'],
  ['pk_app_abc', undefined, '', '', 'pk_app_abc'],
])('segments %s and %s: written "%s", symbol "%s", key "%s"', (first, second, written, symbol, broker_access_key) => {
  expect(insightAddress(first, second)).toEqual({ written, symbol, broker_access_key });
});

test('an address keeps its key and escapes the symbol', () => {
  expect(addressOf('/equity-insights', 'M&M', '')).toBe('/equity-insights/M%26M');
  expect(addressOf('/options-insights', 'NIFTY', 'pk_live_x')).toBe('/options-insights/NIFTY/pk_live_x');
});

test.each([
  ['pk_app_neem', true],
  ['pk_live_neem', false],
  ['', false],
])('%s is a key of an app: %s', (key, expected) => expect(isAppKey(key)).toBe(expected));
