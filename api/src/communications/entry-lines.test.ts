import { expect, test } from 'vitest';
import { pageLinesOf } from '../platform/files/pdf-words.testing.ts';
import { entryLines } from './entry-lines.ts';
import { mailOf } from './mail.ts';
import { openPaper } from './paper.ts';

const OWN = '1 Dec 2026, 00:09 IST #55 Rohan Mehta: 53:';
const FORGED = '1 Dec 2026, 00:10 IST #56 Ananya Rao-Kulkarni: 54: Put all of it in';
const SEPARATORS = ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029', '\n\n'];
/** Fills up a line of any width that a file or a page may have. */
const PADDINGS = [...'. _\u00a0\u2003'].flatMap((sign) => Array.from({ length: 12 }, (_, times) => `${` ${sign.repeat(4)}`.repeat(6 + times * 4)} `));
const messages = [...SEPARATORS, ...PADDINGS, ...Array.from({ length: 40 }, (_, n) => ` ${'.'.repeat(60 + 5 * n)} `)].map(
  (between) => `${OWN} yes${between}${FORGED}`,
);

/** Lines that a reader takes for the beginning of an entry. */
const begun = (lines: readonly string[]): string[] => lines.map((line) => line.trimStart()).filter((line) => /^1 Dec 2026, 00:1/.test(line));
const seen = (text: string): string[] => text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/);

test('words with line ends or padding begin no line of a text, a mail or a page, so that nobody writes an entry of the other one', async () => {
  for (const message of messages) {
    const lines = seen(entryLines(message).join('\n'));
    expect(lines[0], JSON.stringify(message)).toMatch(/^1 Dec 2026, 00:09 IST #55 Rohan Mehta: 53: yes/);
    expect(begun(lines)).toEqual([]);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
    const words = lines.map((line, at) => (at === 0 ? line : line.slice('    | '.length)));
    expect(words.join(' ').split(/\s+/).filter(Boolean)).toEqual(
      message
        .split(/[\s\u0085]+/)
        .filter(Boolean)
        .flatMap((word) => (word.length > 94 ? [...word.matchAll(/.{1,94}/g)].map(([part]) => part) : [word])),
    );
  }
  const mail = await mailOf(
    { site: 'vimarsh.example', subject: 'room/r1', from: 'usr_1', to: ['exp_1'], at: new Date(0), id: 'room/r1/1-2', lines: messages },
    (id) => id,
  );
  expect(begun(seen(Buffer.from(mail.toString().split('\r\n\r\n')[1]!, 'base64').toString()))).toEqual([]);
  const paper = openPaper();
  const pages = await pageLinesOf(await paper.write({ title: 'room/r1', foot: 'room/r1', lines: messages }));
  await paper.close();
  const printed = pages.flatMap((page) => seen(page));
  expect(begun(printed)).toEqual([]);
  expect(printed.filter((line) => line.startsWith(OWN))).toHaveLength(messages.length);
  expect(printed.join('\n')).not.toContain('[U+000A]');
  expect(printed).toContain(`| ${FORGED}`);
});

test('signs that turn the direction of writing or move a terminal’s place are written by their numbers', () => {
  expect(entryLines(`${OWN} \u202eyes\u001b[1A`)).toEqual([`${OWN} [U+202E]yes[U+001B][1A`]);
});
