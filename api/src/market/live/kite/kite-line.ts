import { IST_OFFSET } from '@vimarsh/shared/domain/market/ist-day.ts';
import * as z from 'zod/mini';
import type { VendorRequest } from '../ask-vendor.ts';
import { BrokerLine, type BrokerLineOptions, type LineTiming } from '../broker-line.ts';
import { cleaned } from '../few-words.ts';
import { KeptSocket } from '../kept-socket.ts';
import { LineFault, type Tick } from '../price-line.ts';
import { readLists } from '../read-lists.ts';
import { daySoFarOf } from '../wrong-prices/price-bounds.ts';
import { isHeartbeat, readMessage } from './packets.ts';

/** Kite ends every access token at about six in the morning, and a login gives the next. */
export interface KiteOptions extends BrokerLineOptions {
  readonly apiKey: string;
  readonly socketUrl?: string | undefined;
  readonly httpUrl?: string | undefined;
}

/** Heartbeats come every few seconds (“Message structure”). Three requests of history a second are allowed (“Exceptions and errors”, “API rate limit”). */
const TIMING: LineTiming = {
  silentAfter: 8_000,
  noPricesAfter: 15_000,
  betweenHistory: 350,
  historyMost: Number.POSITIVE_INFINITY,
  historyWithin: 0,
  historyPatience: 10_000,
};

/** “WebSocket streaming”: up to 3,000 instruments a connection, three connections an API key. */
const MOST_A_SOCKET = 3000;
const MOST_SOCKETS = 3;
/** No size is documented for one message of subscriptions; 500 tokens are 5 kB. */
const A_BATCH = 500;
/** 3,000 packets of 184 bytes with their lengths are 558 kB. */
const LONGEST_MESSAGE = 1_048_576;
const LONGEST_TEXT = 65_536;
/** So much of a text is looked at for the log. */
const MOST_WORDS = 2000;
/** All instruments of all exchanges are some 9 MB; those of one are less. */
const LONGEST_LIST = 33_554_432;
/** 60 days of minutes, the most that one request gives, are 22,500 candles of about 60 bytes. */
const LONGEST_HISTORY = 4_194_304;
const LIST_PATIENCE_MS = 60_000;
const LISTS_THREAD = new URL('./read-lists.worker.ts', import.meta.url);

const text = z.object({ type: z.string(), data: z.unknown() });

/**
 * Zerodha’s Kite Connect 3 as a line of prices, by its public documentation (kite.trade/docs/connect/v3): “WebSocket streaming” for prices,
 * “Market quotes and instruments” for the list, “Historical candle data” for minutes, “User”, “Authentication” for the token.
 */
export class KiteLine extends BrokerLine<number, KiteOptions> {
  readonly id = 'kite';

  constructor(options: KiteOptions) {
    super(options, { name: 'Kite', timing: TIMING });
    if (options.instruments.length > MOST_A_SOCKET * MOST_SOCKETS)
      throw new LineFault(`Kite gives prices of ${MOST_A_SOCKET * MOST_SOCKETS} instruments at most.`);
  }

  protected connections(): readonly KeptSocket[] {
    const symbols = this.options.instruments.map(({ symbol }) => symbol);
    const count = Math.ceil(symbols.length / MOST_A_SOCKET);
    return Array.from({ length: count }, (_, at) => this.#socket(symbols.slice(at * MOST_A_SOCKET, (at + 1) * MOST_A_SOCKET)));
  }

  #socket(symbols: readonly string[]): KeptSocket {
    const { listener, accessToken, timing } = this.options;
    const socket: KeptSocket = new KeptSocket({
      name: this.name,
      credential: accessToken,
      silentAfter: this.timing.silentAfter,
      most: LONGEST_MESSAGE,
      timing,
      address: async () => {
        await this.listOfToday();
        const { apiKey, socketUrl = 'wss://ws.kite.trade' } = this.options;
        return `${socketUrl}?${new URLSearchParams({ api_key: apiKey, access_token: accessToken() })}`;
      },
      opened: (send) => {
        this.opened();
        const tokens = this.keysOf(symbols);
        for (let at = 0; at < tokens.length; at += A_BATCH) {
          const v = tokens.slice(at, at + A_BATCH);
          send(JSON.stringify({ a: 'subscribe', v }));
          send(JSON.stringify({ a: 'mode', v: ['full', v] }));
        }
      },
      message: (data, binary) => {
        const arrived = Date.now();
        if (binary) this.#prices(socket, data, arrived);
        else this.#words(socket, data);
        listener.alive(arrived);
      },
      state: () => this.merge(),
    });
    return socket;
  }

  #prices(socket: KeptSocket, data: Buffer, arrived: number): void {
    if (isHeartbeat(data)) return;
    const packets = this.readOrCount(() => readMessage(data));
    if (!packets) {
      socket.drop('Kite sent a message that can’t be read.');
      return;
    }
    const ticks: Tick[] = [];
    for (const { token, ...packet } of packets) {
      const symbol = this.symbolOf(token);
      // A share that never traded has the price 0.
      if (symbol === undefined || packet.price === 0) continue;
      const tick = { ...packet, symbol, arrived };
      const day = daySoFarOf(tick);
      const isOutside = day !== null && (packet.price < day.low || packet.price > day.high);
      ticks.push(isOutside ? { ...tick, garbled: true } : tick);
    }
    this.pass(ticks);
  }

  /** Orders, errors and messages are text (“Postbacks and non-binary updates”); only words for the operator are of interest. */
  #words(socket: KeptSocket, data: Buffer): void {
    if (data.length > LONGEST_TEXT) {
      socket.drop('Kite sent a text that is too long.');
      return;
    }
    let json: unknown;
    try {
      json = JSON.parse(data.toString());
    } catch {
      return;
    }
    const read = text.safeParse(json);
    if (!read.success || !['error', 'message'].includes(read.data.type) || typeof read.data.data !== 'string') return;
    this.words.say(cleaned(read.data.data.slice(0, MOST_WORDS), [this.options.apiKey, this.options.accessToken()]));
  }

  /** A token may mean another instrument tomorrow. */
  protected async readList(): Promise<ReadonlyMap<string, number>> {
    const lists: Uint8Array[] = [];
    for (const exchange of ['NSE', 'BSE']) lists.push(await this.askBytes(this.#request(`/instruments/${exchange}`, LONGEST_LIST, LIST_PATIENCE_MS)));
    return readLists(this.name, LISTS_THREAD, { lists, ours: this.options.instruments });
  }

  protected askMinutes(token: number, from: Date, to: Date): Promise<string> {
    const query = new URLSearchParams({ from: istSecond(from), to: istSecond(to) });
    return this.ask(this.#request(`/instruments/historical/${token}/minute?${query}`, LONGEST_HISTORY, this.timing.historyPatience));
  }

  #request(path: string, most: number, patience: number): Omit<VendorRequest, 'signal'> {
    const { apiKey, accessToken, httpUrl = 'https://api.kite.trade' } = this.options;
    const headers = { 'x-kite-version': '3', authorization: `token ${apiKey}:${accessToken()}` };
    return { url: `${httpUrl}${path}`, headers, most, patience };
  }
}

/** “yyyy-mm-dd hh:mm:ss”, IST. */
const istSecond = (at: Date): string => new Date(at.getTime() + IST_OFFSET).toISOString().slice(0, 19).replace('T', ' ');
