import type { BrokerPosition } from '../port.ts';
import { type Dialect, istText, listWith, SESSION, type StandInAnswer, type StandInLine, type StandInOrder, type StandInSaid } from '../stand-in.testing.ts';

/** From https://dhanhq.co/docs/v2: orders, portfolio, funds, annexure. */
const SEGMENTS = { NSE_EQ: 'NSE', BSE_EQ: 'BSE', NSE_FNO: 'NFO', BSE_FNO: 'BFO' } as const;
const PRODUCTS = { CNC: 'CNC', INTRADAY: 'MIS', MARGIN: 'NRML' } as const;
const TYPES = { LIMIT: 'LIMIT', MARKET: 'MARKET', STOP_LOSS: 'SL', STOP_LOSS_MARKET: 'SL-M' } as const;
const STATUS = {
  pending: 'TRANSIT',
  open: 'PENDING',
  complete: 'TRADED',
  cancelled: 'CANCELLED',
  rejected: 'REJECTED',
  expired: 'EXPIRED',
} as const;
const INSTRUMENTS = listWith((symbol) => symbol, 'NIFTY-Dec2026-24000-CE');

const error = (status: number, errorCode: string, errorType: string, errorMessage: string): StandInAnswer => ({
  status,
  body: { errorType, errorCode, errorMessage },
});

const REFUSALS: Readonly<Record<string, StandInAnswer>> = {
  FUNDS: error(400, 'DH-906', 'Order_Error', 'Insufficient Funds: required margin is 3500.00'),
  HOLDINGS: error(400, 'DH-906', 'Order_Error', 'Insufficient holdings to sell'),
  CLOSED: error(400, 'DH-906', 'Order_Error', 'Market is Closed! Want to place an offline order?'),
  ADDRESS: error(403, 'DH-911', 'Invalid_IP', 'Invalid IP'),
  LOT: error(400, 'DH-905', 'Input_Exception', 'Quantity should be in multiples of lot size'),
  BROKEN: error(500, 'DH-906', 'Order_Error', 'Insufficient Funds'),
  VAGUE: error(400, 'DH-910', 'Others', 'Error originating from other reasons.'),
  TIMEOUT: error(400, 'DH-906', 'Order_Error', 'Request timed out'),
  OVER: error(400, 'DH-906', 'Order_Error', 'Order is already cancelled or traded'),
};
const no = (code: string): StandInAnswer => REFUSALS[code] ?? error(400, 'DH-906', 'Order_Error', 'Incorrect request for order and cannot be processed');

const keyOf = <T extends Record<string, string>>(table: T, value: string): string => Object.keys(table).find((key) => table[key] === value)!;

function orderJson(line: StandInLine) {
  const listed = INSTRUMENTS.find(({ exchange, instrument }) => exchange === line.exchange && instrument === line.instrument)!;
  const partly = line.state === 'open' && line.filled > 0;
  return {
    dhanClientId: SESSION.client_id,
    orderId: line.broker_order_id,
    correlationId: line.tag || null,
    orderStatus: line.word ?? (partly ? 'PART_TRADED' : STATUS[line.state]),
    transactionType: line.side === 'buy' ? 'BUY' : 'SELL',
    exchangeSegment: keyOf(SEGMENTS, line.exchange),
    productType: keyOf(PRODUCTS, line.product),
    orderType: keyOf(TYPES, line.type),
    validity: 'DAY',
    tradingSymbol: listed.symbol,
    securityId: listed.id,
    quantity: line.quantity,
    disclosedQuantity: 0,
    price: line.price ?? 0.0,
    triggerPrice: line.trigger ?? 0.0,
    afterMarketOrder: line.after_market,
    legName: null,
    createTime: istText(line.placed_at!),
    updateTime: istText(line.placed_at!),
    exchangeTime: '',
    drvExpiryDate: null,
    omsErrorCode: line.state === 'rejected' ? '1111' : null,
    omsErrorDescription: line.broker_text || null,
    algoId: '0',
    remainingQuantity: line.quantity - line.filled,
    averageTradedPrice: line.average ?? 0,
    filledQty: line.filled,
  };
}

const said = (answer: StandInSaid, status: number, orderStatus: string) =>
  answer.kind === 'fault' ? answer.fault : answer.kind === 'no' ? no(answer.code) : { status, body: { orderId: answer.id, orderStatus } };

