import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { comparedTechnicals, technicalsApart } from './independent.testing.ts';
import { IndicatorRun } from './indicator-run.ts';
import type { IndicatorBar } from './indicators.ts';
import { sampleBars } from './sample-bars.testing.ts';
import { ORDER, VALUES, VOTES } from './technical-rating.golden.testing.ts';
import { type Rating, ratingOf, technicalRating } from './technical-rating.ts';

const rated = (bars: readonly IndicatorBar[]) => technicalRating(IndicatorRun.of(bars));

const signs = (votes: readonly { key: string; vote: -1 | 0 | 1 | null }[]): string => {
  const of = new Map(votes.map(({ key, vote }) => [key, vote]));
  return ORDER.map((key) => ({ '-1': '-', 0: '0', 1: '+' })[String(of.get(key)) as '-1' | '0' | '1'] ?? '?').join('');
};
/** Rest on averages in which, of 205 bars, the first value still weighs too much. */
const UNSETTLED = ['ema50', 'ema100', 'ema200', 'stochrsi', 'bbp13'];

test.each(VOTES)('bars of seed %d: the votes that 205 bars settle, as worked out independently over decimals', (seed, votes) => {
  const wanted = ORDER.map((key, at) => (UNSETTLED.includes(key) ? '?' : votes[at])).join('');
  expect(signs(rated(sampleBars(seed, 205)).votes)).toBe(wanted);
});

test('groups are the means of the votes that were cast', () => {
  const { votes, averages, oscillators, summary } = rated(sampleBars(37, 205));
  const meanOf = (group: string): number => {
    const cast = votes.flatMap((vote) => (vote.group === group && vote.vote !== null ? [vote.vote as number] : []));
    return cast.reduce((sum, vote) => sum + vote, 0) / cast.length;
  };
  expect(averages.value!.score).toBeCloseTo(meanOf('averages'), 10);
  expect(oscillators.value!.score).toBeCloseTo(meanOf('oscillators'), 10);
  expect(summary.value!.score).toBeCloseTo((averages.value!.score + oscillators.value!.score) / 2, 10);
  const { buy, neutral, sell } = summary.value!;
  expect(buy + neutral + sell).toBe(26 - UNSETTLED.length);
});

test('a program in another language, by published definitions, has every figure to six digits and every vote, of histories of all lengths', () => {
  const lengths = [12, 20, 29, 45, 60, 78, 90, 108, 109, 110, 120, 121, 140, 141, 222, 223, 445, 446, 750, 890, 891, 1300];
  const histories = [
    ...lengths.flatMap((count, at) => Array.from({ length: 6 }, (_, of) => sampleBars(37 * (at + 1) + 991 * of + 5, count))),
    ...VOTES.map(([seed]) => sampleBars(seed, 205)),
    ...Array.from({ length: 150 }, (_, of) => sampleBars(53 * of + 1, 230)),
  ];
  const apart = technicalsApart(histories);
  const compared = histories.map((bars, at) => comparedTechnicals(bars, apart[at]!));
  expect(compared.flatMap(({ differences }, at) => differences.map((each) => `${histories[at]!.length} bars, ${each}`))).toEqual([]);
  // Every vote is there with each side it can have, or the program compares less than it seems to.
  for (const key of ORDER)
    for (const side of key === 'rsi14' ? [0, -1] : [1, -1]) expect(apart.filter(({ vote }) => vote[key] === side).length, `${key} ${side}`).toBeGreaterThan(0);
});

const REAL = '../shared/data/nse-eod/five-years';
test.skipIf(!existsSync(REAL))('the same of fifty stocks over five years', () => {
  const histories = readdirSync(REAL).map((file) =>
    readFileSync(`${REAL}/${file}`, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',').map(Number))
      .map(([, , h, l, c, v]): IndicatorBar => ({ h: h!, l: l!, c: c!, v: v! })),
  );
  expect(histories.length).toBeGreaterThan(40);
  const apart = technicalsApart(histories);
  const compared = histories.map((bars, at) => comparedTechnicals(bars, apart[at]!));
  expect(compared.flatMap(({ differences }, at) => differences.map((each) => `${readdirSync(REAL)[at]}: ${each}`))).toEqual([]);
});

