import { expect, test } from 'vitest';
import { atrSeries, bollinger, moneyFlow, rateOfChange } from './indicators.ts';
import { sampleBars } from './sample-bars.testing.ts';
import { ORDER, VALUES, VOTES } from './technical-rating.golden.testing.ts';
import { type Rating, ratingOf, technicalRating } from './technical-rating.ts';

const signs = (votes: readonly { key: string; vote: -1 | 0 | 1 | null }[]): string => {
  const of = new Map(votes.map(({ key, vote }) => [key, vote]));
  return ORDER.map((key) => ({ '-1': '-', 0: '0', 1: '+' })[String(of.get(key)) as '-1' | '0' | '1'] ?? '?').join('');
};

test.each(VOTES)('bars of seed %d: all 26 votes and both means as worked out independently', (seed, votes, averages, oscillators) => {
  const rating = technicalRating(sampleBars(seed, 205));
  expect(signs(rating.votes)).toBe(votes);
  expect(rating.averages.value!.score).toBeCloseTo(averages, 10);
  expect(rating.oscillators.value!.score).toBeCloseTo(oscillators, 10);
  expect(rating.summary.value!.score).toBeCloseTo((averages + oscillators) / 2, 10);
  const { buy, neutral, sell } = rating.summary.value!;
  expect(buy + neutral + sell).toBe(26);
});

test('the examples hold a vote of each side for every indicator', () => {
  ORDER.forEach((key, at) => {
    const cast = VOTES.map(([, votes]) => votes[at]);
    if (key !== 'rsi14') expect(cast, key).toContain('+');
    expect(cast, key).toContain('-');
  });
  // A long fall that turns up: Wilder's RSI is still below 30.
  const fall = Array.from({ length: 60 }, (_, at) => 1000 - at * 5);
  const turned = [...fall, 708].map((c) => ({ h: c + 1, l: c - 1, c, v: 1000 }));
  expect(technicalRating(turned).votes.find((vote) => vote.key === 'rsi14')!.vote).toBe(1);
});

test('every indicator’s value agrees to nine digits', () => {
  const bars = sampleBars(2024, 260);
  const closes = bars.map((bar) => bar.c);
  const near = (got: number, wanted: number): void => expect(Math.abs(got - wanted)).toBeLessThan(1e-8 * Math.max(1, Math.abs(wanted)));
  for (const vote of technicalRating(bars).votes) near(vote.value!, VALUES[vote.key as keyof typeof VALUES]);
  near(atrSeries(bars, 14).at(-1)!, VALUES.atr14);
  near(moneyFlow(bars, 14)!, VALUES.mfi14);
  near(rateOfChange(closes, 12).at(-1)!, VALUES.roc12);
  near(bollinger(closes, 20, 2)!.upper, VALUES.bb_upper);
  near(bollinger(closes, 20, 2)!.lower, VALUES.bb_lower);
});

test('a vote appears with its own history and not a session before', () => {
  const bars = sampleBars(7, 260);
  for (const { key, need } of technicalRating(bars).votes) {
    const at = (sessions: number) => technicalRating(bars.slice(0, sessions)).votes.find((vote) => vote.key === key)!;
    expect({ key, vote: at(need - 1).vote, value: at(need - 1).value }).toEqual({ key, vote: null, value: null });
    expect(at(need).vote, key).not.toBeNull();
  }
});

test('absent votes make the group smaller; below half of them there is no rating', () => {
  const few = technicalRating(sampleBars(7, 60));
  expect(few.averages.value!.buy + few.averages.value!.neutral + few.averages.value!.sell).toBe(10);
  const none = technicalRating(sampleBars(7, 20));
  expect(none.averages).toEqual({ value: null, have: 6, need: 8 });
  expect(none.summary.value).toBeNull();
  expect(technicalRating([]).summary).toEqual({ value: null, have: 0, need: 2 });
});

test('a stock that never moved is neutral, without a division by nothing', () => {
  const flat = Array.from({ length: 220 }, () => ({ h: 100, l: 100, c: 100, v: 10 }));
  const rating = technicalRating(flat);
  for (const vote of rating.votes) expect({ key: vote.key, finite: Number.isFinite(vote.value) }).toEqual({ key: vote.key, finite: true });
  expect(rating.averages.value!.rating).toBe('Neutral');
  expect(rating.oscillators.value!.rating).toBe('Neutral');
  const idle = technicalRating(flat.map((bar) => ({ ...bar, v: 0 })));
  expect(idle.votes.find((vote) => vote.key === 'vwma20')).toMatchObject({ value: null, vote: null });
});

test.each<[number, Rating]>([
  [-1, 'Strong sell'],
  [-0.5, 'Sell'],
  [-0.1, 'Neutral'],
  [0.1, 'Neutral'],
  [0.11, 'Buy'],
  [0.5, 'Buy'],
  [0.51, 'Strong buy'],
])('a mean of %d reads %s', (score, wanted) => {
  expect(ratingOf(score)).toBe(wanted);
});
