import { expect, test } from 'vitest';
import { readContract, readWatchedCode } from './codes.ts';

test.each([
  ['NIFTY 2026-11-26 24000 CE', 'NIFTY 2026-11-26 24000 CE'],
  ['  nifty   50\t2026-11-26  24000.50 pe ', 'NIFTY 2026-11-26 24000.5 PE'],
  ['NSE:M & M 2026-11-26 3100 CE', 'M&M 2026-11-26 3100 CE'],
  ['NIFTY 24 NOV 26 26000 CE', 'NIFTY 2026-11-24 26000 CE'],
  ['NIFTY 24 NOV 2026 CE 26000', 'NIFTY 2026-11-24 26000 CE'],
  ['NIFTY24NOV2626000CE', 'NIFTY 2026-11-24 26000 CE'],
  ['NSE:NIFTY24NOV2626000PE', 'NIFTY 2026-11-24 26000 PE'],
  ['NIFTY 26000 CE 24 NOV 26', 'NIFTY 2026-11-24 26000 CE'],
  ['NIFTY-24Nov2026-26000-CE', 'NIFTY 2026-11-24 26000 CE'],
  ['nifty bank 4 dec 2026 52000 put', 'BANKNIFTY 2026-12-04 52000 PE'],
  ['BAJAJ-AUTO24NOV269000.50CE', 'BAJAJ-AUTO 2026-11-24 9000.5 CE'],
])('“%s” names a contract', (written, code) => expect(readWatchedCode('options', written)).toBe(code));

test.each([
  '2026-11-26 24000 CE',
  'NIFTY 2026-13-26 24000 CE',
  'NIFTY 2026-11-26 0 CE',
  // A month without its day, a day without its year, and a year that could be a day.
  'NIFTY26NOV24000CE',
  'NIFTY 24 NOV 26000 CE',
  'NIFTY NOV 26 26000 CE',
  'NIFTY 31 XYZ 26 26000 CE',
  'NIFTY 2026-11-26 24000 XX',
  'NIFTY 2026-11-26 24000',
  'N',
  '',
  `NIFTY${' '.repeat(40)}2026-11-26 24000 CE`,
])('“%s” names none', (written) => expect(readContract(written)).toBeNull());

test('a cell as long as a whole file names nothing, and at once', () => {
  const blanks = `N${' '.repeat(200_000)}x`;
  const began = performance.now();
  expect([readWatchedCode('options', blanks), readWatchedCode('equity', blanks)]).toEqual(['', '']);
  // The pattern of before tried every two of its places: minutes.
  expect(performance.now() - began).toBeLessThan(5000);
});
