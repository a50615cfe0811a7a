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
  [
    'corp_adjust',
    {
      action: 'bonus',
      ratio: 2,
      ex_date: '2026-03-13',
      before: { entry_low: 3140, entry_high: 3140, target: 3600, stop_loss: 2880, entry: 3180 },
      after: { entry_low: 1570, entry_high: 1570, target: 1800, stop_loss: 1440, entry: 1590 },
    },
    'Levels adjusted for a bonus',
    'Factor 2.00, ex-date 13 Mar 2026. Entered ₹3,180.00 → ₹1,590.00, target ₹3,600.00 → ₹1,800.00, stop-loss ₹2,880.00 → ₹1,440.00',
  ],
  [
    'corp_adjust',
    {
      action: 'special_dividend',
      ratio: 1,
      amount: 80,
      ex_date: '2026-05-06',
      before: { target: 880, stop_loss: 770, entry: 800 },
      after: { target: 800, stop_loss: 690, entry: 720 },
    },
    'Levels adjusted for a special dividend',
    'Less ₹80.00, ex-date 6 May 2026. Entered ₹800.00 → ₹720.00, target ₹880.00 → ₹800.00, stop-loss ₹770.00 → ₹690.00',
  ],
  [
    'corp_adjust',
    { action: 'split', actions: ['split', 'special_dividend'], ratio: 5, amount: 80, ex_date: '2026-05-06' },
    'Levels adjusted for a split',
    'Less ₹80.00, factor 5.00, ex-date 6 May 2026',
  ],
  ['corp_adjust', { action: 'rights', ratio: 1.14285714, ex_date: '2026-05-06' }, 'Levels adjusted for a rights issue', 'Factor 1.14, ex-date 6 May 2026'],
  ['corp_adjust', { action: 'something_new', ratio: 2, ex_date: '2026-05-06' }, 'Levels adjusted for a corporate action', 'Factor 2.00, ex-date 6 May 2026'],
  [
    'not_judgeable',
    { cause: 'price_step', day: '2026-05-06', before: 815, opened: 815 },
    'Not judgeable',
    'On 6 May 2026 the price opened at ₹815.00 after a close of ₹815.00. A corporate action of that day changes prices, and nobody knows yet surely by how much. The call waits for that.',
  ],
  [
    'admin_flag',
    { flag: 'expert_suspended' },
    'The author may not act',
    'Suspended, or registration not in force: the author can change nothing. The price still closes the call.',
  ],
  [
    'not_judgeable',
    { cause: 'missing_day', day: '2026-04-28', before: null, opened: null },
    'Not judgeable',
    'The prices of 28 Apr 2026 are missing. The call waits for them, and nothing is guessed meanwhile.',
  ],
  [
    'not_judgeable',
    { cause: 'price_step', day: '2026-03-13', before: 3151.8, opened: 1571.1 },
    'Not judgeable',
    'On 13 Mar 2026 the price opened at ₹1,571.10 after a close of ₹3,151.80. Trading alone does not move a price that far. Most likely there was a corporate action whose terms are not known here yet. The call waits for that.',
  ],
  ['judgeable', { day: '2026-04-28' }, 'Judged again', 'From 28 Apr 2026 on.'],
  [
    'sl_hit',
    { price: 1440, basis: 'level', at: '2026-03-23T10:00:00.000Z' },
    'Stop-loss reached at ₹1,440.00',
    'By the prices of 23 Mar 2026, 15:30 IST, which arrived later.',
  ],
  ['cancelled', { reason: 'Trading halt.' }, 'Cancelled', 'Trading halt.'],
] as const)('%s', (type, payload, title, detail) => {
  expect(timelineItem(event(type, payload))).toMatchObject({ title, detail, mark: '01234567' });
});

test('every type of event has a title, even with an unexpected payload', () => {
  for (const type of EVENT_TYPES) expect(timelineItem(event(type, { price: 'x', reason: 7, note: {}, stop_loss: 1 })).title.length).toBeGreaterThan(3);
});

const BAR = {
  symbol: 'INFY',
  interval: 'second',
  from: '2026-11-20T05:00:00.000Z',
  to: '2026-11-20T05:00:01.000Z',
  open: '1452.00',
  high: '1453.10',
  low: '1452.00',
  close: '1453.10',
};
test('a fill tells its price bar, the file or feed it is from, and the hash of that', () => {
  const sha256 = 'ab'.repeat(32);
  const from = (source?: object) => timelineItem(event('entry_fill', { price: 1453, bar: BAR, rules: 1, ...(source && { source }) })).bar;
  expect(from({ kind: 'segment', name: 'M&M/2026-11-20/4501', sha256 })).toEqual({
    text: 'Second from 10:30:00 IST: open ₹1,452.00, high ₹1,453.10, low ₹1,452.00, close ₹1,453.10.',
    from: 'Feed M&M/2026-11-20/4501',
    to: '/.well-known/vimarsh-prices/M%26M/2026-11-20/4501.json',
    sha256,
  });
  expect(from({ kind: 'file', name: 'cm20NOV2026bhav.csv', sha256 })).toMatchObject({ from: 'File cm20NOV2026bhav.csv', to: '', sha256 });
  expect(from()).toMatchObject({ from: '', to: '' });
  expect(timelineItem(event('entry_fill', { price: 1453 })).bar).toBeNull();
});

test('the publication says what it promised, and that a promise is no forecast', () => {
  expect(timelineItem(event('publish'), 5).detail).toBe(
    'Potential as published +5.00%: from the published price to the target. It is not a forecast of profit.',
  );
});
