import { addDays, istDay, previousTradingDay, sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Logger } from 'pino';
import type { Completeness } from '../../feed/completeness.ts';
import type { FilesFeed } from '../../files/files-feed.ts';
import type { Listing } from '../../market.ts';
import type { Difference, LivePrices } from '../live-prices.store.ts';
import type { FeedDays } from './feed-days.ts';
import type { InstrumentsOfDays } from './instruments-of-days.ts';

/** Days gone by that are held against their files when those come. */
const COMPARED_DAYS = 10;

interface FileDifferencesOptions {
  readonly prices: Pick<LivePrices, 'days' | 'storeDifferences' | 'openDifferences'>;
  readonly files: Pick<FilesFeed, 'session' | 'sourceOf'>;
  readonly days: FeedDays;
  readonly instruments: InstrumentsOfDays;
  readonly log: Pick<Logger, 'warn'>;
}

type FoundDifference = Difference & { readonly foundAt: Date };

/** Days of the feed on which the exchange's file says otherwise. The file has the last word, and each difference is stored and told. */
export class FileDifferences {
  readonly #options: FileDifferencesOptions;
  #recent: readonly FoundDifference[] = [];

  constructor(options: FileDifferencesOptions) {
    this.#options = options;
  }

  /** Holds the latest days of the feed against their files. */
  async compare(now: Date): Promise<void> {
    const { prices, days, log } = this.#options;
    const today = istDay(now);
    const stored = await prices.days(addDays(today, -2 * COMPARED_DAYS), today);
    const found: Difference[] = [];
    for (const [day, rows] of [...stored].slice(-COMPARED_DAYS)) {
      for (const row of rows) {
        // A part of a day that the feed did not know contradicts nothing.
        if (days.open.get(day)?.isWhole(row.symbol) === false) continue;
        found.push(...(await this.#ofRow(day, row)));
      }
    }
    await prices.storeDifferences(found);
    const previous = this.#recent;
    this.#recent = await this.#read(now);
    for (const { day, symbol, field, live, file } of this.#recent)
      if (!previous.some((each) => each.day === day && each.symbol === symbol && each.field === field))
        log.warn({ day, symbol, field, live: live / 100, file: file / 100 }, 'The exchange’s file says otherwise than the feed did');
  }

  /** The reason why what is known of a symbol, or of any, was corrected. */
  correction(symbol: string | null): Pick<Completeness, 'because' | 'since'> {
    const own = this.#recent.find((difference) => symbol === null || difference.symbol === symbol);
    return own ? { because: 'correction', since: own.foundAt } : { because: null, since: null };
  }

  /** `SYMBOL on DAY` of each day that differs. */
  names(): string[] {
    return [...new Set(this.#recent.map(({ symbol, day }) => `${symbol} on ${day}`))];
  }

  async #ofRow(day: string, row: DayRow): Promise<Difference[]> {
    const { files, instruments } = this.#options;
    const { symbol } = row;
    const session = sessionOf(day, instruments.isFno(symbol, day));
    const file = session && (await files.sourceOf({ symbol } as Listing, { start: session.open, end: session.end }));
    const bar = file && files.session(symbol, day);
    if (!bar) return [];
    return FIELDS.flatMap(([field, inBar]) => {
      const inFile = Math.round(bar[inBar] * 100);
      return row[field] === inFile ? [] : [{ day, symbol, field, live: row[field], file: inFile, sha256: file.sha256 }];
    });
  }

  async #read(now: Date): Promise<FoundDifference[]> {
    let since = istDay(now);
    for (let back = 0; back < COMPARED_DAYS; back++) since = previousTradingDay(since);
    return (await this.#options.prices.openDifferences()).filter(({ day }) => day >= since);
  }
}

/** A close is left out: the exchange's is an average of the last half hour, or that of the auction. */
const FIELDS = [
  ['open', 'o'],
  ['high', 'h'],
  ['low', 'l'],
] as const;
type DayRow = Pick<Difference, 'symbol'> & Readonly<Record<'open' | 'high' | 'low', number>>;
