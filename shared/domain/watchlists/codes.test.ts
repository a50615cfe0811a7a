import { expect, test } from 'vitest';
import { readContract, readMonthContract, readWatchedCode } from './codes.ts';

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
  ['NIFTY26D0823200PE', 'NIFTY 2026-12-08 23200 PE'],
  ['NFO:BANKNIFTY26O0652000CE', 'BANKNIFTY 2026-10-06 52000 CE'],
  ['NIFTY2610623200CE', 'NIFTY 2026-01-06 23200 CE'],
  ['NIFTY261201C23200', 'NIFTY 2026-12-01 23200 CE'],
  ['NSE:M&M261229P3100.5', 'M&M 2026-12-29 3100.5 PE'],
])('“%s” names a contract', (written, code) => expect(readWatchedCode('options', written)).toBe(code));

test.each([
  '2026-11-26 24000 CE',
  'NIFTY 2026-13-26 24000 CE',
  'NIFTY 2026-11-26 0 CE',
  // A month without its day, a day without its year, and a year that could be a day.
  'NIFTY26NOV24000CE',
  'NIFTY 24 NOV 26000 CE',
  'NIFTY26D3223200CE',
  'NIFTY26X0823200CE',
  'NIFTY261301C23200',
  'NIFTY261201C0',
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

test.each([
  ['NIFTY26DEC23200CE', 'NIFTY', '2026-12', 23_200, 'CE'],
  ['NFO:BAJAJ-AUTO26NOV9000.5PE', 'BAJAJ-AUTO', '2026-11', 9000.5, 'PE'],
])('“%s” names the contract of a month’s last expiry', (written, underlying, expiry, strike, type) => {
  expect(readMonthContract(written)).toEqual({ underlying, expiry, strike, type });
});

test.each(['NIFTY26D0823200PE', 'NIFTY DEC 23200 CE', 'NIFTY26DEC0CE', `NIFTY26DEC${'1'.repeat(48)}CE`, ''])('“%s” names none of a month', (written) =>
  expect(readMonthContract(written)).toBeNull(),
);
