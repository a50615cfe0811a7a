import { describe, expect, test } from 'vitest';
import { readShared, readText } from './read-text.ts';

const head = (more = '') => `---\ntitle: FAQs\nintro: Words for {site}.\neffective: 2026-11-20\nowner: Content team\nsource: Own wording\n${more}---\n\n`;
const read = (body: string, more = '') => readText(head(more) + body, (name) => (name === 'mitc@1.0.0' ? [{ kind: 'fixed', text: 'Fixed.' }] : null));
const blocksOf = (body: string) => read(`## A {#a}\n\n${body}\n`).sections[0]!.blocks;

test('the head says title, day, owner and source, and what changed', () => {
  expect(read('## A {#a}\n\nWords.\n', 'changes:\n- One.\n- Two.\n')).toMatchObject({
    title: 'FAQs',
    intro: 'Words for {site}.',
    effective: '2026-11-20',
    owner: 'Content team',
    source: 'Own wording',
    changes: ['One.', 'Two.'],
  });
});

test.each([
  ['a paragraph over two lines', 'One\ntwo.', [{ kind: 'text', text: 'One two.' }]],
  ['one that begins in bold', '**One** two.', [{ kind: 'text', text: '**One** two.' }]],
  ['a list, its items over several lines', '- One\n  two\n- Three', [{ kind: 'list', items: ['One two', 'Three'] }]],
  ['numbered points', '1. One\n2. Two', [{ kind: 'numbered', items: ['One', 'Two'] }]],
  ['fixed wording', '> Read all documents.', [{ kind: 'fixed', text: 'Read all documents.' }]],
  ['shared wording', '{{mitc@1.0.0}}', [{ kind: 'fixed', text: 'Fixed.' }]],
  [
    'a table',
    'Table: Limits\n| Rule | Limit |\n| --- | --- |\n| Fee | ₹1 |',
    [{ kind: 'table', caption: 'Limits', head: ['Rule', 'Limit'], rows: [['Fee', '₹1']] }],
  ],
  [
    'lines that end as on Windows',
    'One.\r\n\r\nTwo.\r',
    [
      { kind: 'text', text: 'One.' },
      { kind: 'text', text: 'Two.' },
    ],
  ],
])('%s', (_what, body, blocks) => expect(blocksOf(body)).toEqual(blocks));

test('questions stand below their group', () => {
  const [group] = read('## Calls {#calls}\n\n### What? {#what}\n\nThis.\n\n### Who? {#who}\n\nThose.\n').sections;
  expect(group).toMatchObject({
    id: 'calls',
    blocks: [],
    questions: [
      { id: 'what', question: 'What?' },
      { id: 'who', answer: [{ text: 'Those.' }] },
    ],
  });
});

test('what stands after {plans} is not read by who has none, and what stands after {no-plans} by nobody else', () => {
  const text = read(
    '## A {#a}\n\nOne.\n{plans}\nCosts ₹499.\n{no-plans}\nIs included.\n{all}\nTwo.\n\n{plans}\n\n## B {#b}\n\n### Why? {#why}\n\nSo.\n\n{no-plans}\n\n## C {#b}\n\nThree.\n',
  );
  const said = (sections: typeof text.sections) => sections.map(({ title, blocks }) => [title, ...blocks.map((block) => 'text' in block && block.text)]);
  expect(said(text.sections)).toEqual([['A', 'One.', 'Costs ₹499.', 'Two.'], ['B']]);
  expect(said(text.withoutPlans)).toEqual([
    ['A', 'One.', 'Is included.', 'Two.'],
    ['C', 'Three.'],
  ]);
});

