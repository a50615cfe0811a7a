import type { CallEvent } from '@vimarsh/shared/contract/calls/types.ts';
import { EVENT_TYPES } from '@vimarsh/shared/contract/calls/types.ts';
import { expect, test } from 'vitest';
import { timelineItem } from './timeline.view.ts';

const event = (type: CallEvent['type'], payload: CallEvent['payload'] = {}): CallEvent => ({
  n: 3,
  type,
  payload,
  actor: 'engine',
  ts: '2026-11-18T05:00:00.000Z',
  hash: '0123456789abcdef',
});

test.each([
  ['publish', {}, 'Published', ''],
  ['entry_fill', { price: 3000.5 }, 'Entry reached at ₹3,000.50', ''],
  ['tighten_sl', { stop_loss: 2950 }, 'Stop-loss moved to ₹2,950.00', ''],
  ['note', { note: 'Results on Friday.' }, 'Note by the expert', 'Results on Friday.'],
  ['target_hit', { price: 3150, basis: 'level' }, 'Target reached at ₹3,150.00', ''],
  ['sl_hit', { price: 2900, basis: 'gap' }, 'Stop-loss reached at ₹2,900.00', 'The market opened beyond the level, so the opening price counts.'],
  ['exited', { price: 3010, reason: 'Order book thinner than reported.' }, 'Exited early at ₹3,010.00', 'Order book thinner than reported.'],
  ['expired', { price: 3020, basis: 'close' }, 'Expired at ₹3,020.00', 'Closing price of the last day of validity.'],
  ['corp_adjust', { action: 'split', ratio: 2, ex_date: '2026-11-05' }, 'Levels adjusted for a split', 'Factor 2.00, ex-date 5 Nov 2026'],
  ['admin_flag', { flag: 'expert_suspended' }, 'Expert suspended', 'The author can no longer change anything. The price still closes the call.'],
  ['cancelled', { reason: 'Trading halt.' }, 'Cancelled', 'Trading halt.'],
] as const)('%s', (type, payload, title, detail) => {
  expect(timelineItem(event(type, payload))).toMatchObject({ title, detail, mark: '01234567' });
});

test('every type of event has a title, even with an unexpected payload', () => {
  for (const type of EVENT_TYPES) expect(timelineItem(event(type, { price: 'x', reason: 7, note: {}, stop_loss: 1 })).title.length).toBeGreaterThan(3);
});
