import { expect, test } from 'vitest';
import { EQUITY, NO_RATING } from '../equity/sample-equity.testing.ts';
import { consensusWords, sumUp } from './sum-up.ts';

const counts = (buy: number, sell: number, hold: number, experts: number) => ({ buy, sell, hold, experts, oldest: null, newest: null });

test.each([
  [counts(1, 1, 0, 2), '2 experts: 1 Buy, 1 Sell'],
  [counts(2, 0, 1, 1), '1 expert: 2 Buy, 1 Hold'],
  [counts(0, 0, 0, 0), ''],
])('%o reads "%s"', (consensus, words) => expect(consensusWords(consensus)).toBe(words));

test('a stock is summed up by its votes, and by open calls for who may know of them', () => {
  const { summary } = EQUITY.rating;
  const said = sumUp({ rating: EQUITY.rating, consensus: counts(1, 1, 0, 2) });
  expect(said).toEqual({
    lead: `Technical rating: ${summary.rating}.`,
    rest: `${summary.buy} of 26 votes buy, ${summary.sell} sell. Open calls of 2 experts: 1 Buy, 1 Sell.`,
  });
  expect(sumUp({ rating: EQUITY.rating, consensus: counts(0, 0, 0, 0) }).rest).not.toContain('calls');
});

test('of too few votes it says that and nothing else', () => {
  expect(sumUp({ rating: { ...EQUITY.rating, summary: NO_RATING }, consensus: counts(0, 0, 0, 0) })).toEqual({
    lead: 'Too few sessions for a technical rating.',
    rest: '',
  });
});
