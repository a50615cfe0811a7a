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
