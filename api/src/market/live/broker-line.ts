import { setTimeout } from 'node:timers/promises';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import * as z from 'zod/mini';
import { askVendor, askVendorBytes, jsonOf, TooMany, type VendorRequest } from './ask-vendor.ts';
import { FewWords } from './few-words.ts';
import type { KeptSocket, Timing } from './kept-socket.ts';
import { BadMessage, LineFault, type LineInstrument, type LineListener, type LineState, type Minute, type PriceLine, type Tick } from './price-line.ts';

export interface BrokerLineOptions {
  /** The access token as it stands now. */
  readonly accessToken: () => string;
  readonly instruments: readonly LineInstrument[];
  readonly listener: LineListener;
  /** Whether trades are to be expected now: then a connection with heartbeats and without prices is dead one way. */
  readonly trading: () => boolean;
  /** A message of the broker in words, for the log. */
  readonly said?: ((words: string) => void) | undefined;
  readonly timing?: Partial<Timing & LineTiming> | undefined;
}

/** All in ms but `historyMost`. */
export interface LineTiming {
  /** A connection on which nothing came in for so long is dead. */
  readonly silentAfter: number;
  readonly noPricesAfter: number;
  /** Between two requests of history. */
  readonly betweenHistory: number;
  /** So many requests of history are made within `historyWithin` at most. */
  readonly historyMost: number;
  readonly historyWithin: number;
  readonly historyPatience: number;
  /** A few texts of the broker are passed on within so long; a minute where it is not said. */
  readonly wordsWithin?: number | undefined;
}

/** Parts that differ from broker to broker. */
export interface Broker {
  /** The broker's name, as sentences begin with it. */
  readonly name: string;
  readonly timing: LineTiming;
}

const TRIES = 4;
const MOST_CANDLES = 40_000;

/** Both brokers answer with rows of the begin, open, high, low, close and volume of a candle; some have more behind these. */
const candles = z.object({
  status: z.literal('success'),
  data: z.object({
    candles: z
      .array(z.tuple([z.string().check(z.maxLength(40)), z.number(), z.number(), z.number(), z.number(), z.number()], z.number()))
      .check(z.maxLength(MOST_CANDLES)),
  }),
});

/**
 * The part of a line that is the same for every broker: its connections, the day's list of instruments by our symbols (`Key` is the broker's name
 * for an instrument), the watch for prices that stay away, and requests of history one after another.
 */
export abstract class BrokerLine<Key extends string | number, Options extends BrokerLineOptions> implements PriceLine {
  abstract readonly id: PriceLine['id'];
  protected readonly options: Options;
  protected readonly name: string;
  protected readonly timing: LineTiming;
  /** Texts of the broker, for the log. */
  protected readonly words: FewWords;
  #sockets: readonly KeptSocket[] = [];
  readonly #ending = new AbortController();
  #list: { readonly day: string; readonly read: Promise<ReadonlyMap<string, Key>> } | null = null;
  #keys: ReadonlyMap<string, Key> = new Map();
  #names: ReadonlySet<string> = new Set();
  #symbols: ReadonlyMap<Key, string> = new Map();
  #history: Promise<unknown> = Promise.resolve();
  /** When the latest requests of history were made. */
  readonly #requests: number[] = [];
  #pricesAt = 0;
  #watch: NodeJS.Timeout | undefined;
  #state: LineState = { kind: 'connecting', reason: '' };
  #unreadable: { readonly at: number; count: number } | null = null;

  constructor(options: Options, { name, timing }: Broker) {
    this.options = options;
    this.name = name;
    this.timing = { ...timing, ...options.timing };
    this.words = new FewWords((words) => options.said?.(words), options.timing?.wordsWithin);
  }

  protected abstract connections(): readonly KeptSocket[];
  /** Asks for the day's list; throws LineFault. */
  protected abstract readList(): Promise<ReadonlyMap<string, Key>>;
  /** Asks for the minutes of a stretch of one IST day: the answer may have more. */
  protected abstract askMinutes(key: Key, from: Date, to: Date): Promise<string>;

