import { randomUUID } from 'node:crypto';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import * as z from 'zod/mini';
import { jsonOf } from '../ask-vendor.ts';
import { BrokerLine, type BrokerLineOptions, type LineTiming } from '../broker-line.ts';
import { KeptSocket } from '../kept-socket.ts';
import { isOwnMachine } from '../line-settings.ts';
import { LineFault } from '../price-line.ts';
import { readLists } from '../read-lists.ts';
import { type FeedMessage, longestMessage, MOST_INSTRUMENTS, readFeedMessage } from './feed-message.ts';

export interface UpstoxOptions extends BrokerLineOptions {
  /** Market time: minutes of the day that runs are asked for elsewhere than those of days gone by. */
  readonly now: () => Date;
  readonly httpUrl?: string | undefined;
  /** The folder of the lists of instruments. */
  readonly listsUrl?: string | undefined;
}

/**
 * “Rate Limiting”: 50 requests a second, 500 a minute, 2,000 in 30 minutes, each for one user and one kind of request. How often the broker sends
 * a heartbeat is not documented (“periodically”, where there are no data), so the line pings for itself.
 */
const TIMING: LineTiming = {
  silentAfter: 10_000,
  noPricesAfter: 15_000,
  betweenHistory: 150,
  historyMost: 1900,
  historyWithin: 1_800_000,
  historyPatience: 10_000,
};
const PING_AFTER_MS = 3_000;

/** No size is documented for one message of subscriptions; 500 keys are 11 kB. */
const A_BATCH = 500;
/** 2,000 feeds of the mode full are about a megabyte, and nothing says that a first one comes in parts. A longer message ends the connection. */
const LONGEST_MESSAGE = longestMessage(MOST_INSTRUMENTS);
const LONGEST_LIST = 33_554_432;
const LONGEST_HISTORY = 1_048_576;
const LONGEST_ANSWER = 16_384;
const LISTS_THREAD = new URL('./read-lists.worker.ts', import.meta.url);
const PATIENCE_MS = 10_000;
const LIST_PATIENCE_MS = 60_000;
const HTTP_URL = 'https://api.upstox.com';
const LISTS_URL = 'https://assets.upstox.com/market-quote/instruments/exchange';

const permission = z.object({ status: z.literal('success'), data: z.object({ authorized_redirect_uri: z.string().check(z.maxLength(2000)) }) });

/**
 * Upstox as a line of prices, by its public documentation (upstox.com/developer/api-documentation): “Market Data Feed V3” and “Market Data Feed
 * Authorize V3” for prices, “Instruments” for the lists, “Intraday Candle Data V3” and “Historical Candle Data V3” for minutes.
 *
 * The documentation leaves open how many connections count as one user's (it said one, later two), so there is one here; what the broker does with
 * more than the 2,000 instruments of the mode full, so more are never asked for; in which order candles come, so they are sorted; and what a text
 * on the socket means, so none is read.
 */
export class UpstoxLine extends BrokerLine<string, UpstoxOptions> {
  readonly id = 'upstox';
  /** Parts of the market that the broker says are not open, and since when, ms. */
  readonly #closed = new Map<string, number>();

  constructor(options: UpstoxOptions) {
    super(options, { name: 'Upstox', timing: TIMING });
    if (options.instruments.length > MOST_INSTRUMENTS) throw new LineFault(`Upstox gives prices of ${MOST_INSTRUMENTS} instruments at most.`);
  }

  protected connections(): readonly KeptSocket[] {
    const { accessToken, listener, timing } = this.options;
    const alive = (): void => listener.alive(Date.now());
    const socket: KeptSocket = new KeptSocket({
      ...{ name: this.name, credential: accessToken, silentAfter: this.timing.silentAfter, most: LONGEST_MESSAGE, timing },
      ...{ pingAfter: Math.min(PING_AFTER_MS, this.timing.silentAfter / 3), isAddressUsedOnce: true, alive },
      address: () => this.#permitted(),
      opened: (send) => {
        this.opened();
        const instrumentKeys = this.keysOf(this.options.instruments.map(({ symbol }) => symbol));
        for (let at = 0; at < instrumentKeys.length; at += A_BATCH) {
          const data = { mode: 'full', instrumentKeys: instrumentKeys.slice(at, at + A_BATCH) };
          // “Binary message format”: a request that is sent as text is not read.
          send(Buffer.from(JSON.stringify({ guid: randomUUID(), method: 'sub', data })));
        }
      },
      message: (data, binary) => {
        if (binary) this.#received(socket, data);
        alive();
      },
      state: () => this.merge(),
    });
    return [socket];
  }

