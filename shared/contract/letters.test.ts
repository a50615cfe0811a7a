import { expect, test } from 'vitest';
import { countLetters } from './letters.ts';

test.each([
  ['The stop was near.', 14],
  ['RSI at 68.5', 8],
  ['लक्ष्य २४', 8],
  ['.'.repeat(300), 0],
  [`a${'\u0301'.repeat(40)}`, 1],
  ['—  \n…!?', 0],
  ['', 0],
])('“%s” has %i letters and digits', (text, count) => expect(countLetters(text)).toBe(count));
