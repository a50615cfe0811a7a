import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { WebSocket } from 'ws';
import { BrokerStandIn, istMinute, type SentTick, type StandInCandle } from '../broker-stand-in.testing.ts';

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
export class KiteStandIn extends BrokerStandIn {
  readonly apiKey = 'kite-key';

  /** The settings of a server that takes its prices from here. `file` holds its token. */
  settings(file?: string): Record<string, string> {
    const token: Record<string, string> = file === undefined ? { KITE_ACCESS_TOKEN: this.token } : { KITE_ACCESS_TOKEN_FILE: file };
    return { MARKET_FEED: 'kite', KITE_API_KEY: this.apiKey, ...token, KITE_URL: this.httpUrl, KITE_SOCKET_URL: this.socketUrl };
  }

  /** Sends these prices in one message to everybody. */
  send(ticks: readonly SentTick[]): void {
    this.raw(messageOf(ticks.map((tick) => packetOf(this.tokenOf(tick.symbol), tick))));
  }

  tokenOf(symbol: string): number {
    const place = this.symbols.indexOf(symbol) + 1;
    return INDEX_NAMES[symbol] ? place * 256 + 9 : place * 256 + 1;
  }

  protected admits({ searchParams }: URL): boolean {
    return searchParams.get('api_key') === this.apiKey && searchParams.get('access_token') === this.token;
  }

  protected isSignedIn({ headers }: IncomingMessage): boolean {
    return headers.authorization === `token ${this.apiKey}:${this.token}`;
  }

  protected isPublic(): boolean {
    return false;
  }

  protected refusal(): { status: number; body: unknown } {
    return { status: 403, body: { status: 'error', message: 'Incorrect `api_key` or `access_token`.', error_type: 'TokenException' } };
  }

  protected sendBeat(client: WebSocket): void {
    client.send(Buffer.from([0]));
  }

  protected received(_client: WebSocket, data: Buffer): void {
    const { a, v } = JSON.parse(String(data)) as { a: string; v: (number | string | number[])[] };
    if (a !== 'subscribe') return;
    this.batches.push(v.length);
    for (const token of v) this.subscribed.add(token as number);
  }

  protected answer({ pathname }: URL, response: ServerResponse): void {
    const rows = this.symbols.map((symbol) => this.#row(symbol)).filter((row) => row.endsWith(`,${pathname.split('/')[2]}`));
    const head = 'instrument_token,exchange_token,tradingsymbol,name,last_price,expiry,strike,tick_size,lot_size,instrument_type,segment,exchange';
    response.writeHead(200, { 'content-type': 'text/csv', 'content-encoding': 'gzip' });
    response.end(gzipSync([head, ...rows].join('\n')));
  }

  protected historyAsked({ pathname, searchParams }: URL): { symbol: string; from: number; to: number } | null {
    const [, , kind, token] = pathname.split('/');
    if (kind !== 'historical') return null;
    const instant = (name: string): number => Date.parse(`${searchParams.get(name)!.replace(' ', 'T')}+05:30`);
    return { symbol: this.symbols.find((each) => String(this.tokenOf(each)) === token) ?? '', from: instant('from'), to: instant('to') };
  }

  protected historyOf(candles: readonly StandInCandle[]): unknown {
    return { status: 'success', data: { candles: candles.map(({ start, o, h, l, c, v }) => [istMinute(start, '+0530'), o, h, l, c, v]) } };
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
