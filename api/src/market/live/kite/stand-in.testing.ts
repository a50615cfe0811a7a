import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type WebSocket, WebSocketServer } from 'ws';

/** A price as the stand-in sends it; `at` in seconds since 1970. Prices ₹. */
export interface SentTick {
  readonly symbol: string;
  readonly price: number;
  readonly volume?: number;
  readonly open?: number;
  readonly high?: number;
  readonly low?: number;
  readonly close?: number;
  readonly at?: number;
}

export interface StandInCandle {
  readonly start: Date;
  readonly o: number;
  readonly h: number;
  readonly l: number;
  readonly c: number;
  readonly v: number;
}

const INDEX_NAMES: Readonly<Record<string, string>> = {
  NIFTY: 'NIFTY 50',
  BANKNIFTY: 'NIFTY BANK',
  FINNIFTY: 'NIFTY FIN SERVICE',
  MIDCPNIFTY: 'NIFTY MID SELECT',
  SENSEX: 'SENSEX',
};

/**
 * A Kite for tests, written from the pages of kite.trade/docs/connect/v3 that `packets.ts` and `kite-line.ts` name: its WebSocket, its list of
 * instruments and its history of minutes, on loopback, with faults on demand.
 */
export class KiteStandIn {
  readonly apiKey = 'kite-key';
  /** The access token it takes. */
  token = 'token-of-today';
  /** How long history takes to answer, ms. */
  historyDelay = 0;
  /** Answers 429 to so many requests of history. */
  tooMany = 0;
  /** No heartbeats while false. */
  beats = true;
  readonly asked: string[] = [];
  readonly subscribed = new Set<number>();
  readonly batches: number[] = [];
  connections = 0;
  readonly #symbols: readonly string[];
  readonly #candles = new Map<string, StandInCandle[]>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #sockets = new WebSocketServer({ noServer: true });
  #beat: NodeJS.Timeout | undefined;

  constructor(symbols: readonly string[]) {
    this.#symbols = symbols;
  }

