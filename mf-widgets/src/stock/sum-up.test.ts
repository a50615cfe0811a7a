import { expect, test } from 'vitest';
import { EQUITY, NO_RATING } from '../equity/sample-equity.testing.ts';
import { consensusWords, spreadWords, sumUp } from './sum-up.ts';

const counts = (buy: number, sell: number, hold: number, experts: number) => ({ buy, sell, hold, experts, oldest: null, newest: null });

test.each([
  [counts(1, 1, 0, 2), '2 experts: 1 Buy · 1 Sell'],
  [counts(2, 0, 1, 1), '1 expert: 2 Buy · 1 Hold'],
  [counts(0, 0, 0, 0), ''],
])('%o reads "%s"', (consensus, words) => expect(consensusWords(consensus)).toBe(words));

test.each([
  [undefined, []],
  [{ agreement: null, targets: null }, []],
  [{ agreement: 0, targets: null }, ['The experts disagree: 1 says Buy, 1 says Sell. Each expert counts once, by the newest call. None of it is advice.']],
  [{ agreement: 0.5, targets: null }, ['Most experts agree. Each expert counts once, by the newest call. None of it is advice.']],
  [
    { agreement: 0.6667, targets: { n: 2, mean: 1110, median: 1110, low: 1000, high: 1220, dispersion: 9.91 } },
    [
      'Targets of 2 experts: ₹1,000.00 to ₹1,220.00, median ₹1,110.00, mean ₹1,110.00; their standard deviation is 9.91% of the mean.',
      'Most experts agree. Each expert counts once, by the newest call. None of it is advice.',
    ],
  ],
])('a spread of %o is said', (spread, words) => expect(spreadWords({ ...counts(1, 1, 0, 2), ...(spread && { spread }) })).toEqual(words));

test('a stock is summed up by open calls for who may know of them, and then by its votes, without their verdict', () => {
  const { summary } = EQUITY.rating;
  const said = sumUp({ status: 'active', rating: EQUITY.rating, consensus: counts(1, 1, 0, 2) });
  expect(said).toEqual({
    lead: 'Open calls of 2 experts: 1 Buy · 1 Sell.',
    rest: `Technical votes: ${summary.buy} of 26 buy, ${summary.sell} sell.`,
  });
  expect(sumUp({ status: 'active', rating: EQUITY.rating, consensus: counts(0, 0, 0, 0) }).lead).toBe('');
});

test('of too few votes it says that and nothing else', () => {
  expect(sumUp({ status: 'active', rating: { ...EQUITY.rating, summary: NO_RATING }, consensus: counts(0, 0, 0, 0) })).toEqual({
    lead: '',
    rest: 'Too few sessions for a technical rating.',
  });
});

test('a stock that was not traded in the latest session has no rating, and it is said since when', () => {
  const said = sumUp({ status: 'active', last_traded: '2025-08-19', rating: EQUITY.rating, consensus: counts(0, 0, 0, 0) });
  expect(said).toEqual({ lead: '', rest: 'Last traded on 19 Aug 2025, so there is no technical rating.' });
});

test('a stock whose trading is suspended has no rating, whatever its votes were', () => {
  expect(sumUp({ status: 'suspended', rating: EQUITY.rating, consensus: counts(1, 0, 0, 1) })).toEqual({
    lead: 'Open calls of 1 expert: 1 Buy.',
    rest: 'Trading is suspended, so there is no technical rating.',
  });
});
