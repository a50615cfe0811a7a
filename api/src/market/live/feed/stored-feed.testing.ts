import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { featureDatabase, openPlatform, type TestPlatform } from '../../../platform/testing.ts';
import { ImportedDays } from '../../files/imported-days.store.ts';
import { ImportedIndices } from '../../files/indices/imported-indices.store.ts';
import type { Bar, Listing } from '../../market.ts';
import { openLiveFiles } from '../live-files.ts';
import { LivePrices } from '../live-prices.store.ts';
import type { Minute, Tick } from '../price-line.ts';
import { StagedLine } from '../staged-line.testing.ts';
import { LiveFeed } from './live-feed.ts';

const SYMBOLS = ['INFY', 'TCS'];
export const INFY = { symbol: 'INFY', fno: true } as Listing;
/** Friday, 20 November 2026: these shares trade from 03:45 to 09:45 UTC, then in the closing auction. */
export const at = (time: string): Date => new Date(`2026-11-20T${time}Z`);
export const short = ({ start, end, o, h, l, c, resolution }: Bar): string =>
  `${start.toISOString().slice(11, 19)}-${end.toISOString().slice(11, 19)} ${[o, h, l, c].join(' ')}${resolution === 'second' ? '' : ` ${resolution}`}`;
export const minute = (time: string, open: number, high: number, low: number, close: number): Minute => ({
  ...{ start: at(time).getTime(), open, high, low, close, volume: 100 },
});

interface Sent extends Partial<Tick> {
  readonly price: number;
}

/** A live feed of two shares on a database, its line and its clock in the test's hands. */
export class StoredFeed {
  readonly #stage: TestPlatform;
  readonly #symbols: readonly string[];
  now = at('03:40:00');
  line!: StagedLine;
  feed!: LiveFeed;
  /** Symbols that the broker has prices of. */
  onLine: readonly string[];
  /** Words and facts of the log. */
  readonly warned: unknown[] = [];
  #looks = 0;

  private constructor(stage: TestPlatform, symbols: readonly string[]) {
    this.#stage = stage;
    this.#symbols = symbols;
    this.onLine = symbols;
  }

  static async open(...others: readonly string[]): Promise<StoredFeed> {
    return new StoredFeed(await openPlatform({ database: (await featureDatabase())[0]! }), [...SYMBOLS, ...others]);
  }

  get platform(): TestPlatform['platform'] {
    return this.#stage.platform;
  }

  end(): Promise<void> {
    return this.#stage.end();
  }

  /** Begins with nothing stored, before the open. */
  async reset(): Promise<void> {
    await sql`truncate market_live_cover, market_live_holes, market_live_minutes, market_live_journal, market_live_spans, market_live_days, market_live_whole,
      market_live_differences, market_days, market_imports, market_files, market_index_days`.execute(this.platform.db);
    this.#looks = 0;
    this.onLine = this.#symbols;
    this.warned.length = 0;
    this.now = at('03:40:00');
    await this.start();
  }

  /** Starts the feed, or starts it again on what it stored. */
  async start(): Promise<void> {
    const { platform } = this;
    const prices = new LivePrices(platform, 'kite');
    // Each look at the database for files is a minute later for it.
    const { files, days } = await openLiveFiles(platform, prices, this.#symbols, { clock: () => 60_001 * this.#looks++ });
    const warn = (words: unknown): void => void this.warned.push(words);
    this.feed = await LiveFeed.open({
      source: { id: 'kite', name: 'Zerodha Kite', licence: '', invented: false, needs: '' },
      prices,
      files,
      days,
      instruments: () => this.#symbols.map((symbol) => ({ symbol, tradedAs: symbol, isin: '', fno: true })),
      now: () => this.now,
      historyPause: 50,
      line: (listener) => {
        this.line = new StagedLine(listener, this.onLine);
        return this.line;
      },
      log: { info: () => undefined, error: warn, warn } as never,
    });
    this.feed.start();
  }

  /** Goes to a second, lets prices come in, and looks. */
  async second(time: string, sent: Readonly<Record<string, Sent>> = {}): Promise<Date | null> {
    this.now = at(time);
    this.line.send(Object.entries(sent).flatMap(([symbol, one]) => (this.onLine.includes(symbol) ? [this.tick(symbol, one)] : [])));
    return this.feed.refresh();
  }

  /** Lets the seconds between two times pass with heartbeats only. */
  async pass(from: string, to: string): Promise<void> {
    for (let time = at(from).getTime(); time <= at(to).getTime(); time += 1000) await this.second(new Date(time).toISOString().slice(11, 19));
  }

  /** Opens the day with prices of both shares and lets it come to a time. */
  async opened(to = '03:45:10'): Promise<void> {
    await this.second('03:44:59');
    await this.second('03:45:00', { INFY: { price: 1500 }, TCS: { price: 3900 }, NIFTY: { price: 24_000 } });
    if (to > '03:45:00') await this.pass('03:45:01', to);
  }

  /** The whole day, hour by hour: prices stand still. */
  async wholeDay(): Promise<void> {
    await this.opened('03:45:10');
    for (const time of ['05:00:00', '07:00:00', '09:00:00', '09:44:59', '09:56:00', '10:10:00', '10:10:20']) await this.second(time);
  }

  async healed(): Promise<void> {
    await this.feed.refresh();
    await vi.waitFor(async () => {
      await this.feed.refresh();
      expect(this.feed.complete(null, this.now).because).toBeNull();
    });
  }

  bars(from: string, to: string): Promise<Bar[]> {
    return this.feed.bars(INFY, at(from), at(to));
  }

  /** Up to when a symbol is known, and why not further. */
  until(symbol: string | null = 'INFY'): string {
    const { until: known, because } = this.feed.complete(symbol, this.now);
    return `${known.toISOString().slice(11, 19)}${because ? ` ${because}` : ''}`;
  }

  /** The exchange's file of the day comes, with this high of INFY. */
  async importFile(high: number): Promise<void> {
    const infy = {
      ...{ symbol: 'INFY', series: 'EQ', open: 1500, high, low: 1500, close: 1500, last: 1500, prev_close: 1490 },
      ...{ volume: 10, turnover: 1, trades: 1, isin: '' },
    };
    const tcs = { ...infy, symbol: 'TCS', open: 3900, high: 3900, low: 3900, close: 3900 };
    await new ImportedDays(this.platform).store({
      ...{ day: '2026-11-20', layout: 'test', file_name: 'bhav.csv', sha256: 'f'.repeat(64), rows: [infy, tcs] },
    });
  }

  /** The exchange's file of the day's index closes comes. */
  async importIndex(figures: { readonly high: number; readonly low: number; readonly close: number }): Promise<void> {
    const row = { symbol: 'NIFTY', name: 'Nifty 50', open: 24_000, prev_close: 23_950.5, volume: 0, ...figures };
    await new ImportedIndices(this.platform).store({
      ...{ day: '2026-11-20', file_name: 'ind_close_all_20112026.csv', sha256: 'e'.repeat(64), rows: [row] },
    });
  }

  tick(symbol: string, { price, ...rest }: Sent): Tick {
    const sent = this.now.getTime();
    return { ...{ symbol, price, volume: null, day: null, previousClose: null, depth: null, at: sent, arrived: sent }, ...rest };
  }
}
