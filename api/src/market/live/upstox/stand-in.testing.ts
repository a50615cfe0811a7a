import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { IST_OFFSET } from '@vimarsh/shared/domain/market/ist-day.ts';
import type { WebSocket } from 'ws';
import { BrokerStandIn, istMinute, json, type SentTick, type StandInCandle } from '../broker-stand-in.testing.ts';

/** Keys of indices, written as Upstox writes them. */
const INDEX_KEYS: Readonly<Record<string, string>> = {
  NIFTY: 'NSE_INDEX|Nifty 50',
  BANKNIFTY: 'NSE_INDEX|Nifty Bank',
  FINNIFTY: 'NSE_INDEX|Nifty Fin Service',
  MIDCPNIFTY: 'NSE_INDEX|NIFTY MID SELECT',
  SENSEX: 'BSE_INDEX|SENSEX',
};

/**
 * An Upstox for tests, written from the pages of upstox.com/developer/api-documentation that `feed-message.ts` and `upstox-line.ts` name: its
 * permission for the feed, the WebSocket, lists of instruments and history, on loopback, with faults on demand.
 */
export class UpstoxStandIn extends BrokerStandIn {
  /** More instruments than these end the connection. What Upstox itself does with them is not documented. */
  mostKeys = 2000;
  /** The permission is one that was used. */
  isCodeUsed = false;
  /** Where permission leads to instead of here. */
  redirect: string | null = null;
  /** By so much its clock is ahead, ms. */
  skew = 0;
  /** Messages to come that get lost, and that are sent twice. */
  lost = 0;
  twice = 0;
  /** Messages wait for `release`. */
  holds = false;
  /** Its own clock, ms. */
  clock: () => number = Date.now;
  /** The day whose minutes are those of today; null for that of its clock. */
  day: string | null = null;
  readonly statuses = new Map([
    ['NSE_EQ', 'NORMAL_OPEN'],
    ['NSE_INDEX', 'NORMAL_OPEN'],
    ['BSE_INDEX', 'NORMAL_OPEN'],
  ]);
  #codes = 0;
  readonly #valid = new Set<string>();
  readonly #held: Uint8Array[] = [];
  readonly #last = new Map<string, SentTick>();

  get listsUrl(): string {
    return `${this.httpUrl}/lists`;
  }

  /** The settings of a server that takes its prices from here. `file` holds its token. */
  settings(file?: string): Record<string, string> {
    const token: Record<string, string> = file === undefined ? { UPSTOX_ACCESS_TOKEN: this.token } : { UPSTOX_ACCESS_TOKEN_FILE: file };
    return { MARKET_FEED: 'upstox', ...token, UPSTOX_URL: this.httpUrl, UPSTOX_LISTS_URL: this.listsUrl };
  }

  keyOf(symbol: string): string {
    return INDEX_KEYS[symbol] ?? `NSE_EQ|${this.isinOf(symbol)}`;
  }

  isinOf(symbol: string): string {
    return `INE${String(this.symbols.indexOf(symbol) + 1).padStart(9, '0')}`;
  }

  /** Sends these prices in one message to everybody. */
  send(ticks: readonly SentTick[], sentAt = this.clock()): void {
    for (const tick of ticks) this.#last.set(this.keyOf(tick.symbol), tick);
    const feeds = ticks.map((tick): [string, SentTick] => [this.keyOf(tick.symbol), tick]);
    this.#pass(feedMessage('live_feed', feeds, sentAt + this.skew));
  }

  /** Sends what was held, in the order of these places; in its own where none are named. */
  release(order = this.#held.map((_, place) => place)): void {
    this.holds = false;
    for (const place of order) this.raw(this.#held[place]!);
    this.#held.length = 0;
  }

  /** The market's parts open or close. */
  announce(statuses: Readonly<Record<string, string>>): void {
    for (const [segment, status] of Object.entries(statuses)) this.statuses.set(segment, status);
    this.raw(statusMessage(this.statuses, this.clock() + this.skew));
  }

  #pass(message: Uint8Array): void {
    if (this.lost > 0) this.lost--;
    else if (this.holds) this.#held.push(message);
    else if (this.twice > 0) {
      this.twice--;
      this.raw(message);
      this.raw(message);
    } else this.raw(message);
  }

