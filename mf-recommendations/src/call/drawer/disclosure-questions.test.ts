import { expect, test } from 'vitest';
import { disclosureQuestions } from './disclosure-questions.ts';

const NOTHING = { holds: false, over1pct: false, compensation_12m: false, market_maker: false, officer: false };

test('a call on a share is asked all five questions of Regulation 19', () => {
  expect(disclosureQuestions('stocks', NOTHING).map(([key]) => key)).toEqual(['holds', 'over1pct', 'compensation_12m', 'market_maker', 'officer']);
});

test('an index has no company behind it, so a call on it is asked of positions and market making alone', () => {
  expect(disclosureQuestions('indices', NOTHING)).toEqual([
    ['holds', 'Author or relatives hold a position in this index'],
    ['market_maker', 'Market making in this index'],
  ]);
});

test('what was declared all the same is shown', () => {
  expect(disclosureQuestions('indices', { ...NOTHING, officer: true }).map(([key]) => key)).toEqual(['holds', 'market_maker', 'officer']);
});
