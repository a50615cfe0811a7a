import { BROKER_RECOVERY } from '@vimarsh/shared/domain/trading/order/recovery.ts';
import * as z from 'zod/mini';
import type { AdapterParts, AdapterSettings } from '../adapter-settings.ts';
import { BOOK_ANSWER, type BrokerCall, brokerHttp } from '../broker-http.ts';
import { paiseOf } from '../broker-values.ts';
import { isOrderExchange } from '../exchanges.ts';
import { ownInstrument } from '../instrument-ids.ts';
import type { OrderBroker, TradingSession } from '../port.ts';
import { BrokerAsker, changed, onceEach, type ReadVerdict, rows, submitted, unlisted } from '../verdict.ts';
import {
  DHAN_PRODUCTS,
  DHAN_SEGMENTS,
  DHAN_TYPES,
  dhanError,
  dhanFunds,
  dhanHolding,
  dhanLine,
  dhanOrder,
  dhanPosition,
  dhanProduct,
  dhanReceipt,
  exchangeOf,
  readDhan,
} from './dhan-answers.ts';

const idOf = (json: unknown): string | null => {
  const receipt = z.safeParse(dhanReceipt, json);
  return receipt.success ? receipt.data.orderId : null;
};

/** “No holdings available”: an empty list comes as an error, and with a status of 5xx. */
const readHoldings: ReadVerdict = (status, json) => (dhanError(json)?.code === 'DH-1111' ? { kind: 'yes', json: [] } : readDhan(status, json));
/** An id that Dhan does not know yet is an answer without an order, or an error of its data. */
const readFound: ReadVerdict = (status, json) => {
  const code = dhanError(json)?.code;
  return status === 404 || code === 'DH-906' || code === 'DH-907' || (Array.isArray(json) && json.length === 0)
    ? { kind: 'yes', json: null }
    : readDhan(status, json);
};

/**
 * DhanHQ v2. Our id goes out as `correlationId` and can be asked for, so a lost answer is cleared up by one call. Since March 2026 orders come
 * from registered addresses alone (DH-911), and Dhan turns a market order into a limit order within its own range of protection.
 */
export function dhanBroker({ url, deadlineMs }: AdapterSettings<'dhan'>, { instruments, now }: AdapterParts): OrderBroker {
  const asker = new BrokerAsker(brokerHttp({ url, deadlineMs }), readDhan, now);
  const call = (session: TradingSession, method: BrokerCall['method'], path: string, body?: object): BrokerCall => ({
    method,
    path,
    headers: {
      accept: 'application/json',
      'access-token': session.token,
      'client-id': session.client_id,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const list = (session: TradingSession, path: string): BrokerCall => ({ ...call(session, 'GET', path), most: BOOK_ANSWER });

  return {
    takes: { types: ['LIMIT', 'MARKET', 'SL', 'SL-M'], products: ['CNC', 'MIS', 'NRML'], after_market: true, modify: true },
    perSecond: 10,
    perDay: 7_000,
    tagLength: 20,
    recovery: BROKER_RECOVERY.dhan,

    async submit(session, order) {
      const listed = instruments.named(order.instrument, order.exchange);
      if (!listed || listed.id === '') return unlisted(order.instrument, order.exchange);
      const body = {
        dhanClientId: session.client_id,
        correlationId: order.tag,
        transactionType: order.side === 'buy' ? 'BUY' : 'SELL',
        exchangeSegment: DHAN_SEGMENTS[order.exchange],
        productType: DHAN_PRODUCTS[order.product],
        orderType: DHAN_TYPES[order.type],
        validity: order.validity,
        securityId: listed.id,
        quantity: order.quantity,
        disclosedQuantity: 0,
        price: order.price ?? 0,
        triggerPrice: order.trigger ?? 0,
        afterMarketOrder: order.after_market,
        ...(order.after_market && { amoTime: 'OPEN' }),
      };
      return submitted(await asker.ask(session.client_id, call(session, 'POST', '/orders', body)), idOf);
    },

    async modify(session, broker_order_id, { quantity, price, trigger }, order) {
      const body = {
        dhanClientId: session.client_id,
        orderId: broker_order_id,
        orderType: DHAN_TYPES[order.type],
        legName: '',
        quantity,
        price: price ?? 0,
        disclosedQuantity: 0,
        triggerPrice: trigger ?? 0,
        validity: order.validity,
      };
      return changed(await asker.ask(session.client_id, call(session, 'PUT', `/orders/${encodeURIComponent(broker_order_id)}`, body)));
    },

    async cancel(session, broker_order_id) {
      return changed(await asker.ask(session.client_id, call(session, 'DELETE', `/orders/${encodeURIComponent(broker_order_id)}`)));
    },

    // By our id: an order, or a list of one where the id was given twice.
    find: (session, tag) =>
      asker.look(
        session.client_id,
        call(session, 'GET', `/orders/external/${encodeURIComponent(tag)}`),
        z.union([z.null(), dhanOrder, z.array(dhanOrder).check(z.length(1))]),
        (told) => {
          const order = Array.isArray(told) ? told[0]! : told;
          return order?.correlationId === tag ? dhanLine(order, instruments) : null;
        },
        readFound,
      ),

    book: (session) =>
      asker.look(session.client_id, list(session, '/orders'), rows(dhanOrder), (orders) => onceEach(orders.map((order) => dhanLine(order, instruments)))),

    positions: (session) =>
      asker.look(session.client_id, list(session, '/positions'), rows(dhanPosition), (positions) =>
        positions.flatMap((position) => {
          const exchange = exchangeOf(position.exchangeSegment);
          if (!isOrderExchange(exchange)) return [];
          return [
            {
              instrument: ownInstrument(instruments, exchange, position.tradingSymbol, position.securityId),
              exchange,
              product: dhanProduct(position.productType, exchange),
              quantity: position.netQty,
              average: position.netQty === 0 ? 0 : position.costPrice || (position.netQty > 0 ? position.buyAvg : position.sellAvg),
              realised_paise: paiseOf(position.realizedProfit),
            },
          ];
        }),
      ),

    holdings: (session) =>
      asker.look(
        session.client_id,
        list(session, '/holdings'),
        rows(dhanHolding),
        (holdings) =>
          holdings.map(({ exchange, tradingSymbol, securityId, totalQty, t1Qty, avgCostPrice }) => ({
            instrument: ownInstrument(instruments, exchange === 'BSE' ? 'BSE' : 'NSE', tradingSymbol, securityId),
            exchange: exchange === 'BSE' ? ('BSE' as const) : ('NSE' as const),
            quantity: totalQty,
            unsettled: Math.min(totalQty, t1Qty),
            average: avgCostPrice,
          })),
        readHoldings,
      ),

    funds: (session) =>
      asker.look(session.client_id, call(session, 'GET', '/fundlimit'), dhanFunds, ({ availabelBalance, utilizedAmount }) => {
        const available_paise = paiseOf(availabelBalance);
        const used_paise = paiseOf(utilizedAmount);
        return { available_paise, used_paise, total_paise: available_paise + used_paise };
      }),
  };
}