  protected admits({ searchParams }: URL): boolean {
    return this.#valid.delete(searchParams.get('code') ?? '');
  }

  protected isSignedIn({ headers }: IncomingMessage): boolean {
    return headers.authorization === `Bearer ${this.token}`;
  }

  protected isPublic({ pathname }: URL): boolean {
    return pathname.startsWith('/lists/');
  }

  protected refusal(): { status: number; body: unknown } {
    return { status: 401, body: { status: 'error', errors: [{ error_code: 'UDAPI100050', message: 'Invalid token used to access API' }] } };
  }

  protected sendBeat(client: WebSocket): void {
    client.ping();
  }

  protected override welcome(client: WebSocket): void {
    client.send(statusMessage(this.statuses, this.clock() + this.skew));
  }

  protected received(client: WebSocket, data: Buffer, binary: boolean): void {
    // “Binary message format”: a request that is text is none.
    if (!binary) return;
    const { method, data: wish } = JSON.parse(String(data)) as { method: string; data: { mode: string; instrumentKeys: string[] } };
    if (method !== 'sub' || wish.mode !== 'full') return;
    this.batches.push(wish.instrumentKeys.length);
    for (const key of wish.instrumentKeys) this.subscribed.add(key);
    if (this.subscribed.size > this.mostKeys) {
      client.close(1008);
      return;
    }
    const snapshot = wish.instrumentKeys.flatMap((key): [string, SentTick][] => {
      const last = this.#last.get(key);
      return last ? [[key, last]] : [];
    });
    if (snapshot.length > 0) client.send(feedMessage('initial_feed', snapshot, this.clock() + this.skew));
  }

  protected answer({ pathname }: URL, response: ServerResponse): void {
    if (pathname === '/v3/feed/market-data-feed/authorize') {
      const code = `code-${++this.#codes}`;
      if (!this.isCodeUsed) this.#valid.add(code);
      json(response, { status: 'success', data: { authorized_redirect_uri: this.redirect ?? `${this.socketUrl}/feeds?requestId=1&code=${code}` } });
      return;
    }
    const exchange = /^\/lists\/(NSE|BSE)\.json\.gz$/.exec(pathname)?.[1];
    const rows = this.symbols.map((symbol) => this.#row(symbol)).filter((row) => row.exchange === exchange);
    response.writeHead(200, { 'content-type': 'application/gzip' });
    response.end(gzipSync(JSON.stringify([...rows, contract(exchange ?? '')])));
  }

  protected historyAsked({ pathname }: URL): { symbol: string; from: number; to: number } | null {
    const found = /^\/v3\/historical-candle\/(intraday\/)?([^/]+)\/minutes\/1(?:\/([\d-]+)\/([\d-]+))?$/.exec(pathname);
    if (!found) return null;
    const [, intraday, key, to, from] = found;
    const today = this.day ?? istDay(new Date(this.clock()));
    const midnight = (day: string): number => Date.parse(`${day}T00:00:00Z`) - IST_OFFSET;
    return {
      symbol: this.symbols.find((each) => this.keyOf(each) === decodeURIComponent(key!)) ?? '',
      from: midnight(intraday ? today : from!),
      to: midnight(intraday ? today : to!) + 86_400_000 - 1,
    };
  }

  /** The newest first. */
  protected historyOf(candles: readonly StandInCandle[]): unknown {
    const rows = candles.map(({ start, o, h, l, c, v }) => [istMinute(start, '+05:30'), o, h, l, c, v, 0]);
    return { status: 'success', data: { candles: rows.toReversed() } };
  }

  #row(symbol: string): Readonly<Record<string, unknown>> & { readonly exchange: string } {
    const key = this.keyOf(symbol);
    const [segment = '', name] = key.split('|');
    const common = { segment, name, exchange: segment.slice(0, 3), instrument_key: key, trading_symbol: symbol };
    if (INDEX_KEYS[symbol]) return { ...common, instrument_type: 'INDEX', exchange_token: '26000' };
    return { ...common, name: `${symbol} LIMITED`, isin: this.isinOf(symbol), instrument_type: 'EQ', lot_size: 1, tick_size: 5, exchange_token: '1' };
  }
}

