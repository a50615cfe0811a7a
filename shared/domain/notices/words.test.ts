import { expect, test } from 'vitest';
import { TOLD, type Told } from '../../contract/notices/types.ts';
import { noticeWords, topicOf } from './words.ts';

const expert = { user_id: 'exp_01', full_name: 'Meera Joshi' };
const call = { id: 'c1', kind: 'equity', stock: 'TCS', term: 'shortTerm' } as const;
const told = (what: Told, result: number | null = null) => noticeWords({ what, call, expert, result });

test('a win and a loss are told in the same words: only what was reached and the number differ', () => {
  const { title: won, result: gain, ...win } = told('target_hit', 6.1);
  const { title: lost, result: fall, ...loss } = told('sl_hit', -3.42);
  expect([won, gain, lost, fall]).toEqual(['Target reached', '+6.10%', 'Stop-loss reached', '−3.42%']);
  expect(win).toEqual(loss);
});

test.each([
  ['intraday', 'intraday call'],
  ['shortTerm', 'short-term call'],
  ['mediumTerm', 'medium-term call'],
  ['longTerm', 'long-term call'],
  [null, 'option call'],
] as const)('a call of %s is a %s', (term, words) => {
  expect(noticeWords({ what: 'publish', call: { ...call, kind: term ? 'equity' : 'options', term }, expert, result: null }).call).toBe(words);
});

test('a call without a result shows none, and none is not nought', () => {
  expect([told('lapsed').result, told('expired', 0).result]).toEqual(['', '0.00%']);
});

test('only a new call is among the new ones', () => {
  expect(TOLD.filter((what) => topicOf(what) === 'new_calls')).toEqual(['publish']);
});
