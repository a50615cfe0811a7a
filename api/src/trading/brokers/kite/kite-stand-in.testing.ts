import type { LegTicket } from '@vimarsh/shared/contract/trading/types.ts';
import type { BrokerPosition } from '../port.ts';
import { type Dialect, formOf, istText, listWith, SESSION, type StandInAnswer, type StandInLine, type StandInSaid } from '../stand-in.testing.ts';

/** From https://kite.trade/docs/connect/v3: orders, portfolio, user, exceptions. */
export const KITE_KEY = 'kitekey';
const STATUS = {
  pending: 'VALIDATION PENDING',
  open: 'OPEN',
  complete: 'COMPLETE',
  cancelled: 'CANCELLED',
  rejected: 'REJECTED',
  expired: 'CANCELLED',
} as const;
const INSTRUMENTS = listWith((symbol) => symbol, 'NIFTY26D0124000CE');
const EXCHANGES: readonly string[] = ['NSE', 'BSE', 'NFO', 'BFO'];

const error = (status: number, error_type: string, message: string): StandInAnswer => ({ status, body: { status: 'error', message, data: null, error_type } });
const ok = (data: unknown): StandInAnswer => ({ status: 200, body: { status: 'success', data } });

const REFUSALS: Readonly<Record<string, StandInAnswer>> = {
  FUNDS: error(400, 'MarginException', 'Insufficient funds. Required margin is 95417.84 but available margin is 74251.80.'),
  HOLDINGS: error(
    400,
    'HoldingException',
    'Insufficient stock holding or there are pending sell orders for this stock. Check the orderbook for pending orders.',
  ),
  CLOSED: error(400, 'OrderException', 'Markets are closed right now. Use AMO for placing orders.'),
  ADDRESS: error(403, 'PermissionException', 'IP 203.0.113.9 is not allowed to place orders for this app'),
  LOT: error(400, 'InputException', 'Quantity should be multiple of lot size 75'),
  BROKEN: error(500, 'OrderException', 'Insufficient funds'),
  VAGUE: error(400, 'GeneralException', 'Something went wrong'),
  TIMEOUT: error(400, 'OrderException', 'Order Request Timeout'),
  OVER: error(400, 'InputException', 'Order is not open: it has been cancelled or executed.'),
};
const no = (code: string): StandInAnswer => REFUSALS[code] ?? error(400, 'InputException', 'Invalid quantity');

function orderJson(line: StandInLine) {
  const listed = INSTRUMENTS.find(({ exchange, instrument }) => exchange === line.exchange && instrument === line.instrument)!;
  return {
    placed_by: SESSION.client_id,
    order_id: line.broker_order_id,
    exchange_order_id: null,
    parent_order_id: null,
    status: line.word ?? STATUS[line.state],
    status_message: line.broker_text || null,
    order_timestamp: istText(line.placed_at!),
    exchange_timestamp: null,
    variety: line.after_market ? 'amo' : 'regular',
    modified: false,
    exchange: line.exchange,
    tradingsymbol: listed.symbol,
    instrument_token: 408_065,
    order_type: line.type,
    transaction_type: line.side === 'buy' ? 'BUY' : 'SELL',
    validity: 'DAY',
    product: line.product,
    quantity: line.quantity,
    disclosed_quantity: 0,
    price: line.price ?? 0,
    trigger_price: line.trigger ?? 0,
    average_price: line.average ?? 0,
    filled_quantity: line.filled,
    pending_quantity: line.quantity - line.filled,
    cancelled_quantity: 0,
    market_protection: 0,
    meta: {},
    tag: line.tag || null,
    guid: 'XXXXXX',
  };
}

const said = (answer: StandInSaid) => (answer.kind === 'fault' ? answer.fault : answer.kind === 'no' ? no(answer.code) : ok({ order_id: answer.id }));
const numberOr = (text: string | undefined): number | null => (text === undefined || Number(text) === 0 ? null : Number(text));

