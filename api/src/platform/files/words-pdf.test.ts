import { expect, test } from 'vitest';
import { pagesOf } from './pdf-words.testing.ts';
import { type Words, wordsPdf, wrapped } from './words-pdf.ts';

test.each([
  ['fits', 20, ['fits']],
  ['two words', 5, ['two', 'words']],
  ['alongerwordthanthat fits', 6, ['alonge', 'rwordt', 'hantha', 't fits']],
  ['so longerthanaline', 6, ['so', 'longer', 'thanal', 'ine']],
  ['', 5, []],
])('“%s” in a line of %d', (words, width, lines) => expect(wrapped(words, width, (part) => part.length)).toEqual(lines));

const words = (title: string): Words => ({ title, intro: '', sections: [], numbered: false, marked: false, foot: title });

test('many files are written by the same few, each with its own words', async () => {
  const titles = Array.from({ length: 120 }, (_, at) => `File ${at}`);
  const files = await Promise.all(titles.map((title) => wordsPdf(words(title))));
  for (const at of [99, 100]) expect((await pagesOf(files[at]!)).join(' ')).toContain(`File ${at} File ${at} · page 1 of 1`);
});