/** A row of the list that is no share and no index. */
const contract = (exchange: string) => ({
  ...{
    segment: `${exchange}_FO`,
    name: 'NIFTY',
    exchange,
    instrument_type: 'FUT',
    instrument_key: `${exchange}_FO|36702`,
    trading_symbol: 'NIFTY FUT 24 NOV 26',
  },
  ...{ expiry: 1_795_564_799_000, weekly: false, strike_price: 0 },
});

const KINDS = ['initial_feed', 'live_feed', 'market_info'];
const STATUSES = ['PRE_OPEN_START', 'PRE_OPEN_END', 'NORMAL_OPEN', 'NORMAL_CLOSE', 'CLOSING_START', 'CLOSING_END'];

export function feedMessage(kind: 'initial_feed' | 'live_feed', feeds: readonly (readonly [key: string, tick: SentTick])[], sentAt: number): Uint8Array {
  const writer = new BinaryWriter();
  integer(writer, 1, KINDS.indexOf(kind));
  for (const [key, tick] of feeds)
    inside(writer, 2, () => {
      text(writer, 1, key);
      inside(writer, 2, () => feedOf(writer, key, tick));
    });
  integer(writer, 3, sentAt);
  return writer.finish();
}

export function statusMessage(statuses: ReadonlyMap<string, string>, sentAt: number): Uint8Array {
  const writer = new BinaryWriter();
  integer(writer, 1, KINDS.indexOf('market_info'));
  integer(writer, 3, sentAt);
  inside(writer, 4, () => {
    for (const [segment, status] of statuses)
      inside(writer, 1, () => {
        text(writer, 1, segment);
        integer(writer, 2, STATUSES.indexOf(status));
      });
  });
  return writer.finish();
}

/** A feed of the mode full: of an index without volume and orders. */
function feedOf(writer: BinaryWriter, key: string, tick: SentTick): void {
  const isIndex = key.includes('_INDEX|');
  const { price, volume = 0, close = 0, at = 0 } = tick;
  inside(writer, 2, () =>
    inside(writer, isIndex ? 2 : 1, () => {
      inside(writer, 1, () => {
        double(writer, 1, price);
        integer(writer, 2, at * 1000);
        integer(writer, 3, isIndex ? 0 : 10);
        double(writer, 4, close);
      });
      if (!isIndex) inside(writer, 2, () => depthOf(writer, price));
      inside(writer, isIndex ? 2 : 4, () => {
        candleOf(writer, '1d', tick);
        candleOf(writer, 'I1', { ...tick, open: price, high: price, low: price });
      });
      if (isIndex) return;
      double(writer, 5, price);
      integer(writer, 6, volume);
      double(writer, 9, 5000);
    }),
  );
  integer(writer, 4, 1);
}

function depthOf(writer: BinaryWriter, price: number): void {
  for (let place = 0; place < 5; place++)
    inside(writer, 1, () => {
      integer(writer, 1, 100 + place);
      double(writer, 2, cents(price - 0.05 * (place + 1)));
      integer(writer, 3, 200 + place);
      double(writer, 4, cents(price + 0.05 * (place + 1)));
    });
}

function candleOf(writer: BinaryWriter, interval: string, { price, open, high, low, at = 0 }: SentTick): void {
  if (open === undefined) return;
  inside(writer, 1, () => {
    text(writer, 1, interval);
    double(writer, 2, open);
    double(writer, 3, high ?? price);
    double(writer, 4, low ?? price);
    double(writer, 5, price);
    const midnight = Math.floor((at * 1000 + IST_OFFSET) / 86_400_000) * 86_400_000 - IST_OFFSET;
    integer(writer, 7, interval === '1d' ? midnight : Math.floor(at / 60) * 60_000);
  });
}

const cents = (rupees: number): number => Math.round(rupees * 100) / 100;

/** proto3 leaves out what is zero. */
function integer(writer: BinaryWriter, field: number, value: number): void {
  if (value !== 0) writer.tag(field, WireType.Varint).int64(Math.round(value));
}

function double(writer: BinaryWriter, field: number, value: number): void {
  if (value !== 0) writer.tag(field, WireType.Bit64).double(value);
}

function text(writer: BinaryWriter, field: number, value: string): void {
  writer.tag(field, WireType.LengthDelimited).string(value);
}

function inside(writer: BinaryWriter, field: number, write: () => void): void {
  writer.tag(field, WireType.LengthDelimited).fork();
  write();
  writer.join();
}
