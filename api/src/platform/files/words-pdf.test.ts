import { expect, test } from 'vitest';
import { wrapped } from './words-pdf.ts';

test.each([
  ['fits', 20, ['fits']],
  ['two words', 5, ['two', 'words']],
  ['alongerwordthanthat fits', 6, ['alongerwordthanthat', 'fits']],
  ['', 5, []],
])('“%s” in a line of %d', (words, width, lines) => expect(wrapped(words, width, (part) => part.length)).toEqual(lines));
