import { expect, test } from 'vitest';
import { aCall } from '../../../../contract/calls/call.testing.ts';
import { entryNow } from './entry-now.ts';

const AT = Date.parse('2026-11-20T13:30:00+05:30');
const range = { entry_low: 2990, entry_high: 3000, price: 2995 };

test.each([
  ['inside its range', aCall(range), 2995, 'within entry', 'open'],
  ['above it', aCall(range), 3012, '0.40% above entry', 'open'],
  ['below it, of the price that the row calls the entry', aCall(range), 2981.1, '0.63% below entry', 'open'],
  ['above another price that was had', aCall({ ...range, entry_fill: { price: 2950, ts: '2026-11-18T05:02:00.000Z' } }), 2979.5, '1.00% above entry', 'open'],
  ['below the range that waits', aCall({ ...range, status: 'awaiting_entry', entry_fill: null }), 2981.03, '0.30% below entry', 'open'],
  ['near its stop-loss', aCall(range), 2940, 'Half way to its stop', 'close'],
  ['a way that rounds to nothing', aCall(), 3000.05, 'within entry', 'open'],
  ['past a quarter of the way', aCall(), 3075, 'Entry passed', 'passed'],
  ['a Sell', aCall({ call_type: 'Sell', target_price: 2850, stop_loss: 3075 }), 3015, 'If held: reduce', 'holders'],
  ['who waits has missed nothing', aCall({ status: 'awaiting_entry', entry_fill: null }), 3120, '4.00% above entry', 'open'],
  ['an intraday call says how long', aCall({ term: 'intraday', valid_till: '2026-11-20' }), 3000, 'within entry · 100 min left', 'open'],
  [
    'one that waits ends sooner',
    aCall({ term: 'intraday', valid_till: '2026-11-20', status: 'awaiting_entry', entry_fill: null }),
    3000,
    'within entry · 75 min left',
    'open',
  ],
  ['one of yesterday says nothing of minutes', aCall({ term: 'intraday', valid_till: '2026-11-19' }), 3000, 'within entry', 'open'],
])('%s', (_, call, price, words, stand) => {
  expect(entryNow(call, price, AT)).toEqual({ words, stand });
});

test.each([
  ['a Hold', aCall({ call_type: 'Hold' }), 3000],
  ['a frozen call', aCall({ status: 'suspended_open' }), 3000],
  ['no price', aCall(), null],
])('%s has no entry', (_, call, price) => expect(entryNow(call, price, AT)).toBeNull());
