import { setTimeout } from 'node:timers/promises';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { IST_OFFSET } from '@vimarsh/shared/domain/market/ist-day.ts';
import * as z from 'zod/mini';
import { askVendor, jsonOf, TooMany } from '../ask-vendor.ts';
import { KeptSocket, type Timing } from '../kept-socket.ts';
import { LineFault, type LineInstrument, type LineListener, type LineState, type Minute, type PriceLine, type Tick } from '../price-line.ts';
import { readInstruments, tokensOf } from './instruments.ts';
import { BadMessage, isHeartbeat, type Packet, readMessage } from './packets.ts';

export interface KiteOptions {
  readonly apiKey: string;
  /** Today's access token. Kite ends it every day at about six in the morning, and a login gives the next. */
  readonly accessToken: () => string;
  readonly instruments: readonly LineInstrument[];
  readonly listener: LineListener;
  /** Whether trades are to be expected now: then a connection with heartbeats and without prices is dead one way. */
  readonly trading: () => boolean;
  readonly socketUrl?: string | undefined;
  readonly httpUrl?: string | undefined;
  /** A message of the broker in words, for the log. */
  readonly said?: ((words: string) => void) | undefined;
  readonly timing?: Partial<Timing & KiteTiming> | undefined;
}

/** All in ms. */
interface KiteTiming {
  /** Heartbeats come every few seconds (“Message structure”); a connection without any for so long is dead. */
  readonly silentAfter: number;
  readonly noPricesAfter: number;
  /** Between two requests of history: three a second are allowed (“Exceptions and errors”, “API rate limit”). */
  readonly betweenHistory: number;
  readonly historyPatience: number;
}

const TIMING: KiteTiming = { silentAfter: 8_000, noPricesAfter: 15_000, betweenHistory: 350, historyPatience: 10_000 };

/** “WebSocket streaming”: up to 3,000 instruments a connection, three connections an API key. */
const MOST_A_SOCKET = 3000;
const MOST_SOCKETS = 3;
/** No size is documented for one message of subscriptions; 500 tokens are 5 kB. */
const A_BATCH = 500;
/** 3,000 packets of 184 bytes with their lengths are 558 kB. */
const LONGEST_MESSAGE = 1_048_576;
const LONGEST_TEXT = 65_536;
/** All instruments of all exchanges are some 9 MB; those of one are less. */
const LONGEST_LIST = 33_554_432;
/** 60 days of minutes, the most that one request gives, are 22,500 candles of about 60 bytes. */
const LONGEST_HISTORY = 4_194_304;
const TRIES = 4;
const NAME = 'Kite';

const candles = z.object({
  status: z.literal('success'),
  data: z.object({
    candles: z
      .array(z.tuple([z.string().check(z.maxLength(40)), z.number(), z.number(), z.number(), z.number(), z.number()], z.number()))
      .check(z.maxLength(40_000)),
  }),
});

const text = z.object({ type: z.string(), data: z.unknown() });

/**
 * Zerodha’s Kite Connect 3 as a line of prices, by its public documentation (kite.trade/docs/connect/v3): “WebSocket streaming” for prices,
 * “Market quotes and instruments” for the list, “Historical candle data” for minutes, “User”, “Authentication” for the token.
 */
export class KiteLine implements PriceLine {
  readonly id = 'kite';
  readonly #options: KiteOptions;
  readonly #timing: KiteTiming;
  readonly #sockets: readonly KeptSocket[];
  readonly #ending = new AbortController();
  #instruments: { readonly day: string; readonly read: Promise<ReadonlyMap<string, number>> } | null = null;
  #tokens: ReadonlyMap<string, number> = new Map();
  #names: ReadonlySet<string> = new Set();
  #symbols: ReadonlyMap<number, string> = new Map();
  #history: Promise<unknown> = Promise.resolve();
  #pricesAt = 0;
  #watch: NodeJS.Timeout | undefined;
  #state: LineState = { kind: 'connecting', reason: '' };

  constructor(options: KiteOptions) {
    this.#options = options;
    this.#timing = { ...TIMING, ...options.timing };
    const sockets = Math.ceil(options.instruments.length / MOST_A_SOCKET);
    if (sockets > MOST_SOCKETS) throw new LineFault(`Kite gives prices of ${MOST_A_SOCKET * MOST_SOCKETS} instruments at most.`);
    const symbols = options.instruments.map(({ symbol }) => symbol);
    this.#sockets = Array.from({ length: sockets }, (_, at) => this.#socket(symbols.slice(at * MOST_A_SOCKET, (at + 1) * MOST_A_SOCKET)));
  }

