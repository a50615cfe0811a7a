import { expect, test } from 'vitest';
import { codeFrom, typedReferralCode } from './referral-code.ts';

test('a code has eight letters that nobody mixes up, and no vowel', () => {
  const code = codeFrom(Array.from({ length: 64 }, (_, n) => (n * 37) % 256))!;
  expect(code).toMatch(/^[CDFGHJKMNPQRTVWXY34679]{8}$/);
  expect(typedReferralCode(code)).toBe(code);
});

test('bytes that would make some letters likelier are left out, and too few of them are none', () => {
  expect(codeFrom([255, 254, 0, 1, 2, 3, 4, 5, 6, 7])).toBe('CDFGHJKM');
  expect(codeFrom([0, 1, 2])).toBeNull();
  expect(codeFrom(Array<number>(64).fill(255))).toBeNull();
});

test.each([
  ['cdfg-hjkm', 'CDFGHJKM'],
  [' CDFG HJKM ', 'CDFGHJKM'],
  ['CDFGHJK', ''],
  ['CDFGHJKMN', ''],
  ['CDFGHJKA', ''],
  ['FRIEND7', ''],
  ['', ''],
])('%j is read as %j', (typed, code) => expect(typedReferralCode(typed)).toBe(code));
