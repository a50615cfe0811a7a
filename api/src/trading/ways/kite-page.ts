import type { LegTicket } from '@vimarsh/shared/contract/trading/types.ts';
import { MARKET_PROTECTION_PCT } from '@vimarsh/shared/domain/trading/ticket/protection.ts';
import { Fail } from '../../platform/platform.ts';
import type { BrokerPages } from '../brokers/broker-pages.ts';
import type { OutgoingOrder } from '../brokers/port.ts';

interface KitePageKeys {
  readonly api_key: string;
  readonly page_url: string;
}

/** Zerodha's documents name no limit; more than ten on one page nobody reads before confirming. */
const MOST = 10;

/**
 * Kite Publisher's basket: a form with the app's key and `data`, JSON of the orders, posted by the customer's browser. `redirect_params` come
 * back with it. `readonly` keeps what is confirmed equal to what was stored here; `tag` comes back in the book. The key of a Publisher app
 * is no secret: it stands in every such form. https://kite.trade/docs/connect/v3/basket/
 */
export function kitePage({ api_key, page_url }: KitePageKeys, nameOf: (instrument: string, exchange: LegTicket['exchange']) => string | null): BrokerPages {
  const item = (order: OutgoingOrder): object => {
    const tradingsymbol = nameOf(order.instrument, order.exchange);
    if (tradingsymbol === null) throw new Fail('UNKNOWN_SYMBOL');
    return {
      variety: order.after_market ? 'amo' : 'regular',
      tradingsymbol,
      exchange: order.exchange,
      transaction_type: order.side === 'buy' ? 'BUY' : 'SELL',
      order_type: order.type,
      product: order.product,
      quantity: order.quantity,
      ...(order.price !== null && { price: order.price }),
      ...(order.trigger !== null && { trigger_price: order.trigger }),
      validity: order.validity,
      ...((order.type === 'MARKET' || order.type === 'SL-M') && { market_protection: MARKET_PROTECTION_PCT }),
      tag: order.tag,
      readonly: true,
    };
  };
  return {
    formTargets: [page_url],
    most: MOST,
    nameOf,
    pageOf: async ({ basket_id, orders }) => ({
      url: page_url,
      fields: [
        { name: 'api_key', value: api_key },
        { name: 'data', value: JSON.stringify(orders.map(item)) },
        { name: 'redirect_params', value: new URLSearchParams({ basket: basket_id }).toString() },
      ],
    }),
  };
}