export const dhanDialect: Dialect = {
  instruments: INSTRUMENTS,
  isKnown: ({ headers }) => headers['access-token'] === SESSION.token,
  isOrder: ({ method }) => method !== 'GET',
  sessionOver: error(401, 'DH-901', 'Invalid_Authentication', 'Client ID or user generated access token is invalid or expired.'),
  tooMany: error(429, 'DH-904', 'Rate_Limit', 'Too many requests on server from single user breaching rate limits.'),
  async answer({ method, path, body }, orders) {
    const external = /^\/orders\/external\/(.+)$/.exec(path)?.[1];
    const id = /^\/orders\/([\w-]+)$/.exec(path)?.[1];
    if (method === 'POST' && path === '/orders') {
      const asked = JSON.parse(body);
      if (asked.dhanClientId !== SESSION.client_id || !/^[\w -]{1,30}$/.test(asked.correlationId)) return error(400, 'DH-905', 'Input_Exception', 'Bad values');
      const exchange = SEGMENTS[asked.exchangeSegment as keyof typeof SEGMENTS];
      const listed = INSTRUMENTS.find((each) => each.exchange === exchange && each.id === asked.securityId);
      if (!listed) return error(400, 'DH-905', 'Input_Exception', 'Invalid SecurityId');
      const order: StandInOrder = {
        tag: asked.correlationId,
        exchange,
        instrument: listed.instrument,
        side: asked.transactionType === 'BUY' ? 'buy' : 'sell',
        product: PRODUCTS[asked.productType as keyof typeof PRODUCTS],
        type: TYPES[asked.orderType as keyof typeof TYPES],
        quantity: asked.quantity,
        price: asked.price || null,
        trigger: asked.triggerPrice || null,
        after_market: asked.afterMarketOrder,
      };
      return said(await orders.submit(order), 200, 'TRANSIT');
    }
    if (method === 'PUT' && id) {
      const { quantity, price, triggerPrice, orderId } = JSON.parse(body);
      if (orderId !== id) return error(400, 'DH-905', 'Input_Exception', 'Bad values');
      return said(await orders.modify(id, { quantity, price: price || null, trigger: triggerPrice || null }), 200, 'TRANSIT');
    }
    if (method === 'DELETE' && id) return said(await orders.cancel(id), 202, 'CANCELLED');
    if (path === '/orders' || external) {
      const lines = await orders.lines();
      if (!lines) return 'html';
      if (!external) return { status: 200, body: lines.map(orderJson) };
      const found = lines.find(({ tag }) => tag === external);
      return found ? { status: 200, body: orderJson(found) } : error(400, 'DH-907', 'Data_Error', 'No data present for the correlation id');
    }
    if (path === '/positions') return { status: 200, body: orders.positions.map(positionJson) };
    if (path === '/holdings') {
      if (orders.holdings.length === 0) return error(500, 'DH-1111', 'HOLDING_ERROR', 'No holdings available');
      return {
        status: 200,
        body: orders.holdings.map(({ instrument, quantity, unsettled, average }) => ({
          exchange: 'ALL',
          tradingSymbol: instrument,
          securityId: INSTRUMENTS.find((each) => each.exchange === 'NSE' && each.instrument === instrument)!.id,
          isin: 'INE000A01010',
          totalQty: quantity,
          dpQty: quantity - unsettled,
          t1Qty: unsettled,
          availableQty: quantity - unsettled,
          collateralQty: 0,
          avgCostPrice: average,
        })),
      };
    }
    if (path === '/fundlimit')
      return {
        status: 200,
        body: {
          dhanClientId: SESSION.client_id,
          availabelBalance: Number(orders.funds.available),
          sodLimit: 100_000,
          collateralAmount: 0.0,
          receiveableAmount: 0.0,
          utilizedAmount: Number(orders.funds.used),
          blockedPayoutAmount: 0.0,
          withdrawableBalance: 0.0,
        },
      };
    return { status: 404, body: { timestamp: istText(0), status: 404, error: 'Not Found', path } };
  },
};

const positionJson = ({ instrument, exchange, product, quantity, average, realised_paise }: BrokerPosition) => {
  const listed = INSTRUMENTS.find((each) => each.exchange === exchange && each.instrument === instrument)!;
  return {
    dhanClientId: SESSION.client_id,
    tradingSymbol: listed.symbol,
    securityId: listed.id,
    positionType: quantity > 0 ? 'LONG' : quantity < 0 ? 'SHORT' : 'CLOSED',
    exchangeSegment: keyOf(SEGMENTS, exchange),
    productType: keyOf(PRODUCTS, product),
    buyAvg: average,
    buyQty: Math.max(0, quantity),
    costPrice: average,
    sellAvg: average,
    sellQty: Math.max(0, -quantity),
    netQty: quantity,
    realizedProfit: realised_paise / 100,
    unrealizedProfit: 0,
    multiplier: 1,
  };
};