  start(): void {
    this.#sockets = this.connections();
    for (const socket of this.#sockets) socket.start();
    this.#watch = setInterval(() => this.#watchPrices(), Math.max(20, this.timing.noPricesAfter / 5));
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

  unreadable(): number {
    return this.#unreadable && istDay(new Date(this.#unreadable.at)) === istDay(new Date()) ? this.#unreadable.count : 0;
  }

  async minutes(symbol: string, from: Date, to: Date): Promise<Minute[]> {
    const key = (await this.listOfToday()).get(symbol);
    if (key === undefined) throw new LineFault(`${this.name}’s list of instruments does not have ${symbol}.`);
    const answer = await this.#inTurn(() => this.askMinutes(key, from, to));
    const read = candles.safeParse(jsonOf(this.name, answer));
    if (!read.success) throw new LineFault(`${this.name}’s history of minutes does not have the documented form.`);
    const minutes = read.data.data.candles.map(([start, open, high, low, close, volume]) => ({ start: Date.parse(start), open, high, low, close, volume }));
    if (minutes.some(({ start }) => Number.isNaN(start))) throw new LineFault(`${this.name}’s history of minutes has a candle without a time.`);
    return minutes.filter(({ start }) => start >= from.getTime() && start < to.getTime()).toSorted((a, b) => a.start - b.start);
  }

  /** The list is made anew each morning, and a key may mean another instrument then. */
  protected listOfToday(): Promise<ReadonlyMap<string, Key>> {
    const day = istDay(new Date());
    if (this.#list?.day !== day) {
      const read = this.#readKeys();
      this.#list = { day, read };
      read.catch(() => {
        if (this.#list?.read === read) this.#list = null;
      });
    }
    return this.#list!.read;
  }

  protected keysOf(symbols: readonly string[]): Key[] {
    return symbols.flatMap((symbol) => this.#keys.get(symbol) ?? []);
  }

  protected symbolOf(key: Key): string | undefined {
    return this.#symbols.get(key);
  }

  /** Prices are expected again from now on. */
  protected opened(): void {
    this.#pricesAt = performance.now();
  }

  protected pass(ticks: readonly Tick[]): void {
    if (ticks.length === 0) return;
    this.#pricesAt = performance.now();
    this.options.listener.ticks(ticks);
  }

  /** Reads a message by its documented form; null where it does not have it, which is counted. */
  protected readOrCount<Message>(read: () => Message): Message | null {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof BadMessage) && !(error instanceof RangeError)) throw error;
      this.#unreadable = { at: Date.now(), count: this.unreadable() + 1 };
      return null;
    }
  }

  /** Whether a connection without prices is no good. */
  protected expectsPrices(): boolean {
    return this.options.trading();
  }

  /** Passes on the state of all connections together: the worst of them. */
  protected merge(): void {
    const states = this.#sockets.map((socket) => socket.state());
    const worst = (['refused', 'stopped', 'lost', 'connecting', 'open'] as const).flatMap((kind) => states.filter((state) => state.kind === kind))[0];
    if (!worst || (worst.kind === this.#state.kind && worst.reason === this.#state.reason)) return;
    this.#state = worst;
    this.options.listener.state(worst);
  }

  protected ask(request: Omit<VendorRequest, 'signal'>): Promise<string> {
    return askVendor(this.name, { ...request, signal: this.#ending.signal });
  }

  protected askBytes(request: Omit<VendorRequest, 'signal'>): Promise<Buffer> {
    return askVendorBytes(this.name, { ...request, signal: this.#ending.signal });
  }

  async #readKeys(): Promise<ReadonlyMap<string, Key>> {
    const keys = await this.readList();
    if (keys.size === 0) throw new LineFault(`${this.name}’s list of instruments has none of ours.`);
    this.#keys = keys;
    this.#names = new Set(keys.keys());
    this.#symbols = new Map([...keys].map(([symbol, key]) => [key, symbol]));
    return keys;
  }

  #watchPrices(): void {
    this.words.look();
    if (this.#state.kind !== 'open' || !this.expectsPrices()) this.opened();
    else if (performance.now() - this.#pricesAt > this.timing.noPricesAfter)
      for (const socket of this.#sockets) socket.drop(`${this.name} sends heartbeats and no prices.`);
  }

  /** One request of history after another, with the pause between that the broker asks for. */
  #inTurn(work: () => Promise<string>): Promise<string> {
    const turn = this.#history.then(async () => {
      for (let tried = 1; ; tried++) {
        await this.#untilAllowed();
        try {
          return await work();
        } catch (error) {
          if (!(error instanceof TooMany) || tried === TRIES) throw error;
          await this.#pause(1000 * tried);
        } finally {
          await this.#pause(this.timing.betweenHistory);
        }
      }
    });
    this.#history = turn.catch(() => undefined);
    return turn.catch((error: unknown) => {
      throw error instanceof LineFault ? error : new LineFault(`The line to ${this.name} is closed.`);
    });
  }

  /** Waits while the broker's limit for a longer time is used up. */
  async #untilAllowed(): Promise<void> {
    const { historyMost, historyWithin } = this.timing;
    while (this.#requests.length > 0 && performance.now() - this.#requests[0]! > historyWithin) this.#requests.shift();
    if (this.#requests.length >= historyMost) {
      await this.#pause(historyWithin - (performance.now() - this.#requests[0]!));
      this.#requests.shift();
    }
    this.#ending.signal.throwIfAborted();
    this.#requests.push(performance.now());
  }

  /** A line that is closed waits for nothing. */
  async #pause(ms: number): Promise<void> {
    await setTimeout(ms, undefined, { signal: this.#ending.signal }).catch(() => undefined);
  }
}
