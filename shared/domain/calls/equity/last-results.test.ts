import { describe, expect, test } from 'vitest';
import { exactNet } from './exact-result.ts';
import { MOST_RESULTS, lastResultsOf as ofShown } from './last-results.ts';
import type { ClosedRecord } from './performance.ts';

const DAY = 86_400_000;
const NOON = Date.parse('2026-11-19T06:30:00.000Z');
/** A short-term Buy from 100 with stop 95 and target 110 that ended `daysAgo`. */
const record = (exit: number, daysAgo = 0, change: Partial<ClosedRecord> = {}): ClosedRecord => ({
  call_type: 'Buy',
  term: 'shortTerm',
  status: exit >= 110 ? 'target_hit' : exit <= 95 ? 'sl_hit' : 'expired',
  entry: { price: 100, ts: NOON - (daysAgo + 5) * DAY },
  exit: { price: exit, ts: NOON - daysAgo * DAY },
  target: 110,
  initial_stop: 95,
  realised_return: exit - 100,
  r_multiple: (exit - 100) / 5,
  alpha: null,
  ...change,
});
/** Followers who paid and got the call's own prices. */
const lastResultsOf = (records: readonly ClosedRecord[]) =>
  ofShown(records.map((one) => ({ record: one, made: one.call_type === 'Hold' ? null : exactNet({ ...one, entry: one.entry!, exit: one.exit! }) })));
const ten = [110, 95, 110, 95, 93, 95, 110, 95, 110, 100.2].map((exit, at) => record(exit, at));

describe('ten calls by hand', () => {
  const results = lastResultsOf([...ten, record(101, 3, { call_type: 'Hold', realised_return: null, r_multiple: null })])!;
  test('after costs of 0.25 four gained 9.75 % each; six lost, one of them a gain below its costs: (−5.25 ×4 −7.25 −0.05) / 6', () => {
    expect(results).toMatchObject({ gained: 4, avg_gain: 9.75, lost: 6, avg_loss: -4.72 });
  });
  test('a call made 1.07 % on average: gains and losses together, after costs', () => {
    expect(results.average).toBe(1.07);
  });
  test('nine ended at a level of 5 against 10, one by date below its costs: 9 × 1/3 by chance, and 1/3 − 0.35 of that one', () => {
    expect(results).toMatchObject({ by_chance: 3, apart: false });
  });
  test('the period is the days of the first and the last end', () => {
    expect([results.from, results.to]).toEqual(['2026-11-10', '2026-11-19']);
  });
  test('columns of one percent, each with its calls: a gain below its costs stands with the losses, left of zero', () => {
    expect(results).toMatchObject({
      step: 1,
      columns: [
        { from: -8, gained: 0, lost: 1 },
        { from: -6, gained: 0, lost: 4 },
        { from: -1, gained: 0, lost: 1 },
        { from: 9, gained: 4, lost: 0 },
      ],
    });
  });
});

test('twenty targets in a row, where chance reaches seven, are no luck', () => {
  expect(lastResultsOf(Array.from({ length: 20 }, (_, at) => record(110, at)))).toMatchObject({ by_chance: 7, apart: true });
});

test('a follower who paid more than the call’s own entry lost what the record counts as a gain, and its dot is a loss', () => {
  const shown = ten.map((one, at) => ({ record: one, made: at === 0 ? -0.4 : exactNet({ ...one, entry: one.entry!, exit: one.exit! }) }));
  expect(ofShown(shown)).toMatchObject({ gained: 3, lost: 7 });
});

test('nothing is said of fewer than ten', () => expect(lastResultsOf(ten.slice(1))).toBeNull());

test('three in a hundred that lie far out stand in the outermost column and do not press the others together', () => {
  const near = Array.from({ length: 97 }, (_, at) => record(97 + (at % 9), at));
  const results = lastResultsOf([...near, record(190, 97), record(170, 98), record(150, 99)])!;
  expect(results).toMatchObject({ step: 0.5, lowest: -3.25, highest: 89.75 });
  expect(results.columns.at(-1)).toEqual({ from: 4.5, gained: 13, lost: 0 });
});

test('only gains, or only losses, have no average of the other', () => {
  expect(lastResultsOf(ten.map((_, at) => record(110, at)))).toMatchObject({ lost: 0, avg_loss: null, avg_gain: 9.75 });
  expect(lastResultsOf(ten.map((_, at) => record(95, at)))).toMatchObject({ gained: 0, avg_gain: null, avg_loss: -5.25 });
});

test('of more than a hundred the last count, and every one stands in a column', () => {
  const many = Array.from({ length: 130 }, (_, at) => record(60 + (at % 100), at));
  const results = lastResultsOf(many)!;
  expect(results.gained + results.lost).toBe(MOST_RESULTS);
  expect(results.columns.reduce((total, { gained, lost }) => total + gained + lost, 0)).toBe(MOST_RESULTS);
  expect(results.columns.length).toBeLessThanOrEqual(32);
  expect(results.from).toBe('2026-08-12');
});
