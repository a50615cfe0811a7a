import type { LegTicket } from '@vimarsh/shared/contract/trading/types.ts';
import * as z from 'zod/mini';
import { brokerOrderId, istTimeOf, loosePrice, looseRupees, looseShares, looseText, priceOrNone } from '../broker-values.ts';
import { type InstrumentIds, ownInstrument } from '../instrument-ids.ts';
import type { BookLine } from '../port.ts';
import { brokerWords, refusalCode } from '../refusal-words.ts';
import { type ReadVerdict, refusal, SESSION_OVER, unclear } from '../verdict.ts';

export const NOREN_PRODUCTS = { CNC: 'C', MIS: 'I', NRML: 'M' } as const;
export const NOREN_TYPES = { LIMIT: 'LMT', MARKET: 'MKT', SL: 'SL-LMT', 'SL-M': 'SL-MKT' } as const;

/** Brokers write them in capitals and not, and with one or two L. A word that is not listed says no more than that the broker has the order. */
const STATES: Readonly<Record<string, BookLine['state']>> = {
  OPEN: 'open',
  TRIGGER_PENDING: 'open',
  REPLACED: 'open',
  COMPLETE: 'complete',
  CANCELED: 'cancelled',
  CANCELLED: 'cancelled',
  REJECTED: 'rejected',
  REJECT: 'rejected',
  EXPIRED: 'expired',
};

const errorAnswer = z.object({ stat: z.literal('Not_Ok'), emsg: looseText });
const okAnswer = z.object({ stat: z.literal('Ok') });

/** Sentences of the server's own troubles, which say nothing of the order: “Server Timeout :”. */
const TROUBLE = /internal|server (error|busy)|not connected|connection|try (again|later)|unavailable/i;
const SESSION = /session expired|invalid session/i;

export const readNoren: ReadVerdict = (status, json) => {
  const error = z.safeParse(errorAnswer, json);
  if (error.success) {
    const { emsg } = error.data;
    // Comes with a status of 200 or 401.
    if (SESSION.test(emsg)) return SESSION_OVER;
    if (status >= 500 || emsg === '' || TROUBLE.test(emsg)) return unclear(brokerWords(emsg) || `status ${status}`);
    return refusal(emsg);
  }
  if (status === 401) return SESSION_OVER;
  if (status < 200 || status > 299) return unclear(`status ${status}`);
  return Array.isArray(json) || z.safeParse(okAnswer, json).success ? { kind: 'yes', json } : unclear('neither Ok nor Not_Ok');
};

const NO_DATA = /no data/i;
/** An empty list comes as an error: `Error Occurred : 5 "no data"`. */
export const readNorenList: ReadVerdict = (status, json) => {
  const error = z.safeParse(errorAnswer, json);
  return error.success && NO_DATA.test(error.data.emsg) ? { kind: 'yes', json: [] } : readNoren(status, json);
};

export const norenReceipt = z.object({ norenordno: brokerOrderId });

/** All figures are texts. */
export const norenOrder = z.object({
  norenordno: brokerOrderId,
  exch: looseText,
  tsym: looseText,
  token: looseText,
  qty: looseShares.check(z.nonnegative()),
  trantype: z.enum(['B', 'S']),
  prctyp: looseText,
  prc: loosePrice,
  trgprc: loosePrice,
  status: looseText,
  fillshares: looseShares.check(z.nonnegative()),
  avgprc: loosePrice,
  rejreason: looseText,
  remarks: looseText,
  norentm: looseText,
});

export function norenLine(order: z.output<typeof norenOrder>, instruments: InstrumentIds): BookLine {
  const state = STATES[order.status.toUpperCase()] ?? 'pending';
  const text = state === 'rejected' ? brokerWords(order.rejreason) : '';
  const isMarket = order.prctyp === 'MKT' || order.prctyp === 'SL-MKT';
  return {
    broker_order_id: order.norenordno,
    tag: order.remarks,
    instrument: ownInstrument(instruments, order.exch, order.tsym, order.token),
    side: order.trantype === 'B' ? 'buy' : 'sell',
    quantity: order.qty,
    price: isMarket ? null : priceOrNone(order.prc),
    trigger: priceOrNone(order.trgprc),
    placed_at: istTimeOf(order.norentm),
    state,
    filled: order.fillshares,
    average: order.fillshares > 0 ? order.avgprc : null,
    code: state === 'rejected' ? refusalCode(text) : '',
    broker_text: text,
  };
}

export const norenPosition = z.object({
  exch: looseText,
  tsym: looseText,
  token: looseText,
  prd: looseText,
  netqty: looseShares,
  netavgprc: loosePrice,
  rpnl: looseRupees,
});

/** The same holding on several exchanges: `exch_tsym` names each. */
export const norenHolding = z.object({
  exch_tsym: z.array(z.object({ exch: looseText, tsym: looseText, token: looseText })).check(z.minLength(1), z.maxLength(10)),
  holdqty: looseShares,
  btstqty: looseShares,
  benqty: looseShares,
  unplgdqty: looseShares,
  npoadqty: looseShares,
  dpqty: looseShares,
  usedqty: looseShares,
  upldprc: loosePrice,
});

export const norenLimits = z.object({ cash: looseRupees, payin: looseRupees, brkcollamt: looseRupees, collateral: looseRupees, marginused: looseRupees });

export const norenProduct = (prd: string, exchange: string): LegTicket['product'] => {
  if (prd === 'I' || prd === 'B' || prd === 'H') return 'MIS';
  if (prd === 'M') return 'NRML';
  return exchange === 'NSE' || exchange === 'BSE' ? 'CNC' : 'NRML';
};
