import { expect, test } from 'vitest';
import * as slots from './client-state.ts';

/** Spec row, slot, its initial value, another value (S3-STATE-O01: null, [], 0, false by kind). */
const SLOTS: readonly [row: string, slot: slots.Slot<never>, initial: unknown, other: unknown][] = [
  ['S3-PLAN-05 campaign', slots.CAMPAIGN as slots.Slot<never>, null, { campaign_data: { title: 'x' } }],
  ['S3-STATE-07 unread count', slots.UNREAD_COUNT as slots.Slot<never>, 0, 3],
  ['S3-STATE-13 selected order', slots.SELECTED_ORDER as slots.Slot<never>, null, { symbol: 'TCS' }],
  ['S3-STATE-18 new-chat-request', slots.NEW_CHAT_REQUEST as slots.Slot<never>, null, { title: 'r1' }],
  ['chat plan', slots.CHAT_PLAN as slots.Slot<never>, null, { ends_at: '2026-12-01' }],
];

test.each(SLOTS)('%s has a slot whose setter changes only that slot', (_row, slot, initial, other) => {
  const store = slots.createClientState(() => undefined);
  expect(store.get(slot)).toEqual(initial);
  store.set(slot, other as never);
  for (const [, one, its] of SLOTS) expect(store.get(one)).toEqual(one === slot ? other : its);
});

test('a reset restores every slot to its initial value (S3-STATE-24, S3-STATE-A01)', () => {
  let told = 0;
  const store = slots.createClientState(() => {
    told += 1;
  });
  for (const [, slot, , other] of SLOTS) store.set(slot, other as never);
  expect(told).toBe(SLOTS.length);
  store.reset();
  expect(told).toBe(SLOTS.length + 1);
  for (const [, slot, initial] of SLOTS) expect(store.get(slot)).toEqual(initial);
});

test('no two slots have one name', () => {
  expect(new Set(SLOTS.map(([, { name }]) => name)).size).toBe(SLOTS.length);
});
