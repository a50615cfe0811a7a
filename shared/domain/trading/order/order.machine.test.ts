import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../../../build/modules.ts';
import { tradingDocument } from '../../../build/texts/trading-document.ts';
import { TRADING_ORDER_STATES } from '../../../contract/trading/types.ts';
import { isOver } from './ended.ts';
import { nextOrderState, orderEvents, orderTable, saying } from './order.machine.ts';

test('S2.1-ROUTE-19: `rejected` has one way in, the broker’s own word', () => {
  const into = orderTable().filter(({ to }) => to === 'rejected');
  expect([...new Set(into.map(({ event }) => event))].sort()).toEqual(['REFUSED', 'SAYS_REJECTED', 'SAYS_REJECTED, book read afterwards']);
  expect(into.filter(({ event }) => event === 'REFUSED').map(({ state }) => state)).toEqual(['sent']);
});

test('S2.1-ROUTE-19: unknown ends by the broker’s word, or by its final book alone', () => {
  const out = orderEvents().filter((event) => (nextOrderState('unknown', event) ?? 'unknown') !== 'unknown');
  expect([...new Set(out.map(({ type }) => type.replace(/_.*/, '')))].sort()).toEqual(['ABSENT', 'ACCEPTED', 'SAYS']);
  expect(nextOrderState('unknown', { type: 'ABSENT' })).toBe('not_received');
});

test('an order is sent once: no state but `confirmed` takes SEND', () => {
  expect(TRADING_ORDER_STATES.filter((state) => nextOrderState(state, { type: 'SEND' }) !== null)).toEqual(['confirmed']);
});

test('a fill always counts: from every state the broker’s `complete` leads there', () => {
  for (const state of TRADING_ORDER_STATES.filter((each) => each !== 'complete')) expect(nextOrderState(state, saying('complete', false))).toBe('complete');
  const late = orderEvents().filter((event) => !('fresh' in event && event.fresh));
  expect(late.map((event) => nextOrderState('complete', event))).toEqual(late.map(() => null));
});

test('what has ended by the broker’s word comes back by a book read afterwards alone', () => {
  for (const state of TRADING_ORDER_STATES.filter((each) => isOver(each) && !['complete', 'not_sent', 'not_received'].includes(each))) {
    expect(nextOrderState(state, saying('open', false))).toBeNull();
    expect(nextOrderState(state, saying('open', true))).toBe('open');
  }
});

test('the published table is the machine’s', () => {
  expect(readFileSync(`${REPOSITORY}docs/trading.md`, 'utf8')).toBe(tradingDocument());
});
