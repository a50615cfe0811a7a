import type { BrokerPosition } from '../port.ts';
import {
  type Dialect,
  formOf,
  istText,
  listWith,
  SESSION,
  type StandInAnswer,
  type StandInLine,
  type StandInRequest,
  type StandInSaid,
} from '../stand-in.testing.ts';

/** From the documentation of Noren's REST interface, as Shoonya and Zebu publish it: all figures are texts. */
const PRODUCTS = { C: 'CNC', I: 'MIS', M: 'NRML' } as const;
const TYPES = { LMT: 'LIMIT', MKT: 'MARKET', 'SL-LMT': 'SL', 'SL-MKT': 'SL-M' } as const;
const STATUS = { pending: 'PENDING', open: 'OPEN', complete: 'COMPLETE', cancelled: 'CANCELED', rejected: 'REJECTED', expired: 'CANCELED' } as const;
const INSTRUMENTS = listWith((symbol, exchange) => (exchange === 'NSE' ? `${symbol}-EQ` : symbol), 'NIFTY01DEC26C24000');

const TIME = { request_time: '10:48:03 30-11-2026' };
const notOk = (emsg: string, status = 200): StandInAnswer => ({ status, body: { ...TIME, stat: 'Not_Ok', emsg } });
const NO_DATA = notOk('Error Occurred : 5 "no data"');

const REFUSALS: Readonly<Record<string, string>> = {
  FUNDS: 'RMS:Margin Exceeds,Cash Available: 3,950.90, Required: 12,000.00',
  HOLDINGS: 'RMS:Rule: Check holdings including btst, No Holdings Present',
  CLOSED: 'Rejected : Markets are closed for this segment',
  ADDRESS: 'Invalid Input : INVALID_IP Unregistered IP address',
  LOT: 'Error Occurred : 2 "Quantity is not a multiple of the lot size"',
  BROKEN: 'Internal server error',
  VAGUE: '',
  TIMEOUT: 'Server Timeout :  ',
  OVER: 'Rejected : ORA:Order not found to Cancel',
};

/** `09:31:02 30-11-2026`. */
const norenTime = (ms: number): string => {
  const [day, time] = istText(ms).split(' ');
  const [year, month, date] = day!.split('-');
  return `${time} ${date}-${month}-${year}`;
};

const keyOf = <T extends Record<string, string>>(table: T, value: string): string => Object.keys(table).find((key) => table[key] === value)!;

function orderJson(line: StandInLine) {
  const listed = INSTRUMENTS.find(({ exchange, instrument }) => exchange === line.exchange && instrument === line.instrument)!;
  return {
    stat: 'Ok',
    norenordno: line.broker_order_id,
    uid: SESSION.client_id,
    actid: SESSION.client_id,
    exch: line.exchange,
    tsym: listed.symbol,
    token: listed.id,
    qty: String(line.quantity),
    trantype: line.side === 'buy' ? 'B' : 'S',
    prctyp: keyOf(TYPES, line.type),
    ret: 'DAY',
    pp: '2',
    ls: '1',
    ti: '0.05',
    prc: (line.price ?? 0).toFixed(2),
    ...(line.trigger !== null && { trgprc: line.trigger.toFixed(2) }),
    prd: keyOf(PRODUCTS, line.product),
    status: line.word ?? STATUS[line.state],
    ...(line.filled > 0 && { fillshares: String(line.filled), avgprc: line.average!.toFixed(2) }),
    ...(line.broker_text !== '' && { rejreason: line.broker_text }),
    norentm: norenTime(line.placed_at!),
    exch_tm: '00:00:00 01-01-1980',
    remarks: line.tag,
    amo: line.after_market ? 'Yes' : 'No',
  };
}

const said = (answer: StandInSaid, field: 'norenordno' | 'result') =>
  answer.kind === 'fault'
    ? answer.fault
    : answer.kind === 'no'
      ? notOk(REFUSALS[answer.code] ?? 'Error Occurred : 2 "invalid input"')
      : { status: 200, body: { ...TIME, stat: 'Ok', [field]: answer.id } };

