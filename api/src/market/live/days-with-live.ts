import type { ImportedDays, ShareDay } from '../files/imported-days.store.ts';
import type { ImportedIndices } from '../files/indices/imported-indices.store.ts';
import type { LivePrices } from './live-prices.store.ts';

type Days = Pick<ImportedDays, 'latestImport' | 'shares' | 'days'>;
type Indices = Pick<ImportedIndices, 'latestImport'>;
type Prices = Pick<LivePrices, 'record' | 'days'>;

/** Days on file, and those of the live feed that no file has brought yet. The file of a day takes its place. */
export class DaysWithLive implements Days {
  readonly #files: Days;
  readonly #prices: Prices;
  readonly #indices: Indices | null;
  #changes = 0;
  #onFile = new Set<string>();
  /** When a file of shares or of indices was last taken in, as of the last look. */
  filesSince: number | null = null;

  constructor(files: Days, prices: Prices, indices: Indices | null = null) {
    this.#files = files;
    this.#prices = prices;
    this.#indices = indices;
  }

  /** A day of the live feed is whole: it is read with the next refresh. */
  changed(): void {
    this.#changes++;
  }

  /** Days whose own file is there, in order. */
  onFile(): readonly string[] {
    return [...this.#onFile];
  }

  /** Whether the exchange's own file of a day is there. */
  isOnFile(day: string): boolean {
    return this.#onFile.has(day);
  }

  async latestImport(): Promise<Date | null> {
    const [latest, index] = await Promise.all([this.#files.latestImport(), this.#indices?.latestImport() ?? null]);
    this.filesSince = latest || index ? Math.max(latest?.getTime() ?? 0, index?.getTime() ?? 0) : null;
    return new Date((latest?.getTime() ?? 0) + this.#changes);
  }

  async days(): Promise<string[]> {
    const [days, { whole }] = await Promise.all([this.#files.days(), this.#prices.record()]);
    this.#onFile = new Set(days);
    return [...new Set([...days, ...whole])].sort();
  }

  async shares(...[symbols, directory, onOther]: Parameters<Days['shares']>): Promise<Map<string, ShareDay[]>> {
    const [shares, { whole }, live] = await Promise.all([
      this.#files.shares(symbols, directory, onOther),
      this.#prices.record(),
      this.#prices.days('1990-01-01', '2999-12-31'),
    ]);
    const merged = new Map([...shares].map(([symbol, days]) => [symbol, [...days]]));
    const listed = new Set(symbols);
    for (const [day, rows] of live) {
      if (!whole.has(day)) continue;
      for (const { symbol: seenAs, open, high, low, close, volume, previousClose } of rows) {
        // A list may say since that the share is another’s next name.
        const symbol = directory?.carrier(seenAs, day) ?? seenAs;
        const tradedAs = directory?.identity(symbol)?.carried(day) ?? symbol;
        const own = merged.get(symbol) ?? [];
        if (!listed.has(symbol) || own.some(({ bar }) => bar.day === day)) continue;
        const prev_close = (previousClose ?? open) / 100;
        own.push({ bar: { day, o: open / 100, h: high / 100, l: low / 100, c: close / 100, v: volume, prev_close }, symbol: tradedAs, file: null });
        merged.set(symbol, own);
      }
    }
    for (const own of merged.values()) own.sort((a, b) => (a.bar.day < b.bar.day ? -1 : 1));
    return merged;
  }
}