describe('refused, by what is wrong', () => {
  test.each([
    ['no head', '## A {#a}\n\nWords.', /head must stand between/],
    ['a head without owner', `${head().replace('owner: Content team\n', '')}## A {#a}\n\nWords.`, /needs one owner/],
    ['a day there is not', `${head().replace('2026-11-20', '2026-02-30')}## A {#a}\n\nWords.`, /must be a day/],
    ['a key nobody knows', `${head('onwer: x\n')}## A {#a}\n\nWords.`, /says onwer/],
    ['a section without an anchor', `${head()}## A\n\nWords.`, /line 9: .*anchor/],
    ['an anchor that stands twice', `${head()}## A {#a}\n\nWords.\n\n## B {#a}\n\nWords.`, /#a stands twice/],
    ['an empty section', `${head()}## A {#a}\n\n## B {#b}\n\nWords.`, /line 9: nothing stands/],
    ['words in front of the first section', `${head()}Hello.\n\n## A {#a}\n\nWords.`, /line 9: words stand in front/],
    ['HTML', `${head()}## A {#a}\n\n<b>Words</b>`, /line 11: this kind of line/],
    ['a list that runs into words', `${head()}## A {#a}\n\n- One\nTwo.`, /line 12: a list ends/],
    ['a table without a title', `${head()}## A {#a}\n\n| a |\n| --- |\n| b |`, /Table: what it shows/],
    ['an uneven table', `${head()}## A {#a}\n\nTable: T\n| a | b |\n| --- | --- |\n| c |`, /line 14: .*2 cells/],
    ['shared wording nobody has', `${head()}## A {#a}\n\n{{nothing}}`, /no shared wording/],
    ['a name nobody fills in', `${head()}## A {#a}\n\nOn {sight}.`, /nothing fills \{sight\}/],
    ['a link that leads out', `${head()}## A {#a}\n\nSee [this](https://evil.example).`, /must lead to an address of this site/],
    ['a link that leads nowhere', `${head()}## A {#a}\n\nSee [this](/retail-side/faq.`, /a link with \(\/retail-side\/faq\. must lead/],
    ['shared wording inside of words', `${head()}## A {#a}\n\nOn {{site}}.`, /must stand on a line of its own/],
    ['a claim', `${head()}## A {#a}\n\nCalls of 120.25 % accuracy.`, /“120.25 % accuracy” promises too much/],
    ['a promise', `${head()}## A {#a}\n\nReturns are guaranteed.`, /“guaranteed” promises too much/],
    ['a mark inside of words', `${head()}## A {#a}\n\nOne {plans} two.`, /nothing fills \{plans\}/],
    ['what only some read', `${head()}## A {#a}\n\nOne.\n\n{no-plans}\nOn {sight}.`, /nothing fills \{sight\}/],
    ['words for some readers only', `${head()}{plans}\n## A {#a}\n\nOne.`, /there is no section/],
    ['nothing', head(), /there is no section/],
    ['a line that would take hours to judge', `${head()}## A {#a}\n\n${'['.repeat(280_000)}`, /^line 11: more than 5000 characters/],
    ['a heading as long', `${head()}## A${' '.repeat(280_000)}b`, /^line 9: more than 5000 characters/],
    ['a line of the head as long', `${head(`changes:\n- ${'{'.repeat(280_000)}\n`)}## A {#a}\n\nWords.`, /^line 8: more than 5000 characters/],
    ['a paragraph of many lines', `${head()}## A {#a}\n\nWords.\n\n${`${'['.repeat(99)}\n`.repeat(2_800)}`, /^line 13: more than 5000 characters/],
    ['a point of many lines', `${head()}## A {#a}\n\n- One\n${`  ${'['.repeat(99)}\n`.repeat(2_800)}`, /^line 11: more than 5000 characters/],
  ])('%s', (_what, file, why) => expect(() => readText(file, () => null)).toThrow(why));

  test('wording that several texts share, by the same measure', () =>
    expect(() => readShared(`${head()}${'['.repeat(280_000)}`)).toThrow(/^line 9: more than 5000 characters/));
});

test('a list may be as long as it is, of points that are short', () =>
  expect(blocksOf('- One point of many.\n'.repeat(1_000))).toMatchObject([{ kind: 'list', items: expect.objectContaining({ length: 1_000 }) }]));
