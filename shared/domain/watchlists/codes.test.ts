import { expect, test } from 'vitest';
import { readCode, readContract } from './codes.ts';

test.each([
  ['NIFTY 2026-11-26 24000 CE', 'NIFTY 2026-11-26 24000 CE'],
  ['  nifty   50\t2026-11-26  24000.50 pe ', 'NIFTY 2026-11-26 24000.5 PE'],
  ['NSE:M & M 2026-11-26 3100 CE', 'M&M 2026-11-26 3100 CE'],
])('“%s” names a contract', (written, code) => expect(readCode('options', written)).toBe(code));

test.each([
  '2026-11-26 24000 CE',
  'NIFTY 2026-13-26 24000 CE',
  'NIFTY 2026-11-26 0 CE',
  'NIFTY 2026-11-26 24000 XX',
  'NIFTY 2026-11-26 24000',
  'N',
  '',
  `NIFTY${' '.repeat(40)}2026-11-26 24000 CE`,
])('“%s” names none', (written) => expect(readContract(written)).toBeNull());

test('a cell as long as a whole file names nothing, and at once', () => {
  const blanks = `N${' '.repeat(200_000)}x`;
  const began = performance.now();
  expect([readCode('options', blanks), readCode('equity', blanks)]).toEqual(['', '']);
  // The pattern of before tried every two of its places: minutes.
  expect(performance.now() - began).toBeLessThan(5000);
});
