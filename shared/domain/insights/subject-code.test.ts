import { expect, it } from 'vitest';
import { expiryOf, subjectCode, symbolOf } from './subject-code.ts';

it.each([
  ['RELIANCE', undefined, 'RELIANCE'],
  ['NIFTY', '2026-11-24', 'NIFTY@2026-11-24'],
  ['M&M', '2026-11-24', 'M&M@2026-11-24'],
  ['BAJAJ-AUTO', undefined, 'BAJAJ-AUTO'],
])('%s with expiry %s is %s, and back', (symbol, expiry, code) => {
  expect(subjectCode(symbol, expiry)).toBe(code);
  expect(symbolOf(code)).toBe(symbol);
  expect(expiryOf(code)).toBe(expiry);
});

it('an empty expiry counts as none', () => {
  expect(subjectCode('NIFTY', '')).toBe('NIFTY');
});
