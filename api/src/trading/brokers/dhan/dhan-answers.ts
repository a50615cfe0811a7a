import type { LegTicket } from '@vimarsh/shared/contract/trading/types.ts';
import type { OrderReason } from '@vimarsh/shared/domain/trading/order/order-words.ts';
import * as z from 'zod/mini';
import { brokerOrderId, istTimeOf, loosePrice, looseRupees, looseShares, looseText, priceOrNone, shares } from '../broker-values.ts';
import { type InstrumentIds, ownInstrument } from '../instrument-ids.ts';
import type { BookLine } from '../port.ts';
import { brokerWords, refusalCode } from '../refusal-words.ts';
import { type ReadVerdict, refusal, SESSION_OVER, unclear } from '../verdict.ts';

/** DhanHQ v2, “Annexure”: exchange segments, statuses, error codes. */
export const DHAN_SEGMENTS = { NSE: 'NSE_EQ', BSE: 'BSE_EQ', NFO: 'NSE_FNO', BFO: 'BSE_FNO' } as const;
export const DHAN_PRODUCTS = { CNC: 'CNC', MIS: 'INTRADAY', NRML: 'MARGIN' } as const;
export const DHAN_TYPES = { LIMIT: 'LIMIT', MARKET: 'MARKET', SL: 'STOP_LOSS', 'SL-M': 'STOP_LOSS_MARKET' } as const;

const EXCHANGES = Object.fromEntries(Object.entries(DHAN_SEGMENTS).map(([exchange, segment]) => [segment, exchange]));
/** Our exchange of a segment; the segment itself for currencies and commodities. */
export const exchangeOf = (segment: string): string => EXCHANGES[segment] ?? segment;

/** TRANSIT: Dhan has it, and it has not reached the exchange. A word that is not listed says no more than that the broker has the order. */
const STATES: Readonly<Record<string, BookLine['state']>> = {
  TRANSIT: 'pending',
  PENDING: 'open',
  PART_TRADED: 'open',
  TRIGGERED: 'open',
  CONFIRM: 'open',
  TRADED: 'complete',
  REJECTED: 'rejected',
  CANCELLED: 'cancelled',
  EXPIRED: 'expired',
};

const errorAnswer = z.object({ errorCode: looseText, errorType: looseText, errorMessage: looseText });
/** The form of 2024, which gateways still answer in. */
const remarksAnswer = z.object({ remarks: z.object({ error_code: looseText, error_message: looseText }) });

/** Codes that say no before an order is taken. 908, 909 and 910 are the broker's own troubles, and say nothing of the order. */
const REFUSALS: Readonly<Record<string, OrderReason | 'by words'>> = {
  'DH-902': 'BLOCKED',
  'DH-903': 'BLOCKED',
  'DH-904': 'RATE',
  'DH-905': 'by words',
  'DH-906': 'by words',
  'DH-907': 'by words',
  'DH-911': 'ADDRESS',
  '805': 'RATE',
};
const SESSION_CODES = new Set(['DH-901', '807', '808', '809', '810']);

/** Error code and sentence of an answer; null where it is none. */
export function dhanError(json: unknown): { readonly code: string; readonly text: string } | null {
  const plain = z.safeParse(errorAnswer, json);
  if (plain.success && (plain.data.errorCode !== '' || plain.data.errorType !== ''))
    return { code: plain.data.errorCode, text: plain.data.errorMessage || plain.data.errorType };
  const old = z.safeParse(remarksAnswer, json);
  return old.success && old.data.remarks.error_code !== '' ? { code: old.data.remarks.error_code, text: old.data.remarks.error_message } : null;
}

export const readDhan: ReadVerdict = (status, json) => {
  const error = dhanError(json);
  if ((error && SESSION_CODES.has(error.code)) || (status === 401 && !error)) return SESSION_OVER;
  if (status >= 500) return unclear(`status ${status}`);
  if (!error) return status >= 200 && status < 300 ? { kind: 'yes', json } : unclear(`status ${status}, and no error code`);
  const code = REFUSALS[error.code];
  const text = `${error.code} ${error.text}`;
  if (code === undefined) return unclear(`${error.code || 'an error without a code'}, which does not say whether it took the order`);
  return refusal(text, code === 'by words' ? refusalCode(error.text) : code);
};

export const dhanReceipt = z.object({ orderId: brokerOrderId, orderStatus: looseText });

export const dhanOrder = z.object({
  orderId: brokerOrderId,
  correlationId: looseText,
  orderStatus: looseText,
  transactionType: z.enum(['BUY', 'SELL']),
  exchangeSegment: looseText,
  orderType: looseText,
  tradingSymbol: looseText,
  securityId: looseText,
  quantity: shares.check(z.nonnegative()),
  price: loosePrice,
  triggerPrice: loosePrice,
  createTime: looseText,
  filledQty: looseShares.check(z.nonnegative()),
  averageTradedPrice: loosePrice,
  omsErrorCode: looseText,
  omsErrorDescription: looseText,
});

export function dhanLine(order: z.output<typeof dhanOrder>, instruments: InstrumentIds): BookLine {
  const text = brokerWords(order.omsErrorDescription);
  const rejected = order.orderStatus.toUpperCase() === 'REJECTED';
  return {
    broker_order_id: order.orderId,
    tag: order.correlationId,
    instrument: ownInstrument(instruments, exchangeOf(order.exchangeSegment), order.tradingSymbol, order.securityId),
    side: order.transactionType === 'BUY' ? 'buy' : 'sell',
    quantity: order.quantity,
    price: order.orderType.endsWith('MARKET') ? null : priceOrNone(order.price),
    trigger: priceOrNone(order.triggerPrice),
    placed_at: istTimeOf(order.createTime),
    state: STATES[order.orderStatus.toUpperCase()] ?? 'pending',
    filled: order.filledQty,
    average: order.filledQty > 0 ? order.averageTradedPrice : null,
    code: rejected ? refusalCode(text) : '',
    broker_text: rejected ? text : '',
  };
}

export const dhanPosition = z.object({
  tradingSymbol: looseText,
  securityId: looseText,
  exchangeSegment: looseText,
  productType: looseText,
  netQty: shares,
  costPrice: loosePrice,
  buyAvg: loosePrice,
  sellAvg: loosePrice,
  realizedProfit: looseRupees,
});

/** Holdings are of both exchanges: `exchange` is ALL. */
export const dhanHolding = z.object({
  exchange: looseText,
  tradingSymbol: looseText,
  securityId: looseText,
  totalQty: shares.check(z.nonnegative()),
  t1Qty: looseShares,
  avgCostPrice: loosePrice,
});

/** The balance is spelt so by Dhan. */
export const dhanFunds = z.object({ availabelBalance: looseRupees, utilizedAmount: looseRupees });

/** Products of positions that we don't order count as what they are nearest to. */
export const dhanProduct = (product: string, exchange: string): LegTicket['product'] => {
  if (product === 'INTRADAY' || product === 'CO' || product === 'BO') return 'MIS';
  if (product === 'CNC' || product === 'MTF') return 'CNC';
  return exchange === 'NSE' || exchange === 'BSE' ? 'CNC' : 'NRML';
};
