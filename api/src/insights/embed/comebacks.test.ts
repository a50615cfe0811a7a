import { expect, test } from 'vitest';
import { Comebacks } from './comebacks.ts';

test.each([
  [10, 1500],
  [5000, 2941],
  [20_000, 11_765],
  [100_000, 58_824],
  [1_000_000, 60_000],
])('%i pages on streams are told to come back within %i ms', (streams, spreadMs) => {
  expect(new Comebacks().spreadMs(streams, 0)).toBe(spreadMs);
});

test('pages that poll count as those on streams do, until they stay away', () => {
  const comebacks = new Comebacks();
  for (let page = 0; page < 100_000; page++) comebacks.note(1_000_000 + (page % 15_000));
  expect(comebacks.spreadMs(20, 1_015_000)).toBeGreaterThan(55_000);
  expect(comebacks.spreadMs(20, 1_060_000)).toBe(1500);
});
