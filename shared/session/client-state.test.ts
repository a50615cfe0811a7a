import { expect, test } from 'vitest';
import { CLIENT_STATE_DEFAULTS, type ClientState, createClientState } from './client-state.ts';

/** Spec row, slot, its default, another value (S3-STATE-O01: null, [], 0, false by kind). */
const SLOTS: readonly [row: string, slot: keyof ClientState, initial: unknown, other: unknown][] = [
  ['S3-STATE-01 user details', 'userDetails', null, { id: 'u' }],
  ['S3-STATE-02 expert details', 'expertDetails', null, { id: 'e' }],
  ['S3-STATE-03 subscribed plan details', 'subscribedPlan', null, { plan_name: 'Pro' }],
  ['S3-STATE-04 billing details', 'billingDetails', null, { name: 'Asha' }],
  ['S3-STATE-05 bank details', 'bankDetails', null, { ifsc: 'X' }],
  ['S3-STATE-06 notifications list', 'notifications', [], [{ id: 1 }]],
  ['S3-STATE-07 unread count', 'unreadCount', 0, 3],
  ['S3-STATE-08 market list', 'marketList', [], ['TCS']],
  ['S3-STATE-09 live stock prices', 'livePrices', {}, { TCS: { ltp: 1 } }],
  ['S3-STATE-10 market segment', 'marketSegment', 'equity', 'options'],
  ['S3-STATE-11 order id', 'orderId', null, 'o1'],
  ['S3-STATE-12 order type', 'orderType', null, 'limit'],
  ['S3-STATE-13 selected order', 'selectedOrder', null, { symbol: 'TCS' }],
  ['S3-STATE-14 chat room', 'chatRoom', null, 'r1'],
  ['S3-STATE-15 typing event', 'typing', null, { room: 'r1' }],
  ['S3-STATE-16 last message', 'lastMessage', null, { text: 'x' }],
  ['S3-STATE-17 chat session', 'chatSession', null, { id: 's' }],
  ['S3-STATE-18 new-chat-request', 'newChatRequest', null, { title: 'r1' }],
  ['S3-STATE-19 recent users', 'recentUsers', [], [{ id: 'u' }]],
  ['S3-STATE-20 risk-profile-done flag', 'riskProfileDone', false, true],
  ['S3-STATE-21 payment-success flag', 'paymentSuccess', false, true],
  ['S3-STATE-22 plan status', 'planStatus', null, 'active'],
  ['S3-STATE-23 active period', 'activePeriod', '1M', '1Y'],
  ['chat plan', 'chatPlan', null, { ends_at: '2026-12-01' }],
];

test.each(SLOTS)('%s has a slot whose setter changes only that slot', (_row, slot, initial, other) => {
  const store = createClientState(() => undefined);
  expect(store.get()[slot]).toEqual(initial);
  store.set(slot, other as never);
  expect(store.get()).toEqual({ ...CLIENT_STATE_DEFAULTS, [slot]: other });
});

test('a reset restores every slot to its default (S3-STATE-24, S3-STATE-A01)', () => {
  const store = createClientState(() => undefined);
  for (const [, slot, , other] of SLOTS) store.set(slot, other as never);
  for (const slot of Object.keys(CLIENT_STATE_DEFAULTS)) expect(SLOTS.map(([, name]) => name)).toContain(slot);
  expect(store.get()).not.toEqual(CLIENT_STATE_DEFAULTS);
  store.reset();
  expect(store.get()).toEqual(CLIENT_STATE_DEFAULTS);
});
