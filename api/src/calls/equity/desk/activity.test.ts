import { expect, test } from 'vitest';
import { type ActiveRow, activityOf, MOST_ACTIVITY } from './activity.ts';

const day = (date: number): Date => new Date(Date.UTC(2026, 10, date, 5));
const row = (id: string, change: Partial<ActiveRow> = {}): ActiveRow => ({
  id,
  expert_id: 'exp_01',
  stock: 'INFY',
  call_type: 'Buy',
  term: 'shortTerm',
  status: 'active',
  published_at: day(3),
  entry_mode: 'market',
  is_open: true,
  entry_price: null,
  exit_price: null,
  exit_at: null,
  entry_at: null,
  ended_at: null,
  realised_return: null,
  ...change,
});
const told = (rows: ActiveRow[], from: Date | null) =>
  activityOf(rows, from).map(({ call_id, what, at, realised_return }) => [call_id, what, at.slice(8, 10), realised_return]);

test.each<[string, ActiveRow[], Date | null, unknown[]]>([
  ['nothing', [], null, []],
  ['a call that waits', [row('a')], null, [['a', 'published', '03', null]]],
  [
    'a whole life, its result at its end',
    [row('a', { entry_at: day(4), ended_at: day(9), realised_return: -2.5, status: 'sl_hit' })],
    null,
    [
      ['a', 'ended', '09', -2.5],
      ['a', 'entered', '04', null],
      ['a', 'published', '03', null],
    ],
  ],
  [
    'what lies before the period stays out',
    [row('a', { entry_at: day(4), ended_at: day(9), realised_return: 1 })],
    day(4),
    [
      ['a', 'ended', '09', 1],
      ['a', 'entered', '04', null],
    ],
  ],
  [
    'calls between each other, by time',
    [row('a', { entry_at: day(8) }), row('b', { published_at: day(5) })],
    day(4),
    [
      ['a', 'entered', '08', null],
      ['b', 'published', '05', null],
    ],
  ],
  [
    'all at one moment, in the order of a life read backwards',
    [row('a', { published_at: day(5), entry_at: day(5), ended_at: day(5), realised_return: 0 })],
    null,
    [
      ['a', 'ended', '05', 0],
      ['a', 'entered', '05', null],
      ['a', 'published', '05', null],
    ],
  ],
])('%s', (_, rows, from, expected) => expect(told(rows, from)).toEqual(expected));

test('it ends somewhere', () => {
  expect(
    activityOf(
      Array.from({ length: 80 }, (_, at) => row(String(at))),
      null,
    ),
  ).toHaveLength(MOST_ACTIVITY);
});
