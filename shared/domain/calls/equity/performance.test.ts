import { describe, expect, test } from 'vitest';
import { metricsOf, score } from '../../performance/whole-records.testing.ts';
import { defaultPolicy, figuresAllowed, periodStart, recordsAllowed } from '../past-policy.ts';
import { type ClosedRecord, normalCdf, summaryNote } from './performance.ts';

const DAY = 86_400_000;
const asOf = Date.parse('2026-11-19T10:00:00.000Z');
/** A Buy from 100 with stop 95 and target 110 that ended `daysAgo`, five days after entry. */
const record = (exit: number, change: Partial<ClosedRecord> = {}, daysAgo = 30): ClosedRecord => ({
  call_type: 'Buy',
  term: 'shortTerm',
  status: exit >= 110 ? 'target_hit' : exit <= 95 ? 'sl_hit' : 'expired',
  entry: { price: 100, ts: asOf - (daysAgo + 5) * DAY },
  exit: { price: exit, ts: asOf - daysAgo * DAY },
  target: 110,
  initial_stop: 95,
  realised_return: exit - 100,
  r_multiple: (exit - 100) / 5,
  alpha: null,
  ...change,
});
const open = (status: 'lapsed' | 'cancelled'): ClosedRecord => record(100, { status, entry: null, exit: null, realised_return: null, r_multiple: null });
/** Four targets, five stops (one with a gap) and one expiry with a gain below costs, closing in this order. */
const ten = [110, 95, 110, 95, 93, 95, 110, 95, 110, 100.2].map((exit, index) => record(exit, {}, 60 - index));

describe('figures computed by hand', () => {
  const figures = metricsOf(
    [...ten, open('lapsed'), open('lapsed'), open('cancelled'), record(101, { call_type: 'Hold', realised_return: null, r_multiple: null })],
    61,
  );
  test('counts: a result below costs is a miss; lapsed, cancelled and Hold are counted separately', () => {
    expect(figures).toMatchObject({ n: 10, hits: 4, misses: 6, hit_rate: 40, lapsed: 2, cancelled: 1, early_exit_pct: 0 });
  });
  test('returns: sum +40 −20 −7 +0.2 = 13.2 %', () => {
    expect(figures).toMatchObject({ avg_return: 1.32, median_return: -2.4, best: 10, worst: -7, avg_days: 5 });
  });
  test('R: +2 ×4, −1 ×4, −1.4, +0.04; profit factor 8.04 / 5.4', () => {
    expect(figures).toMatchObject({ expectancy_r: 0.264, profit_factor: 1.4889 });
  });
  test('drawdown: after +2 −1 +2 the curve falls −1 −1.4 −1 = 3.4 from its peak', () => {
    expect(figures.max_drawdown_r).toBe(3.4);
  });
  test('score and stars pass through; alpha needs ten values', () => {
    expect(figures).toMatchObject({ score: 61, stars: 3.5, alpha: null });
    expect(
      metricsOf(
        ten.map((row, index) => ({ ...row, alpha: index })),
        null,
      ),
    ).toMatchObject({ alpha: 4.5, score: null, stars: null });
  });
  test('the score is of the last 365 days: a period with few calls does not hide it', () => {
    expect(metricsOf(ten.slice(0, 2), 61)).toMatchObject({ n: 2, hit_rate: null, score: 61, stars: 3.5 });
  });
  test('below ten closed calls every rate is null and a sentence says why', () => {
    const few = metricsOf(ten.slice(0, 6), null);
    expect(few).toMatchObject({ n: 6, hits: 2, misses: 4, hit_rate: null, avg_return: null, profit_factor: null, max_drawdown_r: null, stars: null });
    expect([summaryNote(6), summaryNote(1), summaryNote(0), summaryNote(10)]).toEqual([
      '6 closed calls — too few to summarise. See each call.',
      '1 closed call — too few to summarise. See each call.',
      'No closed calls yet.',
      '',
    ]);
  });
  test('no losses: the profit factor is undefined, not infinite', () => {
    expect(
      metricsOf(
        ten.map(() => record(110)),
        null,
      ).profit_factor,
    ).toBeNull();
  });
});