test('a long fall that turns up: Wilder’s RSI is still below 30', () => {
  const fall = Array.from({ length: 130 }, (_, at) => 1000 - at * 5);
  const turned = [...fall, 358].map((c) => ({ h: c + 1, l: c - 1, c, v: 1000 }));
  expect(rated(turned).votes.find((vote) => vote.key === 'rsi14')!.vote).toBe(1);
});

test('values of 260 bars agree to nine digits with those worked out over decimals', () => {
  const near = (got: number, wanted: number): void => expect(Math.abs(got - wanted)).toBeLessThan(1e-8 * Math.max(1, Math.abs(wanted)));
  for (const vote of rated(sampleBars(2024, 260)).votes) if (vote.value !== null) near(vote.value, VALUES[vote.key as keyof typeof VALUES]);
  near(IndicatorRun.of(sampleBars(2024, 260)).atr!, VALUES.atr14);
});

test('a vote appears with its own history and not a session before', () => {
  const bars = sampleBars(7, 900);
  for (const { key, need } of rated(bars).votes) {
    const at = (sessions: number) => rated(bars.slice(0, sessions)).votes.find((vote) => vote.key === key)!;
    expect({ key, vote: at(need - 1).vote, value: at(need - 1).value }).toEqual({ key, vote: null, value: null });
    expect(at(need).vote, key).not.toBeNull();
  }
});

test('history that begins later gives the same votes, and figures that differ by no more than its first value weighs', () => {
  const bars = sampleBars(11, 2500);
  const [whole, later] = [rated(bars), rated(bars.slice(-1200))];
  for (const [at, { key, value, vote }] of whole.votes.entries()) {
    expect(later.votes[at]!.vote, key).toBe(vote);
    expect(Math.abs(later.votes[at]!.value! - value!) / Math.max(1, Math.abs(value!)), key).toBeLessThan(0.001);
  }
});

test('a step from a run that is kept gives what all bars give, and takes nothing from it', () => {
  const bars = sampleBars(19, 700);
  const kept = IndicatorRun.of(bars.slice(0, -1));
  const [one, other] = [kept.copy(), kept.copy()];
  other.push({ h: 9999, l: 1, c: 5, v: 1 });
  one.push(bars.at(-1)!);
  expect(technicalRating(one)).toEqual(rated(bars));
  expect(kept.sessions).toBe(699);
});

test('absent votes make the group smaller; below half of them there is no rating', () => {
  const few = rated(sampleBars(7, 80));
  // Four plain averages of up to 50 sessions, EMA 10, Hull and VWMA are seven of the eight it takes: 78 sessions bring Ichimoku.
  expect(few.averages.value!.buy + few.averages.value!.neutral + few.averages.value!.sell).toBe(8);
  const none = rated(sampleBars(7, 20));
  expect(none.averages).toEqual({ value: null, have: 4, need: 8 });
  expect(none.summary.value).toBeNull();
  expect(rated([]).summary).toEqual({ value: null, have: 0, need: 2 });
});

test('a stock that never moved is neutral, without a division by nothing', () => {
  const flat = Array.from({ length: 900 }, () => ({ h: 100, l: 100, c: 100, v: 10 }));
  const rating = rated(flat);
  for (const vote of rating.votes) expect({ key: vote.key, finite: Number.isFinite(vote.value) }).toEqual({ key: vote.key, finite: true });
  expect(rating.averages.value!.rating).toBe('Neutral');
  expect(rating.oscillators.value!.rating).toBe('Neutral');
  const idle = rated(flat.map((bar) => ({ ...bar, v: 0 })));
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
