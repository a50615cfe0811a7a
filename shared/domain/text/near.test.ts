import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isNear } from './near.ts';

test.each([
  ['RELAINCE', 'RELIANCE', true],
  ['RELIENCE', 'RELIANCE', true],
  ['RELINCE', 'RELIANCE', true],
  ['INFOSIS', 'INFOSYS', true],
  ['COMPLIENCE', 'COMPLIANCE', true],
  ['TAAT', 'TATA', true],
  ['HDFX', 'HDFCBANK', true],
  ['TCX', 'TCS', false],
  ['ZZZZ', 'TATA', false],
  ['XXLAINCE', 'RELIANCE', false],
  ['', 'TCS', false],
])('%s for %s: %s', (typed, word, near) => {
  expect(isNear(typed, word)).toBe(near);
});

test('one letter wrong, missing, added or changed with its neighbour is near, wherever it is', () => {
  const word = fc.string({ unit: fc.constantFrom(...'AEINRST'), minLength: 5, maxLength: 12 });
  fc.assert(
    fc.property(word, fc.nat(), (right, place) => {
      const at = place % (right.length - 1);
      const [start, end] = [right.slice(0, at), right.slice(at + 1)];
      for (const typed of [`${start}X${end}`, start + end, `${start}X${right[at]}${end}`, start + right[at + 1] + right[at] + right.slice(at + 2)])
        expect([typed, isNear(typed, right)]).toEqual([typed, true]);
    }),
  );
});
