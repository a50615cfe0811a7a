import { BROKER_RECOVERY } from '@vimarsh/shared/domain/trading/order/recovery.ts';
import { MARKET_PROTECTION_PCT } from '@vimarsh/shared/domain/trading/ticket/protection.ts';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import type { AdapterParts, AdapterSettings } from '../adapter-settings.ts';
import { BOOK_ANSWER, type BrokerCall, brokerHttp } from '../broker-http.ts';
import { paiseOf } from '../broker-values.ts';
import { isOrderExchange } from '../exchanges.ts';
import { ownInstrument } from '../instrument-ids.ts';
import type { BrokerAnswer, OrderBroker, TradingSession } from '../port.ts';
import { BrokerAsker, changed, onceEach, rows, submitted, unlisted } from '../verdict.ts';
import { kiteHolding, kiteLine, kiteMargins, kiteOrder, kitePositions, kiteProduct, kiteReceipt, readKite } from './kite-answers.ts';

const idOf = (json: unknown): string | null => {
  const receipt = z.safeParse(kiteReceipt, json);
  return receipt.success ? receipt.data.order_id : null;
};

/** Orders whose variety is remembered; any other is asked for. */
const VARIETIES = 20_000;

/**
 * Zerodha Kite Connect 3. A receipt says that the order went to the broker's own checks, and no more. Market orders carry their protection.
 * There is no call by `tag`, so a lost answer is looked for in the book.
 */
export function kiteBroker({ url, api_key, deadlineMs }: AdapterSettings<'kite'>, { instruments, now }: AdapterParts): OrderBroker {
  const asker = new BrokerAsker(brokerHttp({ url, deadlineMs }), readKite, now);
  /** Changes name the order's variety, `regular` or `amo`, which is told in the book alone. */
  const varieties = new LRUCache<string, string>({ max: VARIETIES });

  const call = (session: TradingSession, method: BrokerCall['method'], path: string, fields?: Readonly<Record<string, string>>): BrokerCall => ({
    method,
    path,
    headers: {
      'x-kite-version': '3',
      authorization: `token ${api_key}:${session.token}`,
      ...(fields && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(fields && { body: new URLSearchParams(fields).toString() }),
  });
  const list = (session: TradingSession, path: string): BrokerCall => ({ ...call(session, 'GET', path), most: BOOK_ANSWER });

  /** The variety of an order, asked for where no book has told it to this process. */
  async function varietyOf(session: TradingSession, broker_order_id: string): Promise<BrokerAnswer<string>> {
    const known = varieties.get(broker_order_id);
    if (known !== undefined) return { kind: 'told', value: known };
    const history = list(session, `/orders/${encodeURIComponent(broker_order_id)}`);
    return asker.look(session.client_id, history, z.array(kiteOrder).check(z.minLength(1), z.maxLength(1_000)), (steps) => {
      const variety = steps.at(-1)!.variety || 'regular';
      varieties.set(broker_order_id, variety);
      return variety;
    });
  }

  const pathOf = (variety: string, id: string): string => `/orders/${encodeURIComponent(variety)}/${encodeURIComponent(id)}`;

  return {
    takes: { types: ['LIMIT', 'MARKET', 'SL', 'SL-M'], products: ['CNC', 'MIS', 'NRML'], after_market: true, modify: true },
    perSecond: 10,
    perDay: 5_000,
    tagLength: 20,
    recovery: BROKER_RECOVERY.kite,

    async submit(session, order) {
      const listed = instruments.named(order.instrument, order.exchange);
      if (!listed) return unlisted(order.instrument, order.exchange);
      const variety = order.after_market ? 'amo' : 'regular';
      const fields = {
        exchange: order.exchange,
        tradingsymbol: listed.symbol,
        transaction_type: order.side === 'buy' ? 'BUY' : 'SELL',
        quantity: String(order.quantity),
        product: order.product,
        order_type: order.type,
        validity: order.validity,
        tag: order.tag,
        ...(order.price !== null && { price: String(order.price) }),
        ...(order.trigger !== null && { trigger_price: String(order.trigger) }),
        ...((order.type === 'MARKET' || order.type === 'SL-M') && { market_protection: String(MARKET_PROTECTION_PCT) }),
      };
      const answer = submitted(await asker.ask(session.client_id, call(session, 'POST', `/orders/${variety}`, fields)), idOf);
      if (answer.kind === 'accepted') varieties.set(answer.broker_order_id, variety);
      return answer;
    },

    async modify(session, broker_order_id, { quantity, price, trigger }, order) {
      const variety = await varietyOf(session, broker_order_id);
      if (variety.kind === 'failed') return { kind: 'lost', why: variety.why, session_over: variety.session_over };
      const fields = {
        order_type: order.type,
        validity: order.validity,
        // Kite wants a quantity only where it is another.
        ...(quantity !== order.quantity && { quantity: String(quantity) }),
        ...(price !== null && { price: String(price) }),
        ...(trigger !== null && { trigger_price: String(trigger) }),
        ...((order.type === 'MARKET' || order.type === 'SL-M') && { market_protection: String(MARKET_PROTECTION_PCT) }),
      };
      return changed(await asker.ask(session.client_id, call(session, 'PUT', pathOf(variety.value, broker_order_id), fields)));
    },

    async cancel(session, broker_order_id) {
      const variety = await varietyOf(session, broker_order_id);
      if (variety.kind === 'failed') return { kind: 'lost', why: variety.why, session_over: variety.session_over };
      return changed(await asker.ask(session.client_id, call(session, 'DELETE', pathOf(variety.value, broker_order_id))));
    },

    book: (session) =>
      asker.look(session.client_id, list(session, '/orders'), rows(kiteOrder), (orders) => {
        for (const { order_id, variety } of orders) if (variety !== '') varieties.set(order_id, variety);
        return onceEach(orders.map((order) => kiteLine(order, instruments)));
      }),

    positions: (session) =>
      asker.look(session.client_id, list(session, '/portfolio/positions'), kitePositions, ({ net }) =>
        net.flatMap(({ exchange, tradingsymbol, product, quantity, average_price, realised }) =>
          isOrderExchange(exchange)
            ? [
                {
                  instrument: ownInstrument(instruments, exchange, tradingsymbol),
                  exchange,
                  product: kiteProduct(product, exchange),
                  quantity,
                  average: average_price,
                  realised_paise: paiseOf(realised),
                },
              ]
            : [],
        ),
      ),

    holdings: (session) =>
      asker.look(session.client_id, list(session, '/portfolio/holdings'), rows(kiteHolding), (holdings) =>
        holdings.flatMap(({ exchange, tradingsymbol, quantity, t1_quantity, average_price }) =>
          isOrderExchange(exchange)
            ? [
                {
                  instrument: ownInstrument(instruments, exchange, tradingsymbol),
                  exchange,
                  // `quantity` is what is settled.
                  quantity: quantity + t1_quantity,
                  unsettled: t1_quantity,
                  average: average_price,
                },
              ]
            : [],
        ),
      ),

    funds: (session) =>
      asker.look(session.client_id, call(session, 'GET', '/user/margins'), kiteMargins, ({ equity }) => {
        const available_paise = paiseOf(equity.net);
        const used_paise = paiseOf(equity.utilised.debits);
        return { available_paise, used_paise, total_paise: available_paise + used_paise };
      }),
  };
}
