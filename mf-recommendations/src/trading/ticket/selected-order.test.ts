import { expect, test } from 'vitest';
import { aLeg, aSubject } from '../trading.testing.ts';
import { ticketAddress } from '../trading-url.ts';
import { selectedOrderOf } from './selected-order.ts';

test('S3-ORDER-01 S3-ORDER-02 S3-ORDER-03 S3-ORDER-04 S3-ORDER-05 S3-ORDER-06 S3-ORDER-07: a share as the page remembers it', () => {
  expect(selectedOrderOf(aLeg(), aSubject(), ticketAddress({ call_id: 'call_1' }))).toEqual({
    segment: 'equity',
    symbol: 'TCS',
    ltp: 3000,
    order_type: 'limit',
    stock: { symbol: 'TCS', ltp: 3000, lot_size: 1 },
    address: '/trading?call=call_1',
  });
});

test('S3-ORDER-01 S9-LIM-A03: an option has the segment options, names its contract, and its lot is the exchange’s', () => {
  const contract = { type: 'CE', strike: 24_000, expiry: '2026-12-01' } as const;
  const source = { symbol: 'NIFTY', contract, side: 'buy' } as const;
  const leg = aLeg({ symbol: 'NIFTY', contract, exchange: 'NFO', product: 'NRML', quantity: 75, price: 120 });
  expect(selectedOrderOf(leg, aSubject({ symbol: 'NIFTY', contract, ltp: 120, lot: 75 }), ticketAddress(source))).toMatchObject({
    segment: 'options',
    symbol: 'NIFTY 2026-12-01 24000 CE',
    ltp: 120,
    order_type: 'limit',
    stock: { symbol: 'NIFTY', ltp: null, lot_size: 75 },
    address: '/trading?symbol=NIFTY&contract=CE-24000-2026-12-01',
  });
});
