import { aText } from '@vimarsh/shared/contract/texts/text.testing.ts';
import { beforeAll, expect, test } from 'vitest';
import { pagesOf } from '../platform/files/pdf-words.testing.ts';
import { documentOf } from './document.ts';
import { TextFolder } from './text-folder.ts';
import { textPdf } from './text-pdf.ts';

const folder = new TextFolder('/nowhere');
beforeAll(() => folder.begin());
const inForce = (name: string) =>
  documentOf(folder.texts.get(`retail/${name}`) ?? [], { today: '2026-11-23', reader: { site: 'Neem Securities', broker: 'Neem Securities', plans: true } })!;

test.each(['terms-condition', 'subscription-agreement'])('%s is a file with all of its words, in order, on numbered pages', async (name) => {
  const text = inForce(name);
  const file = await textPdf(text);
  expect(Buffer.from(file.subarray(0, 5)).toString()).toBe('%PDF-');
  const pages = await pagesOf(file);
  for (const [index, page] of pages.entries()) expect(page).toContain(`page ${index + 1} of ${pages.length}`);
  const all = pages.join(' ');
  let from = 0;
  for (const [at, { title }] of text.sections.entries()) {
    from = all.indexOf(`${at + 1}. ${title}`, from);
    expect(from, title).toBeGreaterThan(-1);
  }
  expect(all).toContain('Rs 1,51,000 a year');
  expect(all).toContain('Neem Securities');
  expect(all).not.toMatch(/₹|\*\*|\]\(/);
  // No letter is missing that the words have.
  expect(all).toContain('paid fee × unused days ÷ all days');
  expect(all).toContain('“we”');
});

test('questions stand above their answers', async () => {
  const [page] = await pagesOf(await textPdf(aText()));
  expect(page).toMatch(/1\. Calls What is a call\? A piece of research\. See the terms\./);
});
