import { istDay, sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import { LRUCache } from 'lru-cache';
import type { FilesFeed } from '../../files/files-feed.ts';
import type { ShareDirectory } from '../../instruments/share-directory.ts';
import type { LiveInstrument } from '../live-instruments.ts';

/** Days whose instruments are kept in memory. */
const MOST_DAYS = 15;

export type InstrumentsBySymbol = ReadonlyMap<string, LiveInstrument>;

/** The instruments of each day by the exchange's lists. Those of today stay as they are once the session has begun, whatever list comes in. */
export class InstrumentsOfDays {
  readonly #files: Pick<FilesFeed, 'directory'>;
  readonly #read: (day: string) => readonly LiveInstrument[];
  /** The lists by which the days below were read. */
  #directory: ShareDirectory | null = null;
  #day = '';
  #today: InstrumentsBySymbol = new Map();
  readonly #past = new LRUCache<string, InstrumentsBySymbol>({ max: MOST_DAYS });

  constructor(files: Pick<FilesFeed, 'directory'>, read: (day: string) => readonly LiveInstrument[], today: string) {
    this.#files = files;
    this.#read = read;
    this.#readToday(today);
  }

  get today(): InstrumentsBySymbol {
    return this.#today;
  }

  on(day: string): InstrumentsBySymbol {
    if (day === this.#day) return this.#today;
    let instruments = this.#past.get(day);
    if (!instruments) {
      instruments = bySymbol(this.#read(day));
      this.#past.set(day, instruments);
    }
    return instruments;
  }

  isFno(symbol: string, day: string): boolean {
    return this.on(day).get(symbol)?.fno ?? false;
  }

  /** Reads today's instruments again where lists came in before the session, or the day is another. Returns whether they differ. */
  renew(now: Date): boolean {
    const today = istDay(now);
    const session = sessionOf(today, true);
    const hasBegun = session !== null && now >= session.open;
    if (this.#day === today && (this.#directory === this.#files.directory || hasBegun)) return false;
    const previous = this.#today;
    this.#readToday(today);
    return !isSame(previous, this.#today);
  }

  #readToday(today: string): void {
    this.#directory = this.#files.directory;
    this.#past.clear();
    this.#day = today;
    this.#today = bySymbol(this.#read(today));
  }
}

const bySymbol = (instruments: readonly LiveInstrument[]): InstrumentsBySymbol => new Map(instruments.map((one) => [one.symbol, one]));

function isSame(one: InstrumentsBySymbol, other: InstrumentsBySymbol): boolean {
  if (one.size !== other.size) return false;
  return [...one].every(([symbol, { tradedAs, isin, fno }]) => {
    const same = other.get(symbol);
    return same?.tradedAs === tradedAs && same.isin === isin && same.fno === fno;
  });
}