export const kiteDialect: Dialect = {
  instruments: INSTRUMENTS,
  isKnown: ({ headers }) => headers.authorization === `token ${KITE_KEY}:${SESSION.token}` && headers['x-kite-version'] === '3',
  isOrder: ({ method }) => method !== 'GET',
  sessionOver: error(403, 'TokenException', 'Incorrect `api_key` or `access_token`.'),
  tooMany: error(429, 'NetworkException', 'Too many requests'),
  async answer(request, orders) {
    const { method, path } = request;
    const [, variety, id] = /^\/orders\/(regular|amo)(?:\/([\w-]+))?$/.exec(path) ?? [];
    const fields = formOf(request);
    if (method === 'POST' && variety && !id) {
      const listed = INSTRUMENTS.find(({ exchange, symbol }) => exchange === fields.exchange && symbol === fields.tradingsymbol);
      if (!listed || !EXCHANGES.includes(fields.exchange!))
        return error(400, 'InputException', 'The instrument you are placing an order for has either expired or does not exist.');
      if (!/^[a-zA-Z0-9]{1,20}$/.test(fields.tag ?? '')) return error(400, 'InputException', 'Invalid `tag`.');
      if ((fields.order_type === 'MARKET' || fields.order_type === 'SL-M') && !fields.market_protection)
        return error(400, 'InputException', 'Market orders without market protection are not allowed via API.');
      return said(
        await orders.submit({
          tag: fields.tag!,
          exchange: listed.exchange,
          instrument: listed.instrument,
          side: fields.transaction_type === 'BUY' ? 'buy' : 'sell',
          product: fields.product as LegTicket['product'],
          type: fields.order_type as LegTicket['type'],
          quantity: Number(fields.quantity),
          price: numberOr(fields.price),
          trigger: numberOr(fields.trigger_price),
          after_market: variety === 'amo',
        }),
      );
    }
    if (id && (method === 'PUT' || method === 'DELETE')) {
      const line = (await orders.lines())?.find(({ broker_order_id }) => broker_order_id === id);
      if (!line || line.after_market !== (variety === 'amo')) return error(400, 'InputException', 'Order not found for the variety');
      return said(
        method === 'DELETE'
          ? await orders.cancel(id)
          : await orders.modify(id, {
              quantity: fields.quantity === undefined ? null : Number(fields.quantity),
              price: numberOr(fields.price),
              trigger: numberOr(fields.trigger_price),
            }),
      );
    }
    const history = /^\/orders\/([\w-]+)$/.exec(path)?.[1];
    if (path === '/orders' || history) {
      const lines = await orders.lines();
      if (!lines) return 'html';
      if (!history) return ok(lines.map(orderJson));
      const line = lines.find(({ broker_order_id }) => broker_order_id === history);
      return line
        ? ok([{ ...orderJson(line), status: 'PUT ORDER REQ RECEIVED' }, orderJson(line)])
        : error(404, 'GeneralException', "Couldn't find that `order_id`.");
    }
    if (path === '/portfolio/positions') return ok({ net: orders.positions.map(positionJson), day: orders.positions.map(positionJson) });
    if (path === '/portfolio/holdings')
      return ok(
        orders.holdings.map(({ instrument, exchange, quantity, unsettled, average }) => ({
          tradingsymbol: INSTRUMENTS.find((each) => each.exchange === exchange && each.instrument === instrument)!.symbol,
          exchange,
          isin: 'INE000A01010',
          quantity: quantity - unsettled,
          t1_quantity: unsettled,
          used_quantity: 0,
          collateral_quantity: 0,
          average_price: average,
          last_price: average,
          pnl: 0,
        })),
      );
    if (path === '/user/margins')
      return ok({
        equity: {
          enabled: true,
          net: Number(orders.funds.available),
          available: {
            adhoc_margin: 0,
            cash: 100_000,
            opening_balance: 100_000,
            live_balance: Number(orders.funds.available),
            collateral: 0,
            intraday_payin: 0,
          },
          utilised: { debits: Number(orders.funds.used), exposure: 0, span: 0 },
        },
        commodity: { enabled: false, net: 0, available: {}, utilised: {} },
      });
    return error(404, 'GeneralException', 'Route not found');
  },
};

const positionJson = ({ instrument, exchange, product, quantity, average, realised_paise }: BrokerPosition) => ({
  tradingsymbol: INSTRUMENTS.find((each) => each.exchange === exchange && each.instrument === instrument)!.symbol,
  exchange,
  instrument_token: 1,
  product,
  quantity,
  overnight_quantity: 0,
  multiplier: 1,
  average_price: average,
  close_price: 0,
  last_price: average,
  pnl: 0,
  m2m: 0,
  unrealised: 0,
  realised: realised_paise / 100,
});