describe('score', () => {
  const repeat = (exits: number[], times: number, change: Partial<ClosedRecord> = {}, daysAgo = 30) =>
    Array.from({ length: times }, () => exits.map((exit) => record(exit, change, daysAgo))).flat();

  test('a third of targets at twice the risk is what chance gives: in the middle of what that leaves', () => {
    // p₀ = 5/15 = 1/3, so z = 0, Φ = 0.5; alpha unknown 0.5; PF = 2/2 = 1 → 0.5; discipline 1.
    // raw = 0.175 + 0.15 + 0.10 + 0.15 = 0.575; n = 30: 1 − e^(−1.2) = 0.698806; 100·(0.5 + 0.075·0.698806) = 55.24;
    // it can’t be told from luck: 20 + 0.4·55.24.
    expect(score(repeat([110, 95, 95], 10), asOf)).toBe(42.1);
  });
  test('by hand for two thirds of targets', () => {
    // z = 30·(2/3 − 1/3)/√(30·2/9) = 3.8730, Φ = 0.999946; PF = 4 → 0.8; raw = 0.349981 + 0.15 + 0.16 + 0.15 = 0.809981 → 71.66;
    // it is better than luck: 60 + 0.4·71.66.
    expect(score(repeat([110, 110, 95], 10), asOf)).toBe(88.66);
  });
  test('early exits cost discipline', () => {
    const early = repeat([103], 30, { status: 'exited' });
    // Every call exited: discipline 0 instead of 1 takes 15 points of raw, on the 40 points that a verdict leaves.
    expect(score(repeat([103], 30, { status: 'expired' }), asOf)! - score(early, asOf)!).toBeCloseTo(0.4 * 15 * (1 - Math.exp(-30 / 25)), 1);
  });
  test('tiny targets with huge stops earn nothing by a high hit rate', () => {
    // Target 1 away, stop 20 away: p₀ = 20/21. 28 of 30 hits are about what chance gives, and the losses eat the gains.
    const tiny = { target: 101, initial_stop: 80 };
    const list = [
      ...Array.from({ length: 28 }, () => record(101, { ...tiny, status: 'target_hit' as const, r_multiple: 0.05 })),
      ...Array.from({ length: 2 }, () => record(80, { ...tiny, status: 'sl_hit' as const, r_multiple: -1 })),
    ];
    expect(score(list, asOf)).toBeLessThan(43);
  });
  test('not rated below ten, capped at 69 below twenty, only the last 365 days count', () => {
    expect(score(repeat([110], 9), asOf)).toBeNull();
    expect(score(repeat([110], 19, { alpha: 8 }), asOf)).toBeLessThanOrEqual(69);
    expect(score(repeat([110], 30, {}, 366), asOf)).toBeNull();
    expect(score(repeat([110], 30, {}, -1), asOf)).toBeNull();
  });
  test('steady alpha lifts it', () => {
    const rows = repeat([110, 95, 95], 10).map((row, index) => ({ ...row, alpha: index % 2 ? 2 : 1 }));
    expect(score(rows, asOf)!).toBeGreaterThan(46);
  });
});

test('normal distribution', () => {
  expect(normalCdf(0)).toBeCloseTo(0.5, 6);
  expect(normalCdf(1.96)).toBeCloseTo(0.975, 4);
  expect(normalCdf(-1)).toBeCloseTo(0.158655, 5);
});

test('periods look back by the calendar', () => {
  expect((['1W', '1M', '3M', '6M', '1Y'] as const).map((period) => periodStart(period, '2026-11-20'))).toEqual([
    '2026-11-13',
    '2026-10-20',
    '2026-08-20',
    '2026-05-20',
    '2025-11-20',
  ]);
  expect(periodStart('1M', '2026-03-31')).toBe('2026-02-28');
  expect(periodStart('ALL', '2026-11-20')).toBeNull();
});

test.each([
  ['demo', true, true],
  ['parrva', false, true],
  ['client_request', false, true],
  ['off', false, false],
] as const)('policy %s: figures %s, records %s', (mode, figures, records) => {
  expect([figuresAllowed(mode), recordsAllowed(mode)]).toEqual([figures, records]);
});

test('the demo on simulated prices shows everything, anything else nothing by default', () => {
  expect([defaultPolicy(true, true), defaultPolicy(true, false), defaultPolicy(false, true)]).toEqual(['demo', 'client_request', 'client_request']);
});
