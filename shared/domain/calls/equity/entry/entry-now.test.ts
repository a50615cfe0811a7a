import { expect, test } from 'vitest';
import { aCall } from '../../../../contract/calls/call.testing.ts';
import { entryNow } from './entry-now.ts';

const AT = Date.parse('2026-11-20T13:30:00+05:30');
const range = { entry_low: 2990, entry_high: 3000, price: 2995 };

test.each([
  ['inside its range', aCall(range), 2995, 'within entry', false],
  ['above it', aCall(range), 3012, '0.40% above entry', false],
  ['below it', aCall(range), 2981.03, '0.30% below entry', false],
  ['a way that rounds to nothing', aCall(), 3000.05, 'within entry', false],
  ['past a quarter of the way', aCall(), 3075, 'Entry passed', true],
  ['a Sell', aCall({ call_type: 'Sell', target_price: 2850, stop_loss: 3075 }), 3015, '0.50% above entry', false],
  ['who waits has missed nothing', aCall({ status: 'awaiting_entry', entry_fill: null }), 3120, '4.00% above entry', false],
  ['an intraday call says how long', aCall({ term: 'intraday', valid_till: '2026-11-20' }), 3000, 'within entry · 100 min left', false],
  [
    'one that waits ends sooner',
    aCall({ term: 'intraday', valid_till: '2026-11-20', status: 'awaiting_entry', entry_fill: null }),
    3000,
    'within entry · 75 min left',
    false,
  ],
  ['one of yesterday says nothing of minutes', aCall({ term: 'intraday', valid_till: '2026-11-19' }), 3000, 'within entry', false],
])('%s', (_, call, price, words, passed) => {
  expect(entryNow(call, price, AT)).toEqual({ words, passed });
});

test.each([
  ['a Hold', aCall({ call_type: 'Hold' }), 3000],
  ['a frozen call', aCall({ status: 'suspended_open' }), 3000],
  ['no price', aCall(), null],
])('%s has no entry', (_, call, price) => expect(entryNow(call, price, AT)).toBeNull());
