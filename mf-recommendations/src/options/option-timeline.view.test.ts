import type { OptionDetail } from '@vimarsh/shared/contract/calls/options/types.ts';
import { expect, test } from 'vitest';
import { optionTimelineItem } from './option-timeline.view.ts';

type Event = OptionDetail['events'][number];
const event = (type: Event['type'], payload: object): Event =>
  ({ n: 3, type, ts: '2026-11-20T04:00:00.000Z', hash: 'a'.repeat(64), payload }) as unknown as Event;
const told = (type: Event['type'], payload: object) => optionTimelineItem(event(type, payload), { level_basis: 'pnl' });

test('a corporate action says both numbers of everything it changed; an older event its factor', () => {
  const action = { ratio: 5, ex_date: '2026-11-20' };
  const before = { strikes: [3000, 3100], lot_size: 175, target: 5000, stop_loss: -2500, entries: [52.5, 20] };
  const after = { strikes: [600, 620], lot_size: 875, target: 5000, stop_loss: -2500, entries: [10.5, 4] };
  expect(told('corp_adjust', { ...action, before, after }).detail).toBe(
    'Factor 5.00, ex-date 20 Nov 2026. Strikes 3,000, 3,100 → 600, 620; lot 175 → 875; entered at 52.50, 20 → 10.50, 4; target +₹5,000.00 → +₹5,000.00; stop-loss −₹2,500.00 → −₹2,500.00',
  );
  expect(told('corp_adjust', action).detail).toBe('Factor 5.00, ex-date 20 Nov 2026');
});

test('the record does not say why an author may not act, and neither does its timeline', () => {
  expect(told('admin_flag', { flag: 'expert_suspended' }).title).toBe('The author may not act');
});

test('a wait, its end and what two people settled are told in words', () => {
  const step = { cause: 'price_step', day: '2026-11-20', before: 800, opened: 400 };
  expect(told('not_judgeable', step)).toMatchObject({ title: 'Not judgeable', detail: expect.stringContaining('The call waits for that.') });
  expect(told('judgeable', { day: '2026-11-20' })).toMatchObject({ title: 'Judged again', detail: 'From 20 Nov 2026 on.' });
  const stands = { status: 'active', entry: null, exit: null };
  expect(told('correction', { decision: 'go_on', corrects: 3, day: '2026-11-20', before: stands, after: stands, reason: 'Confirmed' })).toMatchObject({
    title: 'Resumed from 20 Nov 2026',
    detail: 'Two people of this site corrected event 3. Confirmed.',
  });
});