  start(): void {
    for (const socket of this.#sockets) socket.start();
    this.#watch = setInterval(() => this.#watchPrices(), Math.max(20, this.#timing.noPricesAfter / 5));
    this.#watch.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#watch);
    this.#ending.abort();
    for (const socket of this.#sockets) socket.stop();
    await this.#history.catch(() => undefined);
  }

  state(): LineState {
    return this.#state;
  }

  symbols(): ReadonlySet<string> {
    return this.#names;
  }

  async minutes(symbol: string, from: Date, to: Date): Promise<Minute[]> {
    const token = (await this.#tokensOfToday()).get(symbol);
    if (token === undefined) throw new LineFault(`Kite’s list of instruments does not have ${symbol}.`);
    const query = new URLSearchParams({ from: istSecond(from), to: istSecond(to) });
    const answer = await this.#inTurn(() => this.#ask(`/instruments/historical/${token}/minute?${query}`, LONGEST_HISTORY, this.#timing.historyPatience));
    const read = candles.safeParse(jsonOf(NAME, answer));
    if (!read.success) throw new LineFault('Kite’s history of minutes does not have the documented form.');
    const minutes = read.data.data.candles.map(([start, open, high, low, close, volume]) => ({ start: Date.parse(start), open, high, low, close, volume }));
    if (minutes.some((minute) => Number.isNaN(minute.start) || minute.low <= 0 || minute.high < minute.low))
      throw new LineFault('Kite’s history of minutes has a candle that is none.');
    return minutes.filter(({ start }) => start >= from.getTime() && start < to.getTime()).toSorted((a, b) => a.start - b.start);
  }

  #socket(symbols: readonly string[]): KeptSocket {
    const { listener, accessToken, timing } = this.#options;
    const socket: KeptSocket = new KeptSocket({
      name: NAME,
      credential: accessToken,
      silentAfter: this.#timing.silentAfter,
      most: LONGEST_MESSAGE,
      timing,
      address: async () => {
        await this.#tokensOfToday();
        const { apiKey, socketUrl = 'wss://ws.kite.trade' } = this.#options;
        return `${socketUrl}?${new URLSearchParams({ api_key: apiKey, access_token: accessToken() })}`;
      },
      opened: (send) => {
        this.#pricesAt = performance.now();
        const tokens = symbols.flatMap((symbol) => this.#tokens.get(symbol) ?? []);
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
      state: () => this.#merge(),
    });
    return socket;
  }

  #prices(socket: KeptSocket, data: Buffer, arrived: number): void {
    if (isHeartbeat(data)) return;
    let packets: Packet[];
    try {
      packets = readMessage(data);
    } catch (error) {
      if (!(error instanceof BadMessage) && !(error instanceof RangeError)) throw error;
      socket.drop('Kite sent a message that can’t be read.');
      return;
    }
    const ticks: Tick[] = [];
    for (const { token, ...packet } of packets) {
      const symbol = this.#symbols.get(token);
      if (symbol !== undefined && packet.price > 0) ticks.push({ ...packet, symbol, arrived });
    }
    if (ticks.length === 0) return;
    this.#pricesAt = performance.now();
    this.#options.listener.ticks(ticks);
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
    const { apiKey, accessToken } = this.#options;
    const words = read.data.data.replaceAll(apiKey, '…').replaceAll(accessToken() || apiKey, '…');
    this.#options.said?.(words.slice(0, 200));
  }

  #watchPrices(): void {
    if (this.#state.kind !== 'open' || !this.#options.trading()) this.#pricesAt = performance.now();
    else if (performance.now() - this.#pricesAt > this.#timing.noPricesAfter)
      for (const socket of this.#sockets) socket.drop('Kite sends heartbeats and no prices.');
  }

  #merge(): void {
    const states = this.#sockets.map((socket) => socket.state());
    const worst = (['refused', 'stopped', 'lost', 'connecting', 'open'] as const).flatMap((kind) => states.filter((state) => state.kind === kind))[0]!;
    if (worst.kind === this.#state.kind && worst.reason === this.#state.reason) return;
    this.#state = worst;
    this.#options.listener.state(worst);
  }

  /** The list is made anew each morning, and a token may mean another instrument then. */
  #tokensOfToday(): Promise<ReadonlyMap<string, number>> {
    const day = istDay(new Date());
    if (this.#instruments?.day !== day) {
      const read = this.#readTokens();
      this.#instruments = { day, read };
      read.catch(() => {
        if (this.#instruments?.read === read) this.#instruments = null;
      });
    }
    return this.#instruments!.read;
  }

  async #readTokens(): Promise<ReadonlyMap<string, number>> {
    const lists = [];
    for (const exchange of ['NSE', 'BSE']) lists.push(...readInstruments(await this.#ask(`/instruments/${exchange}`, LONGEST_LIST, 60_000)));
    const tokens = tokensOf(this.#options.instruments, lists);
    if (tokens.size === 0) throw new LineFault('Kite’s list of instruments has none of ours.');
    this.#tokens = tokens;
    this.#names = new Set(tokens.keys());
    this.#symbols = new Map([...tokens].map(([symbol, token]) => [token, symbol]));
    return tokens;
  }

  #ask(path: string, most: number, patience: number): Promise<string> {
    const { apiKey, accessToken, httpUrl = 'https://api.kite.trade' } = this.#options;
    return askVendor(NAME, {
      url: `${httpUrl}${path}`,
      headers: { 'x-kite-version': '3', authorization: `token ${apiKey}:${accessToken()}` },
      most,
      patience,
      signal: this.#ending.signal,
    });
  }

  /** One request of history after another, with the pause between that the broker asks for. */
  #inTurn(work: () => Promise<string>): Promise<string> {
    const turn = this.#history.then(async () => {
      for (let tried = 1; ; tried++) {
        this.#ending.signal.throwIfAborted();
        try {
          return await work();
        } catch (error) {
          if (!(error instanceof TooMany) || tried === TRIES) throw error;
          await this.#pause(1000 * tried);
        } finally {
          await this.#pause(this.#timing.betweenHistory);
        }
      }
    });
    this.#history = turn.catch(() => undefined);
    return turn.catch((error: unknown) => {
      throw error instanceof LineFault ? error : new LineFault('The line to Kite is closed.');
    });
  }

  /** A line that is closed waits for nothing. */
  async #pause(ms: number): Promise<void> {
    await setTimeout(ms, undefined, { signal: this.#ending.signal }).catch(() => undefined);
  }
}

/** “yyyy-mm-dd hh:mm:ss”, IST. */
const istSecond = (at: Date): string => new Date(at.getTime() + IST_OFFSET).toISOString().slice(0, 19).replace('T', ' ');
