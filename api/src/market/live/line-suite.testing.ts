import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BrokerLineOptions } from './broker-line.ts';
import type { BrokerStandIn, SentTick } from './broker-stand-in.testing.ts';
import type { LineInstrument, LineState, PriceLine, Tick } from './price-line.ts';

export const SYMBOLS = ['INFY', 'M&M', 'TCS', 'NIFTY', 'SENSEX'];
const QUICK = {
  firstPause: 10,
  longestPause: 80,
  lookForCredential: 20,
  silentAfter: 300,
  noPricesAfter: 250,
  betweenHistory: 5,
  historyPatience: 200,
  random: () => 1,
};

export const instrumentsOf = (symbols: readonly string[]): LineInstrument[] => symbols.map((symbol) => ({ symbol, tradedAs: symbol, isin: '' }));

/** A broker's line and its stand-in. */
export interface LineUnderTest<StandIn extends BrokerStandIn> {
  /** The name with which sentences begin. */
  readonly name: string;
  standIn(symbols: readonly string[]): StandIn;
  /** `address`: where the broker is. */
  line(standIn: StandIn, options: BrokerLineOptions, address: string): PriceLine;
  /** A message that is longer than any may be. */
  longest(standIn: StandIn): Uint8Array;
}

/** The line that runs now, and what came out of it. */
class LineStage<StandIn extends BrokerStandIn> {
  broker!: StandIn;
  line!: PriceLine;
  token = '';
  trading = false;
  readonly ticks: Tick[] = [];
  readonly states: LineState[] = [];
  readonly words: string[] = [];
  readonly halts: (readonly [symbols: readonly string[], since: number | null])[] = [];
  readonly #own: LineUnderTest<StandIn>;

  constructor(own: LineUnderTest<StandIn>) {
    this.#own = own;
    beforeEach(() => this.stand(SYMBOLS));
    afterEach(() => this.end());
  }