  async start(beatMs = 50): Promise<this> {
    this.#server.on('upgrade', (request, socket, head) => {
      const query = new URL(request.url!, 'http://kite').searchParams;
      if (query.get('api_key') !== this.apiKey || query.get('access_token') !== this.token) {
        socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
        return;
      }
      this.#sockets.handleUpgrade(request, socket, head, (client) => this.#serve(client));
    });
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#beat = setInterval(() => {
      if (this.beats) this.raw(Buffer.from([0]));
    }, beatMs);
    return this;
  }

  get httpUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get socketUrl(): string {
    return this.httpUrl.replace('http:', 'ws:');
  }

  /** Sends these prices in one message to everybody. */
  send(ticks: readonly SentTick[]): void {
    this.raw(messageOf(ticks.map((tick) => packetOf(this.tokenOf(tick.symbol), tick))));
  }

  raw(message: Buffer | string): void {
    for (const client of this.#sockets.clients) client.send(message);
  }

  history(symbol: string, candles: readonly StandInCandle[]): void {
    this.#candles.set(symbol, [...candles]);
  }

  /** Cuts all connections in the middle of whatever they were. */
  cut(): void {
    for (const client of this.#sockets.clients) client.terminate();
  }

  tokenOf(symbol: string): number {
    const place = this.#symbols.indexOf(symbol) + 1;
    return INDEX_NAMES[symbol] ? place * 256 + 9 : place * 256 + 1;
  }

  async close(): Promise<void> {
    clearInterval(this.#beat);
    this.cut();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(client: WebSocket): void {
    this.connections++;
    client.on('error', () => undefined);
    client.on('message', (data) => {
      const { a, v } = JSON.parse(String(data)) as { a: string; v: (number | string | number[])[] };
      if (a !== 'subscribe') return;
      this.batches.push(v.length);
      for (const token of v) this.subscribed.add(token as number);
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, 'http://kite');
    this.asked.push(url.pathname + url.search);
    if (request.headers.authorization !== `token ${this.apiKey}:${this.token}`) {
      response.writeHead(403, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ status: 'error', message: 'Incorrect `api_key` or `access_token`.', error_type: 'TokenException' }));
      return;
    }
    const [, , exchange, token] = url.pathname.split('/');
    if (exchange !== 'historical') {
      const rows = this.#symbols.map((symbol) => this.#row(symbol)).filter((row) => row.endsWith(`,${exchange}`));
      const head = 'instrument_token,exchange_token,tradingsymbol,name,last_price,expiry,strike,tick_size,lot_size,instrument_type,segment,exchange';
      response.writeHead(200, { 'content-type': 'text/csv', 'content-encoding': 'gzip' });
      response.end(gzipSync([head, ...rows].join('\n')));
      return;
    }
    if (this.historyDelay > 0) await new Promise((resolve) => setTimeout(resolve, this.historyDelay));
    if (this.tooMany > 0) {
      this.tooMany--;
      response.writeHead(429).end('{"status":"error"}');
      return;
    }
    const symbol = this.#symbols.find((each) => String(this.tokenOf(each)) === token) ?? '';
    const instant = (name: string): number => Date.parse(`${url.searchParams.get(name)!.replace(' ', 'T')}+05:30`);
    const found = (this.#candles.get(symbol) ?? []).filter(({ start }) => start.getTime() >= instant('from') && start.getTime() <= instant('to'));
    const ist = (at: Date): string => `${new Date(at.getTime() + 19_800_000).toISOString().slice(0, 19)}+0530`;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ status: 'success', data: { candles: found.map(({ start, o, h, l, c, v }) => [ist(start), o, h, l, c, v]) } }));
  }

  #row(symbol: string): string {
    const token = this.tokenOf(symbol);
    const common = `${token},${token >> 8},${INDEX_NAMES[symbol] ?? symbol},NAME,0,,0`;
    if (symbol === 'SENSEX') return `${common},0,0,EQ,INDICES,BSE`;
    return INDEX_NAMES[symbol] ? `${common},0,0,EQ,INDICES,NSE` : `${common},0.05,1,EQ,NSE,NSE`;
  }
}

/** int16 number of packets, then each with its int16 length. */
export function messageOf(packets: readonly Buffer[]): Buffer {
  const parts = [int(packets.length, 2)];
  for (const packet of packets) parts.push(int(packet.length, 2), packet);
  return Buffer.concat(parts);
}

/** A packet of the mode full: 184 bytes, for an index 32. */
export function packetOf(token: number, { price, volume = 0, open = price, high = price, low = price, close = price, at = 0 }: SentTick): Buffer {
  const paise = (rupees: number): Buffer => int(Math.round(rupees * 100), 4);
  if ((token & 0xff) === 9)
    return Buffer.concat([int(token, 4), paise(price), paise(high), paise(low), paise(open), paise(close), paise(price - close), int(at, 4)]);
  const depth = Array.from({ length: 10 }, (_, place) =>
    Buffer.concat([int(100 + place, 4), paise(place < 5 ? price - 0.05 * (place + 1) : price + 0.05 * (place - 4)), int(3, 2), int(0, 2)]),
  );
  return Buffer.concat([
    ...[int(token, 4), paise(price), int(10, 4), paise(price), int(volume, 4), int(5000, 4), int(6000, 4)],
    ...[paise(open), paise(high), paise(low), paise(close), int(at, 4), int(0, 4), int(0, 4), int(0, 4), int(at, 4)],
    ...depth,
  ]);
}

function int(value: number, bytes: 2 | 4): Buffer {
  const buffer = Buffer.alloc(bytes);
  if (bytes === 2) buffer.writeUInt16BE(value);
  else buffer.writeInt32BE(value | 0);
  return buffer;
}
