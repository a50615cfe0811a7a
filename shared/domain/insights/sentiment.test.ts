import { expect, test } from 'vitest';
import { expertLean, marketScore, type OpenCall, stockSentiment, technicalVotes, volumeLean, zoneOf } from './sentiment.ts';
import { Technicals } from './technicals.ts';

const now = new Date('2026-11-20T06:00:00Z');
const rising = Array.from({ length: 260 }, (_, i) => ({ h: 101 + i, l: 99 + i, c: 100 + i, v: 1000 }));
const call = (call_type: OpenCall['call_type'], expert_id: string, days = 0, score: number | null = 50): OpenCall => ({
  call_type,
  expert_id,
  score,
  term: 'shortTerm',
  published_at: new Date(now.getTime() - days * 86_400_000).toISOString(),
});

test.each([
  [0, 'Very bearish'],
  [19.9, 'Very bearish'],
  [20, 'Bearish'],
  [40, 'Neutral'],
  [60, 'Bullish'],
  [80, 'Very bullish'],
  [100, 'Very bullish'],
])('a score of %s is %s', (score, zone) => expect(zoneOf(score)).toBe(zone));

test('fewer than three calls, or calls of only one expert, have no say', () => {
  expect(expertLean([call('Buy', 'a'), call('Buy', 'b')], now)).toBeNull();
  expect(expertLean([call('Buy', 'a'), call('Buy', 'a'), call('Buy', 'a')], now)).toBeNull();
  expect(expertLean([call('Buy', 'a'), call('Buy', 'b'), call('Sell', 'b')], now)).toBeCloseTo(1 / 3, 6);
});

test('a call loses half its weight with each half-life of ten days, and a better record weighs more', () => {
  // Sell 10 days old weighs 0.25, two fresh Buys 0.5 each: (0.5 + 0.5 − 0.25) / 1.25 = 0.6.
  expect(expertLean([call('Buy', 'a'), call('Buy', 'b'), call('Sell', 'c', 10)], now)).toBeCloseTo(0.6, 6);
  // Weights 0.8, 0.2, 0.2: (0.8 − 0.4) / 1.2.
  expect(expertLean([call('Buy', 'a', 0, 80), call('Sell', 'b', 0, 20), call('Sell', 'c', 0, 20)], now)).toBeCloseTo(1 / 3, 6);
});

const votesOn = (sessions: typeof rising) => technicalVotes(Technicals.of(sessions), sessions.at(-2));

test('a steady climb votes up, where its straight line leaves MACD at zero', () => {
  expect(votesOn(rising).votes.map((vote) => vote.vote)).toEqual([1, 1, 1, 1, 0, 1]);
  expect(votesOn(rising).absent).toEqual([]);
});

test('a vote without its history is absent, named with the sessions it takes, and no part of the mean', () => {
  const young = rising.slice(-60);
  expect(votesOn(young).absent).toEqual([
    { label: '50-day against 200-day average', need: 200 },
    { label: 'RSI 14', need: 109 },
    { label: 'MACD histogram against zero', need: 121 },
  ]);
  const [, technical] = stockSentiment(null, young, now).drivers;
  expect(technical).toMatchObject({
    value: 1,
    detail: expect.stringContaining('RSI 14: needs 109 sessions · MACD histogram against zero: needs 121 sessions'),
  });
  expect(stockSentiment(null, rising.slice(-40), now).drivers[1]).toMatchObject({ value: null, detail: 'History is too short' });
});

test('votes are of all history, however few sessions are at hand', () => {
  const carried = Technicals.of(rising.slice(0, -1));
  expect(stockSentiment(null, rising.slice(-30), now, 1, carried)).toEqual(stockSentiment(null, rising, now));
});