  async stand(symbols: readonly string[]): Promise<void> {
    this.broker = (await this.#own.standIn(symbols).start()) as StandIn;
    this.token = this.broker.token;
    this.trading = false;
    for (const list of [this.ticks, this.states, this.words, this.halts]) list.length = 0;
  }

  async end(): Promise<void> {
    await this.line.stop();
    await this.broker.close();
  }

  connect({ address = this.broker.httpUrl, ...options }: Partial<BrokerLineOptions> & { readonly address?: string } = {}): void {
    const own: BrokerLineOptions = {
      accessToken: () => this.token,
      instruments: instrumentsOf(SYMBOLS),
      listener: {
        ticks: (more) => void this.ticks.push(...more),
        alive: () => undefined,
        state: (state) => void this.states.push(state),
        halted: (symbols, since) => void this.halts.push([symbols, since]),
      },
      trading: () => this.trading,
      said: (said) => void this.words.push(said),
      ...options,
      timing: { ...QUICK, ...options.timing },
    };
    this.line = this.#own.line(this.broker, own, address);
    this.line.start();
  }

  open(connections = 1, symbols = SYMBOLS.length): Promise<void> {
    const { line, broker } = this;
    return vi.waitFor(() => expect([line.state().kind, broker.connections, broker.subscribed.size]).toEqual(['open', connections, symbols]), {
      timeout: 5000,
    });
  }

  /** Sends prices and waits until they are in. */
  async send(send: (ticks: readonly SentTick[]) => void, ...sent: SentTick[]): Promise<void> {
    const before = this.ticks.length;
    send(sent);
    await vi.waitFor(() => expect(this.ticks.length).toBe(before + sent.length));
  }

  lost(reason: string): Promise<void> {
    return vi.waitFor(() => expect(this.states).toContainEqual({ kind: 'lost', reason }), { timeout: 3000 });
  }
}

const minute = (text: string): Date => new Date(`2026-11-20T${text}:00Z`);
const CANDLES = ['05:00', '05:01', '05:02'].map((text, n) => ({ start: minute(text), o: 1500 + n, h: 1502 + n, l: 1499 + n, c: 1501 + n, v: 100 }));

/** Promises that the line of each broker keeps. Returns the stage, for those that are its own. */
export function lineSuite<StandIn extends BrokerStandIn & { send(ticks: readonly SentTick[]): void }>(own: LineUnderTest<StandIn>): LineStage<StandIn> {
  const stage = new LineStage(own);
  describe(`the line to ${own.name}`, () => {
    test('prices come in under our symbols, shares and indices of both exchanges', async () => {
      stage.connect();
      await stage.open();
      expect([...stage.line.symbols()]).toEqual(SYMBOLS);
      const at = Math.floor(Date.now() / 1000);
      await stage.send((ticks) => stage.broker.send(ticks), { symbol: 'M&M', price: 2450.05, volume: 10, at }, { symbol: 'SENSEX', price: 84_000.5, at });
      expect(stage.ticks).toMatchObject([
        { symbol: 'M&M', price: 2450.05, volume: 10 },
        { symbol: 'SENSEX', price: 84_000.5, volume: null },
      ]);
      for (const tick of stage.ticks) expect(Math.max(Math.abs(tick.arrived - Date.now()), Math.abs(tick.at! - Date.now()))).toBeLessThan(3000);
    });

    test('a lost connection is opened again and its symbols are subscribed to again', async () => {
      stage.connect();
      await stage.open();
      stage.broker.subscribed.clear();
      stage.broker.cut();
      await stage.open(2);
      expect(stage.states.map(({ kind }) => kind)).toEqual(['open', 'lost', 'connecting', 'open']);
      await stage.send((ticks) => stage.broker.send(ticks), { symbol: 'TCS', price: 3900 });
    });

    test('a connection on which nothing comes any more, not even a heartbeat, is given up', async () => {
      stage.connect();
      await stage.open();
      stage.broker.beats = false;
      await stage.lost(`${own.name} has sent nothing for 0.3 seconds.`);
      stage.broker.beats = true;
      await vi.waitFor(() => expect(stage.line.state().kind).toBe('open'), { timeout: 3000 });
    });

    test('heartbeats without prices are no life while others trade, and are enough while nobody does', async () => {
      stage.connect();
      await stage.open();
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(stage.broker.connections).toBe(1);
      stage.trading = true;
      await stage.lost(`${own.name} sends heartbeats and no prices.`);
    });

    test('a message longer than all instruments together ends the connection and not the process', async () => {
      stage.connect();
      await stage.open();
      stage.broker.raw(own.longest(stage.broker));
      await stage.open(2);
      expect(stage.ticks).toEqual([]);
    });

    test('a token that is over is refused in words that do not hold it, is not offered again and again, and another one is taken', async () => {
      stage.token = 'token-of-yesterday';
      stage.connect();
      await vi.waitFor(() => expect(stage.line.state()).toEqual({ kind: 'refused', reason: `${own.name} refuses the key or the access token.` }));
      const before = stage.broker.asked.length;
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(stage.broker.asked.length, 'nothing was asked for meanwhile').toBe(before);
      stage.token = stage.broker.token;
      await stage.open();
    });

    test('a token that ends while the socket is open is refused at the next connection', async () => {
      stage.connect();
      await stage.open();
      stage.broker.token = 'token-of-tomorrow';
      stage.broker.cut();
      await vi.waitFor(() => expect(stage.line.state().kind).toBe('refused'), { timeout: 3000 });
    });

    test('pauses between tries double up to a ceiling', async () => {
      const pausesOf = async (): Promise<number[]> => {
        const lost: number[] = [];
        const state = ({ kind }: LineState): void => void (kind === 'lost' && lost.push(performance.now()));
        stage.connect({ address: 'http://127.0.0.1:9', listener: { ticks: () => undefined, alive: () => undefined, state } });
        await vi.waitFor(() => expect(lost.length).toBeGreaterThan(6), { timeout: 5000 });
        expect(stage.line.state().reason).toBe(`${own.name} can’t be reached.`);
        await stage.line.stop();
        return lost.slice(1).map((at, n) => at - lost[n]!);
      };
      // A slow machine makes single pauses longer, and none shorter: of each, the shortest of three lines.
      const lines = [await pausesOf(), await pausesOf(), await pausesOf()];
      const shortest = (from: number, to: number): number => Math.min(...lines.flatMap((pauses) => pauses.slice(from, to)));
      const later = shortest(3, 6);
      expect(shortest(0, 1)).toBeLessThan(later);
      expect(later).toBeGreaterThan(70);
      expect(later).toBeLessThan(250);
    });

    test('the list of instruments is subscribed to in batches of 500', async () => {
      await stage.broker.close();
      const many = Array.from({ length: 1250 }, (_, n) => `S${n}`);
      await stage.stand(many);
      stage.connect({ instruments: instrumentsOf(many) });
      await vi.waitFor(() => expect(stage.broker.batches).toEqual([500, 500, 250]), { timeout: 5000 });
    });

    test('minutes of the past are those that begin in the stretch', async () => {
      stage.broker.history('INFY', CANDLES);
      stage.connect();
      expect(await stage.line.minutes('INFY', minute('05:01'), minute('05:02'))).toEqual([
        { start: minute('05:01').getTime(), open: 1501, high: 1503, low: 1500, close: 1502, volume: 100 },
      ]);
      expect((await stage.line.minutes('INFY', minute('04:00'), minute('06:00'))).map(({ open }) => open)).toEqual([1500, 1501, 1502]);
    });

    test('history is asked for one request after another, and again where the broker was asked too often', async () => {
      stage.broker.history('INFY', CANDLES);
      stage.broker.tooMany = 1;
      stage.connect();
      const both = await Promise.all([
        stage.line.minutes('INFY', minute('05:00'), minute('05:01')),
        stage.line.minutes('INFY', minute('05:01'), minute('05:02')),
      ]);
      expect(both.map(([only]) => only!.open)).toEqual([1500, 1501]);
    });

    test('slow history is given up with a sentence, and so is that of a share the broker does not have', async () => {
      stage.broker.historyDelay = 1000;
      stage.connect();
      await expect(stage.line.minutes('INFY', minute('05:00'), minute('05:01'))).rejects.toThrow(`${own.name} did not answer within 0.2 seconds.`);
      await expect(stage.line.minutes('WIPRO', minute('05:00'), minute('05:01'))).rejects.toThrow('does not have WIPRO');
    });
  });
  return stage;
}