  protected async readList(): Promise<ReadonlyMap<string, string>> {
    const { listsUrl = LISTS_URL, instruments } = this.options;
    const lists: Uint8Array[] = [];
    // The lists are open to everybody, so the token stays here.
    for (const exchange of ['NSE', 'BSE'])
      lists.push(await this.askBytes({ url: `${listsUrl}/${exchange}.json.gz`, headers: {}, most: LONGEST_LIST, patience: LIST_PATIENCE_MS }));
    return readLists(this.name, LISTS_THREAD, { lists, ours: instruments });
  }

  protected askMinutes(key: string, from: Date): Promise<string> {
    const day = istDay(from);
    const name = encodeURIComponent(key);
    const isToday = day === istDay(this.options.now());
    const path = isToday ? `intraday/${name}/minutes/1` : `${name}/minutes/1/${day}/${day}`;
    return this.#askApi(`/v3/historical-candle/${path}`, LONGEST_HISTORY, this.timing.historyPatience);
  }

  /** The trade of a part of the market that the broker says is not open is not to be expected. */
  protected override expectsPrices(): boolean {
    return super.expectsPrices() && !this.#isAllClosed();
  }

  #isAllClosed(): boolean {
    const keys = this.keysOf(this.options.instruments.map(({ symbol }) => symbol));
    return keys.length > 0 && keys.every((key) => this.#closed.has(segmentOf(key)));
  }

  /** The address of the next connection, which is good for one. */
  async #permitted(): Promise<string> {
    await this.listOfToday();
    const read = permission.safeParse(jsonOf(this.name, await this.#askApi('/v3/feed/market-data-feed/authorize', LONGEST_ANSWER, PATIENCE_MS)));
    if (!read.success) throw new LineFault('Upstox’s permission for the feed does not have the documented form.');
    const address = read.data.data.authorized_redirect_uri;
    if (!isOfBroker(address, this.options.httpUrl ?? HTTP_URL)) throw new LineFault('Upstox’s permission for the feed leads to somebody else.');
    return address;
  }

  #received(socket: KeptSocket, data: Buffer): void {
    const arrived = Date.now();
    const message = this.readOrCount(() => readFeedMessage(data, this.options.instruments.length));
    if (!message) {
      // The connection is good, but what the message held was not seen: the stretch is filled from history.
      socket.missed('Upstox sent a message that can’t be read.');
      return;
    }
    this.#heardStatus(message);
    this.pass(
      message.prices.flatMap(({ key, ...price }) => {
        const symbol = this.symbolOf(key);
        return symbol === undefined ? [] : [{ ...price, symbol, at: message.sentAt, arrived }];
      }),
    );
  }

  /**
   * `market_info` comes first on each connection and whenever a part of the market changes. Only while our calendar has a session does it mean that
   * trading is halted. The documentation does not say what the closing session's two states are for shares that still trade, so they halt nothing.
   */
  #heardStatus({ kind, segments, sentAt }: FeedMessage): void {
    if (kind !== 'market_info') return;
    for (const [segment, status] of segments) {
      const isOpen = status === 'NORMAL_OPEN' || status === 'CLOSING_START' || status === 'CLOSING_END';
      if (isOpen) this.#closed.delete(segment);
      else if (!this.#closed.has(segment)) this.#closed.set(segment, sentAt ?? Date.now());
      const since = this.#closed.get(segment) ?? null;
      const ours = this.options.instruments.flatMap(({ symbol }) => (this.keysOf([symbol]).some((key) => segmentOf(key) === segment) ? [symbol] : []));
      this.options.listener.halted?.(ours, since !== null && this.options.trading() ? since : null);
    }
  }

  #askApi(path: string, most: number, patience: number): Promise<string> {
    const { accessToken, httpUrl = HTTP_URL } = this.options;
    const headers = { accept: 'application/json', authorization: `Bearer ${accessToken()}` };
    return this.ask({ url: `${httpUrl}${path}`, headers, most, patience });
  }
}

/** `NSE_EQ` of `NSE_EQ|INE002A01018`. */
const segmentOf = (key: string): string => key.slice(0, key.indexOf('|'));

/** The documentation shows `wss://xyz.upstox.com/…`. A stand-in leads to itself, on this machine. */
function isOfBroker(address: string, httpUrl: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  if (isOwnMachine(httpUrl)) return isOwnMachine(address);
  return protocol === 'wss:' && (hostname.endsWith('.upstox.com') || hostname === new URL(httpUrl).hostname);
}
