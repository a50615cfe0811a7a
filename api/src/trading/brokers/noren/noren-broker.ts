import { BROKER_RECOVERY } from '@vimarsh/shared/domain/trading/order/recovery.ts';
import { MARKET_PROTECTION_PCT } from '@vimarsh/shared/domain/trading/ticket/protection.ts';
import * as z from 'zod/mini';
import type { AdapterParts, AdapterSettings } from '../adapter-settings.ts';
import { BOOK_ANSWER, type BrokerCall, brokerHttp } from '../broker-http.ts';
import { paiseOf } from '../broker-values.ts';
import { isOrderExchange } from '../exchanges.ts';
import { ownInstrument } from '../instrument-ids.ts';
import type { OrderBroker, TradingSession } from '../port.ts';
import { BrokerAsker, changed, onceEach, rows, submitted, unlisted } from '../verdict.ts';
import {
  NOREN_PRODUCTS,
  NOREN_TYPES,
  norenHolding,
  norenLimits,
  norenLine,
  norenOrder,
  norenPosition,
  norenProduct,
  norenReceipt,
  readNoren,
  readNorenList,
} from './noren-answers.ts';

const idOf = (json: unknown): string | null => {
  const receipt = z.safeParse(norenReceipt, json);
  return receipt.success ? receipt.data.norenordno : null;
};

/**
 * The Noren order system, as Shoonya, Zebu and others run it: each call is a form with one JSON and the session's key. There is no call by
 * `remarks`, so a lost answer is looked for in the book.
 */
export function norenBroker({ url, deadlineMs }: AdapterSettings<'noren'>, { instruments, now }: AdapterParts): OrderBroker {
  const asker = new BrokerAsker(brokerHttp({ url, deadlineMs }), readNoren, now);

  const call = (session: TradingSession, name: string, jData: object): BrokerCall => ({
    method: 'POST',
    path: `/${name}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    // The JSON may hold `&`, as in M&M-EQ.
    body: `jData=${encodeURIComponent(JSON.stringify({ uid: session.client_id, ...jData }))}&jKey=${encodeURIComponent(session.token)}`,
  });
  const list = (session: TradingSession, name: string, jData: object = {}): BrokerCall => ({
    ...call(session, name, { actid: session.client_id, ...jData }),
    most: BOOK_ANSWER,
  });
  const protection = (type: string): object => (type === 'MARKET' || type === 'SL-M' ? { mkt_protection: String(MARKET_PROTECTION_PCT) } : {});

  return {
    takes: { types: ['LIMIT', 'MARKET', 'SL', 'SL-M'], products: ['CNC', 'MIS', 'NRML'], after_market: true, modify: true },
    perSecond: 10,
    perDay: 5_000,
    tagLength: 20,
    recovery: BROKER_RECOVERY.noren,

    async submit(session, order) {
      const listed = instruments.named(order.instrument, order.exchange);
      if (!listed) return unlisted(order.instrument, order.exchange);
      const jData = {
        actid: session.client_id,
        exch: order.exchange,
        tsym: listed.symbol,
        qty: String(order.quantity),
        dscqty: '0',
        prc: String(order.price ?? 0),
        ...(order.trigger !== null && { trgprc: String(order.trigger) }),
        prd: NOREN_PRODUCTS[order.product],
        trantype: order.side === 'buy' ? 'B' : 'S',
        prctyp: NOREN_TYPES[order.type],
        ret: order.validity,
        remarks: order.tag,
        ordersource: 'API',
        ...(order.after_market && { amo: 'Yes' }),
        ...protection(order.type),
      };
      return submitted(await asker.ask(session.client_id, call(session, 'PlaceOrder', jData)), idOf);
    },

    async modify(session, broker_order_id, { quantity, price, trigger }, order) {
      const listed = instruments.named(order.instrument, order.exchange);
      if (!listed) return { kind: 'lost', why: 'the broker’s list of instruments does not have it any more', session_over: false };
      const jData = {
        norenordno: broker_order_id,
        exch: order.exchange,
        tsym: listed.symbol,
        prctyp: NOREN_TYPES[order.type],
        prc: String(price ?? 0),
        // The whole order with what is filled.
        qty: String(quantity),
        ret: order.validity,
        ...(trigger !== null && { trgprc: String(trigger) }),
        ...protection(order.type),
      };
      return changed(await asker.ask(session.client_id, call(session, 'ModifyOrder', jData)));
    },

    async cancel(session, broker_order_id) {
      return changed(await asker.ask(session.client_id, call(session, 'CancelOrder', { norenordno: broker_order_id })));
    },

    book: (session) =>
      asker.look(
        session.client_id,
        list(session, 'OrderBook'),
        rows(norenOrder),
        (orders) => onceEach(orders.map((order) => norenLine(order, instruments))),
        readNorenList,
      ),

    positions: (session) =>
      asker.look(
        session.client_id,
        list(session, 'PositionBook'),
        rows(norenPosition),
        (positions) =>
          positions.flatMap(({ exch, tsym, token, prd, netqty, netavgprc, rpnl }) =>
            isOrderExchange(exch)
              ? [
                  {
                    instrument: ownInstrument(instruments, exch, tsym, token),
                    exchange: exch,
                    product: norenProduct(prd, exch),
                    quantity: netqty,
                    average: netavgprc,
                    realised_paise: paiseOf(rpnl),
                  },
                ]
              : [],
          ),
        readNorenList,
      ),

    holdings: (session) =>
      asker.look(
        session.client_id,
        list(session, 'Holdings', { prd: NOREN_PRODUCTS.CNC }),
        rows(norenHolding),
        (holdings) =>
          holdings.flatMap((holding) => {
            const on = holding.exch_tsym.find(({ exch }) => exch === 'NSE') ?? holding.exch_tsym[0]!;
            if (!isOrderExchange(on.exch)) return [];
            const { holdqty, btstqty, benqty, unplgdqty, npoadqty, dpqty, usedqty, upldprc } = holding;
            return [
              {
                instrument: ownInstrument(instruments, on.exch, on.tsym, on.token),
                exchange: on.exch,
                // By the documentation's own sum for the worth of a holding.
                quantity: Math.max(0, btstqty + holdqty + unplgdqty + benqty + Math.max(npoadqty, dpqty) - usedqty),
                unsettled: btstqty,
                average: upldprc,
              },
            ];
          }),
        readNorenList,
      ),

    funds: (session) =>
      asker.look(session.client_id, list(session, 'Limits'), norenLimits, ({ cash, payin, brkcollamt, collateral, marginused }) => {
        const total_paise = paiseOf(cash) + paiseOf(payin) + paiseOf(collateral || brkcollamt);
        const used_paise = paiseOf(marginused);
        return { available_paise: total_paise - used_paise, used_paise, total_paise };
      }),
  };
}
