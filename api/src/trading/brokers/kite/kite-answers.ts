import type { LegTicket } from '@vimarsh/shared/contract/trading/types.ts';
import * as z from 'zod/mini';
import { brokerOrderId, istTimeOf, loosePrice, looseRupees, looseShares, looseText, priceOrNone, shares } from '../broker-values.ts';
import { type InstrumentIds, ownInstrument } from '../instrument-ids.ts';
import type { BookLine } from '../port.ts';
import { brokerWords, refusalCode } from '../refusal-words.ts';
import { type ReadVerdict, refusal, SESSION_OVER, unclear } from '../verdict.ts';

/**
 * Kite Connect 3, “Orders”, order statuses. A trigger that waits stands at the exchange. A word that is not listed (`VALIDATION PENDING`,
 * `AMO REQ RECEIVED`, `UPDATE`, or one of tomorrow) says no more than that the broker has the order.
 */
const STATES: Readonly<Record<string, BookLine['state']>> = {
  OPEN: 'open',
  'TRIGGER PENDING': 'open',
  MODIFIED: 'open',
  'NOT MODIFIED': 'open',
  'NOT CANCELLED': 'open',
  COMPLETE: 'complete',
  CANCELLED: 'cancelled',
  'CANCELLED AMO': 'cancelled',
  REJECTED: 'rejected',
};

const errorAnswer = z.object({ status: z.literal('error'), message: looseText, error_type: looseText });
const successAnswer = z.object({ status: z.literal('success'), data: z.unknown() });

/** Types of errors that say no before an order is taken. NetworkException, DataException and GeneralException say nothing of the order. */
const REFUSALS = new Set(['InputException', 'OrderException', 'MarginException', 'HoldingException', 'UserException', 'PermissionException']);

export const readKite: ReadVerdict = (status, json) => {
  const error = z.safeParse(errorAnswer, json);
  if (error.success && error.data.error_type === 'TokenException') return SESSION_OVER;
  if (status >= 500) return unclear(`status ${status}`);
  if (error.success) {
    const { message, error_type } = error.data;
    const code = refusalCode(message);
    // 403 is the end of a session, but for an address or a right that is missing.
    if (status === 403 && error_type !== 'PermissionException' && code !== 'ADDRESS') return SESSION_OVER;
    if (!REFUSALS.has(error_type) && code !== 'ADDRESS')
      return unclear(`${brokerWords(error_type) || 'an error without a type'}, which does not say whether it took the order`);
    if (error_type === 'MarginException') return refusal(message, 'FUNDS');
    if (error_type === 'HoldingException') return refusal(message, 'HOLDINGS');
    return refusal(message, error_type === 'PermissionException' && code === 'OTHER' ? 'BLOCKED' : code);
  }
  const success = z.safeParse(successAnswer, json);
  return success.success && status >= 200 && status < 300 ? { kind: 'yes', json: success.data.data } : unclear(`status ${status}, and no word of success`);
};

export const kiteReceipt = z.object({ order_id: brokerOrderId });

export const kiteOrder = z.object({
  order_id: brokerOrderId,
  variety: looseText,
  status: looseText,
  status_message: looseText,
  tag: looseText,
  exchange: looseText,
  tradingsymbol: looseText,
  transaction_type: z.enum(['BUY', 'SELL']),
  order_type: looseText,
  quantity: shares.check(z.nonnegative()),
  price: loosePrice,
  trigger_price: loosePrice,
  average_price: loosePrice,
  filled_quantity: shares.check(z.nonnegative()),
  order_timestamp: looseText,
});

export function kiteLine(order: z.output<typeof kiteOrder>, instruments: InstrumentIds): BookLine {
  const state = STATES[order.status.toUpperCase()] ?? 'pending';
  const text = state === 'rejected' ? brokerWords(order.status_message) : '';
  return {
    broker_order_id: order.order_id,
    tag: order.tag,
    instrument: ownInstrument(instruments, order.exchange, order.tradingsymbol),
    side: order.transaction_type === 'BUY' ? 'buy' : 'sell',
    quantity: order.quantity,
    price: order.order_type === 'MARKET' || order.order_type === 'SL-M' ? null : priceOrNone(order.price),
    trigger: priceOrNone(order.trigger_price),
    placed_at: istTimeOf(order.order_timestamp),
    state,
    filled: order.filled_quantity,
    average: order.filled_quantity > 0 ? order.average_price : null,
    code: state === 'rejected' ? refusalCode(text) : '',
    broker_text: text,
  };
}

const kitePosition = z.object({
  tradingsymbol: looseText,
  exchange: looseText,
  product: looseText,
  quantity: shares,
  average_price: loosePrice,
  realised: looseRupees,
});
/** `day` repeats what `net` has of today. */
export const kitePositions = z.object({ net: z.array(kitePosition).check(z.maxLength(5_000)) });

export const kiteHolding = z.object({
  tradingsymbol: looseText,
  exchange: looseText,
  quantity: shares,
  t1_quantity: looseShares,
  collateral_quantity: looseShares,
  average_price: loosePrice,
});

/** Of the equity segment, which derivatives are in. */
export const kiteMargins = z.object({ equity: z.object({ net: looseRupees, utilised: z.object({ debits: looseRupees }) }) });

export const kiteProduct = (product: string, exchange: string): LegTicket['product'] => {
  if (product === 'CNC' || product === 'MIS' || product === 'NRML') return product;
  if (product === 'CO' || product === 'BO') return 'MIS';
  return exchange === 'NSE' || exchange === 'BSE' ? 'CNC' : 'NRML';
};
