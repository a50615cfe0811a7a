import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LegTicket } from '@vimarsh/shared/contract/trading/types.ts';
import type { BrokerInstrument } from './instrument-ids.ts';
import type { BookLine, BrokerHolding, BrokerPosition, TradingSession } from './port.ts';

export const SESSION: TradingSession = { client_id: 'CL0001', token: 'session-token-of-a-customer' };

/** How an answer fails on its way. `never`: silence for longer than anybody waits. */
export const WIRE_FAULTS = ['hang up', 'html', 'status 502', 'half a body', 'another form', 'never'] as const;
export type WireFault = (typeof WIRE_FAULTS)[number];
export type StandInFault = WireFault | 'session' | 'too many' | 'too many, wait';

/** An order as a stand-in has read it from a request. */
export interface StandInOrder extends Pick<LegTicket, 'exchange' | 'side' | 'product' | 'type' | 'quantity' | 'price' | 'trigger'> {
  readonly tag: string;
  readonly instrument: string;
  readonly after_market: boolean;
}

/** A line of its book; `word` is printed in place of the state's own. */
export type StandInLine = BookLine & Pick<StandInOrder, 'exchange' | 'product' | 'type' | 'after_market'> & { readonly word?: string };

export type StandInSaid =
  | { readonly kind: 'yes'; readonly id: string }
  | { readonly kind: 'no'; readonly code: string }
  | { readonly kind: 'fault'; readonly fault: StandInFault };

/** The order system behind a stand-in. `fault` null where a list can't be had. */
export interface StandInOrders {
  submit(order: StandInOrder): Promise<StandInSaid>;
  modify(id: string, terms: { readonly quantity: number | null; readonly price: number | null; readonly trigger: number | null }): Promise<StandInSaid>;
  cancel(id: string): Promise<StandInSaid>;
  lines(): Promise<readonly StandInLine[] | null>;
  readonly positions: readonly BrokerPosition[];
  readonly holdings: readonly BrokerHolding[];
  readonly funds: { readonly available: string; readonly used: string };
}

export interface StandInRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface StandInAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** One broker's way of talking, written from its documentation. */
export interface Dialect {
  readonly instruments: readonly BrokerInstrument[];
  /** Whether the request carries the session's token as it has to. */
  isKnown(request: StandInRequest): boolean;
  readonly sessionOver: StandInAnswer;
  readonly tooMany: StandInAnswer;
  /** A fault of the order system is handed on. */
  answer(request: StandInRequest, orders: StandInOrders): Promise<StandInAnswer | StandInFault>;
  /** A request for an order or a change of one. */
  isOrder(request: StandInRequest): boolean;
}

export interface StandIn {
  readonly url: string;
  readonly requests: StandInRequest[];
  readonly instruments: readonly BrokerInstrument[];
  /** What the next call meets: before it is read, or after it has taken effect. */
  fault(fault: StandInFault, when: 'before' | 'after'): void;
  session: 'open' | 'over';
  close(): Promise<void>;
}

/** Serves a dialect over an order system. */
export async function serveStandIn(dialect: Dialect, orders: StandInOrders): Promise<StandIn> {
  const faults: { fault: StandInFault; when: 'before' | 'after' }[] = [];
  const requests: StandInRequest[] = [];
  const server = createServer((incoming, response) => {
    let body = '';
    incoming.on('data', (chunk) => (body += chunk));
    incoming.on('end', () => void handle({ method: incoming.method!, path: incoming.url!, headers: incoming.headers, body }, response));
  });

  async function handle(request: StandInRequest, response: ServerResponse): Promise<void> {
    requests.push(request);
    const planned = faults.shift();
    if (planned?.when === 'before') return spoil(planned.fault, response);
    if (standIn.session === 'over' || !dialect.isKnown(request)) return send(dialect.sessionOver, response);
    const answer = await dialect.answer(request, orders).catch((): StandInFault => 'hang up');
    if (planned) spoil(planned.fault, response);
    else if (typeof answer === 'string') spoil(answer, response);
    else send(answer, response);
  }

  function spoil(fault: StandInFault, response: ServerResponse): void {
    switch (fault) {
      case 'hang up':
        response.destroy();
        break;
      case 'html':
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Under maintenance</body></html>');
        break;
      case 'status 502':
        response.writeHead(502, { 'content-type': 'text/html' }).end('<html>502 Bad Gateway</html>');
        break;
      case 'half a body':
        response
          .writeHead(200, { 'content-type': 'application/json', 'content-length': '120' })
          .write('{"status":"success","orderId":"1', () => response.destroy());
        break;
      case 'another form':
        send({ status: 200, body: { hello: 'world' } }, response);
        break;
      case 'never':
        break;
      case 'session':
        send(dialect.sessionOver, response);
        break;
      default:
        send(dialect.tooMany, response, fault === 'too many, wait' ? { 'retry-after': '7' } : {});
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const standIn: StandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    instruments: dialect.instruments,
    fault: (fault, when) => void faults.push({ fault, when }),
    session: 'open',
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return standIn;
}

const send = ({ status, body }: StandInAnswer, response: ServerResponse, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};

/** `2026-11-30 09:31:02` of IST. */
export const istText = (ms: number): string => new Date(ms + 19_800_000).toISOString().slice(0, 19).replace('T', ' ');

/** Field by its name in a form. */
export const formOf = (request: StandInRequest): Readonly<Record<string, string>> => Object.fromEntries(new URLSearchParams(request.body));

const NIFTY = { exchange: 'NFO', instrument: 'NIFTY 2026-12-01 24000 CE' } as const;
/** A list of instruments with a broker's own symbols. */
export const listWith = (equity: (symbol: string, exchange: 'NSE' | 'BSE') => string, option: string): BrokerInstrument[] => [
  ...(['TCS', 'INFY', 'M&M', 'ITC', 'SBIN', 'LT', 'RITES', 'WIPRO', 'ONGC'] as const).flatMap((instrument, at) =>
    (['NSE', 'BSE'] as const).map((exchange) => ({
      exchange,
      instrument,
      symbol: equity(instrument, exchange),
      id: `${exchange === 'NSE' ? 11_000 : 532_000}${at}`,
    })),
  ),
  { ...NIFTY, symbol: option, id: '45001' },
];
