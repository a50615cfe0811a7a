import { TRADING_ORDER_STATES } from '@vimarsh/shared/contract/trading/types.ts';
import { expect, test } from 'vitest';
import { changeText } from './change-text.ts';
import { instrumentText, priceText, quantityText, STATE_CHIP } from './order-words.ts';

test('an order nobody knows the state of is called neither rejected nor cancelled, and one that waits at the exchange is OPEN PENDING', () => {
  expect(STATE_CHIP.unknown).toEqual({ label: 'Not known', tone: 'warn' });
  expect(STATE_CHIP.pending.label).toBe('OPEN PENDING');
  expect(TRADING_ORDER_STATES.filter((state) => STATE_CHIP[state].label === 'Rejected')).toEqual(['rejected']);
});

test('a contract, a price and a quantity in words', () => {
  const contract = { type: 'CE', strike: 24_000, expiry: '2026-12-01' } as const;
  expect(instrumentText({ symbol: 'NIFTY', contract })).toBe('NIFTY 24,000 CE 1 Dec 2026');
  expect(priceText({ type: 'SL', price: 101, trigger: 100 })).toBe('at ₹101.00 once ₹100.00 is reached');
  expect(priceText({ type: 'MARKET', price: null, trigger: null })).toBe('at the market');
  expect([1, 10].map((quantity) => quantityText({ quantity, contract: null }))).toEqual(['1 share', '10 shares']);
  expect([75, 150].map((quantity) => quantityText({ quantity, contract }, 75))).toEqual(['1 lot of 75', '2 lots, 150 in all']);
});

test('a cancel that was asked for is not yet one: each step of a change has its words', () => {
  const broker = { id: 9, title: 'Neem Securities' };
  const change = { kind: 'cancel', state: 'sent', quantity: null, price: null, trigger: null, text: '', at: '2026-11-30T05:00:00.000Z' } as const;
  expect(changeText({ broker, state: 'open', change })).toBe('Cancel asked. Neem Securities has not confirmed it yet.');
  expect(changeText({ broker, state: 'open', change: { ...change, state: 'unknown' } })).toBe('Nobody can say yet whether the cancel took effect.');
  expect(changeText({ broker, state: 'complete', change: { ...change, state: 'refused', text: 'Not cancelled: it was filled before.' } })).toBe(
    'Not cancelled: it was filled before.',
  );
  expect(changeText({ broker, state: 'cancelled', change })).toBe('');
});