const numberOr = (text: string | undefined): number | null => (text === undefined || Number(text) === 0 ? null : Number(text));
const isKnown = (request: StandInRequest): boolean => formOf(request).jKey === SESSION.token;

export const norenDialect: Dialect = {
  instruments: INSTRUMENTS,
  isKnown,
  isOrder: ({ path }) => /^\/(Place|Modify|Cancel)Order$/.test(path),
  sessionOver: notOk('Session Expired : Invalid Session Key', 401),
  tooMany: { status: 429, body: { stat: 'Not_Ok', emsg: 'Too many requests' } },
  async answer(request, orders) {
    const asked = JSON.parse(formOf(request).jData!) as Record<string, string>;
    if (request.method !== 'POST' || asked.uid !== SESSION.client_id) return notOk('Invalid Input : Missing uid');
    const listed = INSTRUMENTS.find(({ exchange, symbol }) => exchange === asked.exch && symbol === asked.tsym);
    switch (request.path) {
      case '/PlaceOrder':
        if (!listed || asked.actid !== SESSION.client_id) return notOk('Error Occurred : 2 "invalid input"');
        return said(
          await orders.submit({
            tag: asked.remarks!,
            exchange: listed.exchange,
            instrument: listed.instrument,
            side: asked.trantype === 'B' ? 'buy' : 'sell',
            product: PRODUCTS[asked.prd as keyof typeof PRODUCTS],
            type: TYPES[asked.prctyp as keyof typeof TYPES],
            quantity: Number(asked.qty),
            price: numberOr(asked.prc),
            trigger: numberOr(asked.trgprc),
            after_market: asked.amo === 'Yes',
          }),
          'norenordno',
        );
      case '/ModifyOrder':
        if (!listed) return notOk('Error Occurred : 2 "invalid input"');
        return said(
          await orders.modify(asked.norenordno!, { quantity: Number(asked.qty), price: numberOr(asked.prc), trigger: numberOr(asked.trgprc) }),
          'result',
        );
      case '/CancelOrder':
        return said(await orders.cancel(asked.norenordno!), 'result');
      case '/OrderBook': {
        const lines = await orders.lines();
        if (!lines) return 'html';
        return lines.length === 0 ? NO_DATA : { status: 200, body: lines.map(orderJson) };
      }
      case '/PositionBook':
        return orders.positions.length === 0 ? NO_DATA : { status: 200, body: orders.positions.map(positionJson) };
      case '/Holdings':
        if (asked.prd !== 'C') return notOk('Invalid Input : Missing uid or actid or prd.');
        if (orders.holdings.length === 0) return NO_DATA;
        return {
          status: 200,
          body: orders.holdings.map(({ instrument, quantity, unsettled, average }) => ({
            stat: 'Ok',
            exch_tsym: INSTRUMENTS.filter((each) => each.instrument === instrument).map(({ exchange, symbol, id }) => ({
              exch: exchange,
              tsym: symbol,
              token: id,
            })),
            holdqty: String(quantity - unsettled),
            btstqty: String(unsettled),
            dpqty: '0',
            colqty: '0',
            usedqty: '0',
            upldprc: average.toFixed(2),
          })),
        };
      case '/Limits':
        return {
          status: 200,
          body: { ...TIME, stat: 'Ok', actid: SESSION.client_id, cash: '100000.00', payin: '0.00', collateral: '0.00', marginused: orders.funds.used },
        };
      default:
        return { status: 404, body: { stat: 'Not_Ok', emsg: 'Not found' } };
    }
  },
};

const positionJson = ({ instrument, exchange, product, quantity, average, realised_paise }: BrokerPosition) => {
  const listed = INSTRUMENTS.find((each) => each.exchange === exchange && each.instrument === instrument)!;
  return {
    stat: 'Ok',
    uid: SESSION.client_id,
    exch: exchange,
    tsym: listed.symbol,
    token: listed.id,
    prd: keyOf(PRODUCTS, product),
    netqty: String(quantity),
    netavgprc: average.toFixed(2),
    rpnl: (realised_paise / 100).toFixed(2),
    urmtom: '0.00',
  };
};