test('volume that surges on a rising day leans up', () => {
  const surge = [...rising.slice(0, -1), { ...rising.at(-1)!, v: 3000 }];
  // surge 1, OBV rose 19·1000 + 3000 over 20·1000 → capped at 1: (1 + 0.5) / 1.5.
  expect(volumeLean(surge, 1)).toBeCloseTo(1, 6);
  expect(volumeLean(rising.slice(-20), 1)).toBeNull();
});

test('volume is measured against what is usual by now, so a morning does not lean against its move', () => {
  // A tenth of the day's shares after a tenth of the day's usual volume: nothing unusual, only the OBV slope of 19·1000 + 100 speaks.
  const morning = [...rising.slice(0, -1), { ...rising.at(-1)!, v: 100 }];
  expect(volumeLean(morning, 0.1)).toBeCloseTo((0.5 * 19_100) / 20_000 / 1.5, 6);
  // Twice the usual volume by now, on a rising and on a falling price.
  const busy = { ...rising.at(-1)!, v: 200 };
  expect(volumeLean([...rising.slice(0, -1), busy], 0.1)).toBeCloseTo((1 + (0.5 * 19_200) / 20_000) / 1.5, 6);
  expect(volumeLean([...rising.slice(0, -1), { ...busy, c: 1 }], 0.1)).toBeCloseTo((-1 + (0.5 * (19_000 - 200)) / 20_000) / 1.5, 6);
});

test.each([0, 300, 999])('thin volume of %i shares says nothing, whatever the price did', (v) => {
  const [fall, rise] = [-1, 1].map((step) => volumeLean([...rising.slice(0, -1), { ...rising.at(-1)!, c: rising.at(-2)!.c + step, v }], 1)!);
  const slope = (sign: number): number => (0.5 * (19_000 + sign * v)) / 20_000 / 1.5;
  expect(rise).toBeCloseTo(slope(1), 6);
  expect(fall).toBeCloseTo(slope(-1), 6);
});

test('without enough calls their weight goes to technicals and volume, and the score says so', () => {
  const result = stockSentiment([call('Sell', 'a')], rising, now);
  expect(result.note).toBe('Open calls are not counted: technicals and volume only.');
  expect(result.drivers.map((driver) => driver.weight)).toEqual([0, 0.35 / 0.55, 0.2 / 0.55]);
  // technical 5/6, volume (0 + 0.5·1)/1.5 = 1/3: 50 + 50·(0.63636·0.83333 + 0.36364·0.33333) = 82.6.
  expect(result.score).toBeCloseTo(82.6, 1);
});

test('a reader without live calls gets a score that reveals nothing of them', () => {
  const hidden = stockSentiment(null, rising, now);
  expect(hidden.drivers[0]).toMatchObject({ value: null, weight: 0, detail: 'Live calls are for members and are not counted here' });
  expect(hidden.score).toBe(stockSentiment([call('Sell', 'a')], rising, now).score);
});

test('with neither calls nor history there is no needle', () => {
  expect(stockSentiment([], rising.slice(-5), now)).toMatchObject({ score: null, zone: null });
});

test('three drivers weigh 0.45, 0.35 and 0.20', () => {
  const result = stockSentiment([call('Sell', 'a'), call('Sell', 'b'), call('Sell', 'c')], rising, now);
  // −0.45 + 0.35·0.83333 + 0.20·0.33333 = −0.09167 → 45.4.
  expect(result.score).toBeCloseTo(45.4, 1);
  expect(result.zone).toBe('Neutral');
});

test('the market score names its inputs and renormalises what is missing', () => {
  const full = marketScore({ advances: 30, declines: 10, unchanged: 0, aboveSma50: 0.75, highsMinusLows: 0.1 });
  // (0.30·0.5 + 0.20·0.5 + 0.15·0.1) / 0.65 = 0.40769 → 70.4.
  expect(full.score).toBeCloseTo(70.4, 1);
  expect(marketScore({ advances: 0, declines: 0, unchanged: 5, aboveSma50: null, highsMinusLows: null }).score).toBe(50);
});
