import { aCall } from '@vimarsh/shared/contract/calls/call.testing.ts';
import { expect, test } from 'vitest';
import { wayOf } from './way.ts';

test.each([
  ['a Buy half way up', {}, 3075, '50% of the way to the target'],
  ['a Buy half way down', {}, 2962.5, '50% of the way to the stop-loss'],
  ['at its entry', {}, 3000, '0% of the way to the target'],
  ['beyond its target', {}, 3300, '100% of the way to the target'],
  ['just below its target', {}, 3149.5, '99% of the way to the target'],
  ['a Sell that fell', { call_type: 'Sell' as const, target_price: 2850, stop_loss: 3075 }, 2925, '50% of the way to the target'],
  ['a Sell that rose', { call_type: 'Sell' as const, target_price: 2850, stop_loss: 3075 }, 3075, '100% of the way to the stop-loss'],
  ['filled beside its published entry', { entry_fill: { price: 3050, ts: '' } }, 3100, '50% of the way to the target'],
  ['waiting for its entry', { status: 'awaiting_entry' as const }, 3100, null],
  ['a Hold', { call_type: 'Hold' as const }, 3100, null],
  ['whose stop-loss stands at the entry', { stop_loss: 3000 }, 2990, null],
  ['without a price', {}, undefined, null],
])('%s', (_, change, price, words) => expect(wayOf(aCall(change), price)?.words ?? null).toBe(words));
