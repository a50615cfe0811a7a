import { expect, test } from 'vitest';
import { optionSliceUrl, parseOptionSlice, withinOptions } from './option-slice-url.ts';
import { OPTION_SLICES } from './slice-url.ts';

const read = (address: string) => parseOptionSlice(new URLSearchParams(address.split('?')[1]));

test.each([
  OPTION_SLICES,
  '/data-categorisation?segment=options&view=closed&pool=margin&rows=month&columns=status',
  '/data-categorisation?segment=options&rows=outlook&strategy=IRON_CONDOR&days_left=1-3',
])('%s is read and written alike', (address) => {
  expect(optionSliceUrl(read(address))).toBe(address);
});

test.each([
  ['a dimension that live calls lack', '/data-categorisation?segment=options&rows=status&status=expired', OPTION_SLICES],
  ['a pool nobody knows', '/data-categorisation?segment=options&pool=all', OPTION_SLICES],
  ['columns that are the rows', '/data-categorisation?segment=options&rows=expert&columns=expert', '/data-categorisation?segment=options&rows=expert'],
])('%s is left out', (_, given, kept) => {
  expect(optionSliceUrl(read(given))).toBe(kept);
});

test('one step inside keeps the pool and goes on by the next dimension', () => {
  const inside = withinOptions(
    read('/data-categorisation?segment=options&pool=margin&columns=outlook'),
    ['strategy', 'SHORT_STRADDLE'],
    ['outlook', 'neutral'],
  );
  expect(optionSliceUrl(inside)).toBe('/data-categorisation?segment=options&pool=margin&rows=underlying&strategy=SHORT_STRADDLE&outlook=neutral');
});
