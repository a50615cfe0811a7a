import { expect, test } from 'vitest';
import type { OutgoingOrder } from '../brokers/port.ts';
import { kitePage } from './kite-page.ts';

const page_url = 'https://kite.zerodha.com/connect/basket';
const names: Readonly<Record<string, string>> = { TCS: 'TCS', 'NIFTY 2026-12-01 24000 CE': 'NIFTY26D0124000CE' };
const page = kitePage({ api_key: 'pub1', page_url }, (instrument) => names[instrument] ?? null);
const order = (change: Partial<OutgoingOrder> = {}): OutgoingOrder => ({
  ...{ symbol: 'TCS', contract: null, exchange: 'BSE', side: 'buy', product: 'CNC', type: 'LIMIT', quantity: 10, price: 3000, trigger: null, validity: 'DAY' },
  ...{ instrument: 'TCS', tag: 'abc123', after_market: false, worst_price: null },
  ...change,
});
const basketOf = async (...orders: OutgoingOrder[]) => {
  const { url, fields } = await page.pageOf({ basket_id: 'B1', broker_id: 6, session: { client_id: 'AB1', token: 'secret-token' }, device_hash: '', orders });
  return { url, fields: Object.fromEntries(fields.map(({ name, value }) => [name, value])) };
};

test('S2.1-ROUTE-19: Kite’s basket names each order as its documents say, with our tag, and can’t be edited there', async () => {
  const { url, fields } = await basketOf(
    order(),
    order({
      instrument: 'NIFTY 2026-12-01 24000 CE',
      exchange: 'NFO',
      product: 'NRML',
      side: 'sell',
      type: 'SL',
      price: 100,
      trigger: 101,
      after_market: true,
    }),
    order({ type: 'MARKET', price: null }),
  );
  expect(url).toBe(page_url);
  expect(fields).toMatchObject({ api_key: 'pub1', redirect_params: 'basket=B1' });
  const [share, option, market] = JSON.parse(fields.data!);
  expect(share).toEqual({
    ...{ variety: 'regular', tradingsymbol: 'TCS', exchange: 'BSE', transaction_type: 'BUY', order_type: 'LIMIT', product: 'CNC', quantity: 10, price: 3000 },
    ...{ validity: 'DAY', tag: 'abc123', readonly: true },
  });
  expect(option).toMatchObject({ variety: 'amo', tradingsymbol: 'NIFTY26D0124000CE', transaction_type: 'SELL', order_type: 'SL', trigger_price: 101 });
  expect(market).not.toHaveProperty('price');
  // The exchange takes no market order without a limit to it.
  expect([share, option, market].map(({ market_protection }) => market_protection)).toEqual([undefined, undefined, 2]);
});

test('no token of the customer and no worst price goes to the page, and the policy names its exact address', async () => {
  const { fields } = await basketOf(order({ worst_price: 3030 }));
  expect(JSON.stringify(fields)).not.toMatch(/secret-token|3030|worst/);
  expect(page.formTargets).toEqual([page_url]);
  expect(page.nameOf('UNKNOWN', 'NSE')).toBeNull();
});
