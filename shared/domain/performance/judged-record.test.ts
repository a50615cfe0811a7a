import { describe, expect, test } from 'vitest';
import { hitInterval, type JudgedCall, judgedRecord } from './judged-record.ts';

const DAY = 86_400_000;
const asOf = new Date('2026-11-19T10:00:00.000Z');
/** A Buy from 100 with stop 95 and target 110; its follower made 0.1 % less. */
const call = (exit: number, change: Partial<JudgedCall> = {}, exitTs = asOf.getTime() - 10 * DAY): JudgedCall => ({
  call_type: 'Buy',
  term: 'shortTerm',
  status: exit >= 110 ? 'target_hit' : exit <= 95 ? 'sl_hit' : 'expired',
  entry: { price: 100, ts: exitTs - 5 * DAY },
  exit: { price: exit, ts: exitTs },
  target: 110,
  initial_stop: 95,
  realised_return: exit - 100,
  r_multiple: (exit - 100) / 5,
  alpha: null,
  follower_return: exit - 100.1,
  ...change,
});
const never = (status: 'lapsed' | 'cancelled') =>
  call(100, { status, entry: null, exit: null, realised_return: null, r_multiple: null, follower_return: null });
/** Four targets, five stops (one with a gap) and one expiry with a gain below costs. */
const ten = [110, 95, 110, 95, 93, 95, 110, 95, 110, 100.2].map((exit) => call(exit));

describe('hit interval: bounds found by bisecting the score test in another program', () => {
  test.each([
    [4, 10, 16.818, 68.7326],
    [0, 10, 0, 27.7533],
    [10, 10, 72.2467, 100],
    [50, 100, 40.3832, 59.6168],
    [3, 7, 15.822, 74.9542],
    [400, 1000, 37.0075, 43.0691],
  ])('%i of %i', (hits, n, low, high) => {
    expect(hitInterval(hits, n)).toEqual({ low, high });
  });
});

describe('an expert’s record worked by hand', () => {
  const record = judgedRecord(
    [...ten, never('lapsed'), never('cancelled'), call(101, { call_type: 'Hold', realised_return: null, r_multiple: null })],
    '1M',
    asOf,
  );
  test('counts and period stand with the figures; lapsed, cancelled and Hold have no result', () => {
    expect(record).toMatchObject({ n: 10, hits: 4, misses: 6, too_few: false, lapsed: 1, cancelled: 1, period: '1M', from: '2026-10-19', to: '2026-11-19' });
    expect(record.method_version).toBe('judged-equity-1');
  });
  test('rate with its interval, beside the driftless one: nine times 5 / 15 and once one in two', () => {
    expect(record.hit_rate).toEqual({ value: 40, low: 16.818, high: 68.7326 });
    expect(record.driftless_rate).toBe(35);
  });
  test('after costs of 0.25: gains of 9.75; losses 4 × 5.25 + 7.25 + 0.05 over six', () => {
    expect([record.gain, record.loss]).toEqual([
      { n: 4, value: 9.75 },
      { n: 6, value: -4.7167 },
    ]);
  });
  test('what a follower made stands beside the headline of the same calls, and not below ten of them', () => {
    expect(record.follower).toEqual({ n: 10, headline: 1.32, return: 1.22 });
    const nine = judgedRecord([...ten.slice(1), call(110, { follower_return: null })], 'ALL', asOf);
    expect(nine.follower).toEqual({ n: 9, headline: null, return: null });
    expect(nine.hit_rate?.value).toBe(40);
  });
});

test('below ten calls no rate and no average is given, only counts', () => {
  expect(judgedRecord(ten.slice(1), 'ALL', asOf)).toMatchObject({
    n: 9,
    hits: 3,
    misses: 6,
    too_few: true,
    hit_rate: null,
    driftless_rate: null,
    gain: { n: 3, value: null },
    loss: { n: 6, value: null },
    from: null,
  });
  expect(judgedRecord([], '1Y', asOf)).toMatchObject({ n: 0, too_few: true, hit_rate: null, by_term: [], by_type: [] });
});

test('a period begins with its first IST day and knows nothing that ended after its instant', () => {
  const midnight = Date.parse('2026-10-18T18:30:00.000Z');
  const at = (instant: number) => judgedRecord([call(110, {}, instant)], '1M', asOf).n;
  expect([midnight - 1, midnight, asOf.getTime(), asOf.getTime() + 1].map(at)).toEqual([0, 1, 1, 0]);
});

test('splits by term and type show rates from five calls on, and their counts add up to the whole', () => {
  const mixed = ten.map((one, index): JudgedCall => ({ ...one, term: index < 5 ? 'mediumTerm' : 'shortTerm', call_type: index < 4 ? 'Sell' : 'Buy' }));
  const record = judgedRecord(mixed, 'ALL', asOf);
  expect(record.by_term.map(({ term, n, hits, too_few, hit_rate }) => [term, n, hits, too_few, hit_rate?.value])).toEqual([
    ['mediumTerm', 5, 2, false, 40],
    ['shortTerm', 5, 2, false, 40],
  ]);
  expect(record.by_type.map(({ call_type, n, too_few, hit_rate }) => [call_type, n, too_few, hit_rate?.value])).toEqual([
    ['Buy', 6, false, 33.3333],
    ['Sell', 4, true, undefined],
  ]);
});
