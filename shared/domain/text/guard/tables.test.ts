import { expect, test } from 'vitest';
import { guard } from './message-guard.ts';
import { Phrases } from './phrases.ts';
import { MESSENGERS, REMOTE_APPS } from './tables/apps.ts';
import { ASSURANCES } from './tables/assurance-words.ts';
import { SIDE_ROWS } from './tables/tip-words.ts';
import { readTokens } from './tokens.ts';

const isIn = (words: readonly string[], example: string): boolean =>
  new Phrases(words.map((word) => [word, word] as const)).in(readTokens(example).tokens).length > 0;

test('each example holds a word of its row', () => {
  const rows = [...MESSENGERS, ...REMOTE_APPS, ...SIDE_ROWS, ...ASSURANCES.map(({ phrases, example }) => ({ words: phrases, example }))];
  expect(rows.filter(({ words, example }) => !isIn(words, example)).map(({ example }) => example)).toEqual([]);
});

test.each([
  ['messenger', MESSENGERS],
  ['remote', REMOTE_APPS],
  ['assurance', ASSURANCES],
] as const)('each example of a %s is one', (kind, rows) => {
  const examples = (rows as readonly { readonly example: string }[]).map(({ example }) => example);
  expect(examples.filter((example) => guard(example, [])?.kind !== kind)).toEqual([]);
});
