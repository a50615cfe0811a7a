import { expect, test } from 'vitest';
import { type OptionEntry, optionEntryPassed } from './entry-passed.ts';

const call = (change: Partial<OptionEntry> = {}): OptionEntry => ({ status: 'active', entered: 0, target: 3000, stop: -2000, ...change });

test.each<[string, Partial<OptionEntry>, number, boolean]>([
  ['at its entry', {}, 0, false],
  ['a quarter of the way', {}, 750, false],
  ['beyond a quarter of the way', {}, 751, true],
  ['at a loss, with all of it still to come', {}, -1500, false],
  ['at its stop-loss', {}, -2000, true],
  ['at its target', {}, 3000, true],
  ['sold premium that has become cheaper by a quarter', { entered: -100, target: -40, stop: -160 }, -84, true],
  ['sold premium that has hardly moved', { entered: -100, target: -40, stop: -160 }, -95, false],
  ['on the underlying, downwards, beyond a quarter', { entered: 24_500, target: 24_100, stop: 24_700 }, 24_390, true],
  ['on the underlying, downwards, a little above', { entered: 24_500, target: 24_100, stop: 24_700 }, 24_550, false],
  ['waiting for its entry, wherever the price is', { status: 'awaiting_entry', entered: null }, 9999, false],
])('%s', (_, change, value, passed) => {
  expect(optionEntryPassed(call(change), value)).toBe(passed);
});
