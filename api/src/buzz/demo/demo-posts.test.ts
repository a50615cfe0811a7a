import { COMMENT_LENGTH, POST_LENGTH } from '@vimarsh/shared/contract/buzz/types.ts';
import { expect, test } from 'vitest';
import type { Market } from '../../market/index.ts';
import { guardedPublicly } from '../check-text.ts';
import { DEMO_POSTS } from './demo-posts.ts';

const NAMES = [
  ['SUNPHARMA', 'Sun Pharmaceutical Industries Ltd'],
  ['HDFCBANK', 'HDFC Bank Ltd'],
  ['ICICIBANK', 'ICICI Bank Ltd'],
  ['TITAN', 'Titan Company Ltd'],
  ['INFY', 'Infosys Ltd'],
];
const check = guardedPublicly({ instruments: () => NAMES.map(([symbol, name]) => ({ symbol, name })) as unknown as ReturnType<Market['instruments']> });

test('every text of the demo passes the guard of texts and has its length', () => {
  for (const { text, comments = [] } of DEMO_POSTS) {
    expect([check(text), text.length <= POST_LENGTH], text).toEqual([null, true]);
    for (const comment of comments) expect([check(comment.text), comment.text.length <= COMMENT_LENGTH], comment.text).toEqual([null, true]);
  }
});

test('comments are two deep, tags are listed, and posts go back in time', () => {
  for (const { comments = [], symbols = [] } of DEMO_POSTS) {
    for (const { answers } of comments) if (answers !== undefined) expect(comments[answers]!.answers).toBeUndefined();
    for (const symbol of symbols) expect(NAMES.map(([name]) => name)).toContain(symbol);
  }
  const hours = DEMO_POSTS.map(({ hours: before }) => before);
  expect(hours).toEqual([...new Set(hours)].toSorted((a, b) => a - b));
});
