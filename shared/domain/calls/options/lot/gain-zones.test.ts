import { expect, test } from 'vitest';
import { anOptionCall } from '../../../../contract/calls/options/option.testing.ts';
import { gainZones } from './gain-zones.ts';

const leg = anOptionCall().legs[0]!;

test('a lot gains above, below, between or outside of its breakevens, by the prices a follower got', () => {
  expect(gainZones(anOptionCall())).toEqual([[24_600, null]]);
  const put = { ...leg, type: 'PE', strike: 24_500, entry: 200, mid: 200 } as const;
  expect(gainZones(anOptionCall({ legs: [put] }))).toEqual([[null, 24_300]]);
  const call = { ...leg, strike: 24_500, entry: 200, mid: 200 } as const;
  expect(gainZones(anOptionCall({ legs: [put, call] }))).toEqual([
    [null, 24_100],
    [24_900, null],
  ]);
  const sold = [put, call].map((one) => ({ ...one, side: 'sell' }) as const);
  expect(gainZones(anOptionCall({ legs: sold }))).toEqual([[24_100, 24_900]]);
  expect(gainZones(anOptionCall({ legs: [leg, { ...leg, side: 'sell', expiry: '2026-12-29' }] }))).toBeNull();
});
