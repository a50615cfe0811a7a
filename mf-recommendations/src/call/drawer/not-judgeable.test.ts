import { expect, test } from 'vitest';
import { notJudgeableText } from './not-judgeable.ts';

const waits = { day: '2026-07-03', before: 13127, opened: null };

test('a symbol that came under another ISIN is not said to have had no trade', () => {
  const why = 'Since 3 Jul 2026 the exchange’s files have the stock’s symbol under another ISIN, so nobody knows whether those prices are its.';
  expect(notJudgeableText({ cause: 'other_isin', ...waits })).toBe(
    `${why} The call waits for a trade, and ends without a result on its last day if none comes.`,
  );
  expect(notJudgeableText({ cause: 'other_isin', ...waits }, true)).toContain(why);
  expect(notJudgeableText({ cause: 'no_trade', ...waits })).toContain('No trade of the stock is on file since 3 Jul 2026, though the exchange was open.');
});
