import { expect, test } from 'vitest';
import { type BookEntry, findInBook, type WantedOrder } from './find-in-book.ts';

const NOW = Date.parse('2026-11-30T05:00:00Z');
const WANTED: WantedOrder = { id: 'O1', tag: 'T1', broker_order_id: '', instrument: 'TCS', side: 'buy', quantity: 10, sent_at: NOW };
const entry = (over: Partial<BookEntry>): BookEntry => ({
  broker_order_id: 'B1',
  tag: '',
  instrument: 'TCS',
  side: 'buy',
  quantity: 10,
  placed_at: NOW + 500,
  ...over,
});
const NONE = new Set<string>();

test.each([
  ['by the broker’s id', { broker_order_id: 'B2' }, [entry({}), entry({ broker_order_id: 'B2' })], 'B2'],
  ['by our id, before what looks alike', {}, [entry({}), entry({ broker_order_id: 'B2', tag: 'T1' })], 'B2'],
  ['by what it is, where the broker lost the tag', {}, [entry({})], 'B1'],
  ['by what it is, where the broker’s clock is an hour off', {}, [entry({ placed_at: NOW + 3_600_000 })], 'B1'],
])('S2.1-ROUTE-19: an order is found %s', (_how, over, book, id) => {
  expect(findInBook({ ...WANTED, ...over }, book, NONE)).toMatchObject({ kind: 'found', entry: { broker_order_id: id } });
});

test.each([
  ['another share', entry({ instrument: 'INFY' })],
  ['the other side', entry({ side: 'sell' })],
  ['another quantity', entry({ quantity: 11 })],
  ['this morning', entry({ placed_at: NOW - 3 * 3_600_000 })],
  ['another tag', entry({ tag: 'T9' })],
])('S2.1-ROUTE-19: an order is not one of %s', (_what, other) => {
  expect(findInBook(WANTED, [other], NONE)).toEqual({ kind: 'none' });
});

test('S2.1-ROUTE-19: two that look alike are no find, and one that is another order’s of ours is never taken', () => {
  const [one, two] = [entry({}), entry({ broker_order_id: 'B2' })];
  expect(findInBook(WANTED, [one, two], NONE).kind).toBe('several');
  expect(findInBook(WANTED, [one, two], new Set(['B1']))).toMatchObject({ kind: 'found', entry: two, how: 'looks' });
  expect(findInBook(WANTED, [one, two], new Set(['B1', 'B2']))).toEqual({ kind: 'none' });
});
