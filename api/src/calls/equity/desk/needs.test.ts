import { expect, test } from 'vitest';
import { endedToday, needOf, needsInOrder, type OpenRow } from './needs.ts';

/** Friday 20 Nov 2026, 14:30 IST. */
const NOW = new Date('2026-11-20T09:00:00.000Z');
const row = (change: Partial<OpenRow> = {}): OpenRow => ({
  id: 'a',
  stock: 'TCS',
  entry_mode: 'limit',
  published_at: NOW,
  call_type: 'Buy',
  term: 'shortTerm',
  status: 'active',
  is_open: true,
  entry_price: 100,
  entry_at: NOW,
  exit_price: null,
  exit_at: null,
  realised_return: null,
  expert_id: 'exp_01',
  ended_at: null,
  target_price: 120,
  stop_loss: 90,
  entry_until: null,
  ...change,
});
const SELL = { call_type: 'Sell', target_price: 80, stop_loss: 110 } as const;
const WAITS = { status: 'awaiting_entry', entry_price: null, entry_at: null } as const;

test.each([
  ['within a quarter of the risk of its stop-loss', {}, 92.4, 'near_stop'],
  ['a quarter of the risk away', {}, 92.5, null],
  ['within a quarter of the way to its target', {}, 115.1, 'near_target'],
  ['in the middle', {}, 100, null],
  ['a call to sell near its stop-loss', SELL, 108, 'near_stop'],
  ['a call to sell near its target', SELL, 84, 'near_target'],
  ['without a price', {}, null, null],
  ['a Hold has a band and no way', { call_type: 'Hold' }, 92, null],
  ['its entry ends today', { ...WAITS, entry_until: Date.parse('2026-11-20T09:15:00.000Z') }, 92, 'entry_ends'],
  ['its entry ended', { ...WAITS, entry_until: NOW.getTime() }, 92, null],
  ['its entry ends tomorrow', { ...WAITS, entry_until: Date.parse('2026-11-23T09:15:00.000Z') }, 92, null],
] as const)('an open call: %s', (_name, change, price, what) => {
  expect(needOf(row(change as Partial<OpenRow>), price, NOW)?.what ?? null).toBe(what);
});

test('what ended today needs its reader, what ended yesterday by Indian time does not', () => {
  const ended = (id: string, at: string) => row({ id, status: 'sl_hit', ended_at: new Date(at) });
  const today = endedToday([ended('today', '2026-11-19T18:31:00.000Z'), ended('yesterday', '2026-11-19T18:29:00.000Z'), row()], NOW);
  expect(today.map(({ row: { id }, what, at }) => [id, what, at])).toEqual([['today', 'ended', '2026-11-19T18:31:00.000Z']]);
});

test('a stop-loss stands before an end, an end before a target, and names are in order', () => {
  const of = (id: string, stock: string, what: 'near_stop' | 'ended' | 'near_target' | 'entry_ends') => ({ row: row({ id, stock }), what, at: null });
  const all = [of('1', 'A', 'entry_ends'), of('2', 'A', 'near_target'), of('3', 'B', 'near_stop'), of('4', 'A', 'near_stop'), of('5', 'A', 'ended')];
  expect(needsInOrder(all).map(({ row: { id } }) => id)).toEqual(['4', '3', '5', '2', '1']);
});
