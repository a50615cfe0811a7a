import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import type { AdjustmentRow } from '../files/actions/adjustment-layout.ts';
import { actionKey, effectOf, knownActions } from '../files/actions/known-actions.ts';
import { FilesFeed } from '../files/files-feed.ts';
import type { ShareDay } from '../files/imported-days.store.ts';
import type { LineOfList } from '../files/rows-market.testing.ts';
import { type KnownInstruments, NOTHING_KNOWN } from '../instruments/known-instruments.ts';
import type { ShareDirectory } from '../instruments/share-directory.ts';
import { LiveMarket } from '../live-market.ts';
import type { DayBar } from '../market.ts';
import { MarketTime } from '../market-time.ts';
import { DaysWithLive } from './days-with-live.ts';
import { LiveFeed, type LiveFeedOptions } from './feed/live-feed.ts';
import { instrumentsOn, type LiveInstrument } from './live-instruments.ts';
import { memoryPrices } from './memory-prices.testing.ts';
import { StagedLine } from './staged-line.testing.ts';

/** A live feed, its line and the exchange's files, all in memory; the test turns the clock. */
export class LiveWorld {
  now: Date;
  line!: StagedLine;
  /** The instruments that each line was made for, the first line first. */
  readonly lines: (readonly string[])[] = [];
  feed!: LiveFeed;
  /** Rows of the day files that came, by the symbol they stand under. */
  readonly onFile = new Map<string, Map<string, DayBar>>();
  lists: KnownInstruments = NOTHING_KNOWN;
  readonly actions: LineOfList[] = [];
  readonly adjustments: AdjustmentRow[] = [];
  /** Symbols without prices at the broker. */
  readonly unknownToBroker = new Set<string>();
  /** Another line in place of the staged one. */
  lineTo: LiveFeedOptions['line'] | null = null;
  /** Given in place of what the lists say. */
  readonly #own: readonly LiveInstrument[] | null;
  readonly #prices = memoryPrices();
  #imports = 1;
  #looks = 0;

  constructor(now: Date, own: readonly LiveInstrument[] | null) {
    this.now = now;
    this.#own = own;
  }

  static async open(now: Date, own: readonly LiveInstrument[] | null = null): Promise<LiveWorld> {
    const world = new LiveWorld(now, own);
    await world.start();
    return world;
  }

  /** Starts the feed, or starts it again on what it stored. */
  async start(): Promise<void> {
    const imported = async () => new Date(this.#imports);
    const listed = () => this.actions.map((line) => listedLine(line));
    const days = new DaysWithLive(
      { latestImport: imported, days: async () => [...this.onFile.keys()].toSorted(), shares: async (symbols, directory) => this.#shares(symbols, directory) },
      this.#prices,
    );
    const files = new FilesFeed(
      {
        days,
        actions: {
          latestImport: imported,
          known: async (symbols) =>
            knownActions(
              listed()
                .filter(({ symbol }) => symbols.includes(symbol))
                .toSorted((one, other) => (actionKey(one) < actionKey(other) ? -1 : 1)),
              this.adjustments.filter(({ symbol }) => symbols.includes(symbol)),
              [],
            ),
        },
        bans: { latestImport: imported, known: async () => new Map() },
        instruments: { latestImport: imported, known: async () => this.lists },
      },
      (this.#own ?? []).map(({ symbol }) => symbol),
      // Each look for files is a minute after the one before.
      { clock: () => 60_001 * this.#looks++, again: false },
    );
    await files.refresh();
    this.feed = await LiveFeed.open({
      source: { id: 'kite', name: 'Kite', licence: '', invented: false, needs: '' },
      prices: this.#prices,
      files,
      days,
      instruments: (day) => this.#own ?? instrumentsOn(files, day, 9000),
      now: () => this.now,
      historyPause: 0,
      line: (listener, trading, instruments) => {
        if (this.lineTo) return this.lineTo(listener, trading, instruments);
        this.lines.push(instruments.map(({ symbol, tradedAs }) => (symbol === tradedAs ? symbol : `${symbol} as ${tradedAs}`)));
        this.line = new StagedLine(
          listener,
          instruments.map(({ symbol }) => symbol).filter((symbol) => !this.unknownToBroker.has(symbol)),
        );
        return this.line;
      },
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    });
    this.feed.start();
  }

  /** The market over this feed, whose clock is the test’s. */
  market(onError: (error: unknown) => void): LiveMarket {
    const wall = (): number => this.now.getTime();
    return new LiveMarket({ feed: this.feed, time: new MarketTime({ start: this.now, wall }), firstDay: istDay(this.now), onError, wall });
  }

  /** A file of the exchange came: what was put into this world is read with the next look. */
  imported(): void {
    this.#imports += 1;
  }

  /** A day's file with rows of these shares. */
  importDay(rows: Readonly<Record<string, DayBar>>): void {
    for (const [symbol, bar] of Object.entries(rows)) {
      const own = this.onFile.get(bar.day) ?? new Map<string, DayBar>();
      own.set(symbol, bar);
      this.onFile.set(bar.day, own);
    }
    this.imported();
  }

  /** Lets what the feed does by itself come to its end. */
  async settled(): Promise<Date | null> {
    let earliest: Date | null = null;
    for (let looks = 0; looks < 4; looks++) {
      const told = await this.feed.refresh();
      if (told && (!earliest || told < earliest)) earliest = told;
      await new Promise(setImmediate);
    }
    return earliest;
  }

  #shares(symbols: readonly string[], directory: ShareDirectory | null | undefined): Map<string, ShareDay[]> {
    const found = new Map<string, ShareDay[]>();
    for (const day of [...this.onFile.keys()].toSorted())
      for (const [name, bar] of this.onFile.get(day)!) {
        const symbol = symbols.includes(name) ? name : (directory?.carrier(name, day) ?? name);
        const file = { name: `${day}.csv`, sha256: 'a'.repeat(64) };
        if (symbols.includes(symbol)) found.set(symbol, [...(found.get(symbol) ?? []), { bar, symbol: name, file }]);
      }
    return found;
  }
}

function listedLine({ symbol, day, purpose, face }: LineOfList) {
  const row = { symbol, day, purpose, ratio: null, dividend: null, face_value: face ?? null };
  return { ...row, effect: effectOf(row) };
}
