import { tradeOrderAddress } from '@vimarsh/shared/domain/routing/member-places.ts';
import { describe, expect, test } from 'vitest';
import { parseTrading, TRADING_TABS, tabAddress, ticketAddress } from './trading-url.ts';

const none = new URLSearchParams();

test('the screen opens on TRADE, and an unknown part does too (S9-DEF-06, S2.1-PARAM-11, S2.1-PARAM-O01)', () => {
  expect(parseTrading(undefined, none)).toEqual({ tab: 'trade', source: null, order: '', back: null });
  expect(parseTrading('orders', none).tab).toBe('orders');
  for (const other of ['', 'ORDERS', 'shares', '../x']) expect(parseTrading(other, none).tab).toBe('trade');
});

test('beside TRADE the menu has values of our own (S9-DEF-O01)', () => {
  expect(TRADING_TABS).toEqual(['trade', 'orders', 'positions', 'holdings', 'funds']);
  for (const tab of TRADING_TABS) expect(parseTrading(tab, none).tab).toBe(tab);
});

describe('what a ticket is about stands in the address, there and back', () => {
  test.each([
    { call_id: 'call_1' },
    { symbol: 'M&M', contract: null, side: 'buy' },
    { symbol: 'NIFTY', contract: { type: 'PE', strike: 24_050.5, expiry: '2026-12-01' }, side: 'sell' },
  ] as const)('%o', (source) => {
    const { searchParams } = new URL(ticketAddress(source), 'https://x.in');
    expect(parseTrading(undefined, searchParams).source).toEqual(source);
  });
});

test('who comes back from the broker’s page is known by the basket alone', () => {
  expect(parseTrading('orders', new URLSearchParams('back=done&basket=B1')).back).toEqual({ basket: 'B1' });
  for (const query of ['back=done', 'basket=B1', 'back=done&basket=%3Cx%3E']) expect(parseTrading('orders', new URLSearchParams(query)).back).toBeNull();
});

test('what is no symbol, call, contract or order is none', () => {
  const query = new URLSearchParams({ call: 'a b', symbol: 'tcs', order: '<x>' });
  expect(parseTrading('orders', query)).toEqual({ tab: 'orders', source: null, order: '', back: null });
  const contract = parseTrading('trade', new URLSearchParams({ symbol: 'NIFTY', contract: 'CE-x-2026' })).source;
  expect(contract).toEqual({ symbol: 'NIFTY', contract: null, side: 'buy' });
});

test('the order that is open is known by its id until another is, or none (S3-STATE-11)', () => {
  const idAt = (address: string): string => parseTrading('orders', new URL(address, 'https://x.in').searchParams).order;
  expect([idAt(tabAddress('orders')), idAt(tradeOrderAddress('o1')), idAt(tradeOrderAddress('o2'))]).toEqual(['', 'o1', 'o2']);
});

test('each tab and each order has one address', () => {
  expect([tabAddress('trade'), tabAddress('funds'), tradeOrderAddress('o1')]).toEqual(['/trading', '/trading/funds', '/trading/orders?order=o1']);
});
