import { sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import { rng } from '@vimarsh/shared/domain/market/rng.ts';
import type { SampleRow } from '../files/sample-files.testing.ts';
import { INDICES, STOCKS } from '../instruments/listed.ts';
import { sampleIsin, securitiesList } from '../instruments/sample-lists.testing.ts';
import type { SentTick } from './broker-stand-in.testing.ts';
import type { Minute } from './price-line.ts';

/** A price moves by up to this part of itself in a second, either way: some 4 % in a whole session. */
const STEP = 0.0005;

interface Walk {
  readonly symbol: string;
  readonly isin: string;
  /** ms */
  readonly open: number;
  readonly close: number;
  readonly before: number;
  price: number;
  day: { o: number; h: number; l: number } | null;
  volume: number;
  moved: number;
  readonly minutes: Minute[];
}

/** A day of shares and indices as a random walk, as a broker's feed, its history and the exchange's file tell it. */
export class WalkedDay {
  readonly day: string;
  readonly #walks: readonly Walk[];
  readonly #others: readonly { readonly symbol: string; readonly isin: string }[];
  readonly #next: () => number;

  /** `shares`: how many; those beyond the built-in ones are made up, and `lists()` brings them. */
  constructor(day: string, seed: number, shares: number) {
    this.day = day;
    this.#next = rng(seed).next;
    const known = STOCKS.slice(0, shares).map(({ symbol, isin, price, lot }) => ({ symbol, isin, before: price, fno: lot !== null }));
    this.#others = Array.from({ length: Math.max(0, shares - STOCKS.length) }, (_, at) => ({ symbol: `WALK${at + 100}`, isin: sampleIsin(at + 300) }));
    const others = this.#others.map((share, at) => ({ ...share, before: 100 + 7 * at, fno: false }));
    const indices = INDICES.map(({ symbol, level }) => ({ symbol, isin: '', before: level, fno: true }));
    this.#walks = [...known, ...others, ...indices].map(({ symbol, isin, before, fno }) => {
      const { open, close } = sessionOf(day, fno)!;
      const times = { open: open.getTime(), close: close.getTime() };
      return { symbol, isin, before, ...times, price: before, day: null, volume: 0, moved: times.open, minutes: [] };
    });
  }

  get symbols(): string[] {
    return this.#walks.map(({ symbol }) => symbol);
  }

  /** Lets all that trade at an instant trade; returns what the feed tells of it. Calls go forward in time. */
  at(now: number): SentTick[] {
    return this.#walks.flatMap((walk) => {
      if (now < walk.open || now >= walk.close) return [];
      const seconds = Math.max(1, (now - walk.moved) / 1000);
      walk.price = Math.max(1, Math.round(20 * walk.price * (1 + (this.#next() - 0.5) * 2 * STEP * Math.sqrt(seconds))) / 20);
      walk.moved = now;
      walk.volume += 1 + Math.floor(this.#next() * 50);
      const { price, volume } = walk;
      walk.day = { o: walk.day?.o ?? price, h: Math.max(price, walk.day?.h ?? price), l: Math.min(price, walk.day?.l ?? price) };
      addToMinute(walk.minutes, Math.floor(now / 60_000) * 60_000, price);
      const { o: open, h: high, l: low } = walk.day;
      return [{ symbol: walk.symbol, price, volume, open, high, low, close: walk.before, at: Math.floor(now / 1000) }];
    });
  }

  minutes(symbol: string): readonly Minute[] {
    return this.#walks.find((walk) => walk.symbol === symbol)?.minutes ?? [];
  }

  /** The exchange's list of the shares that are not built in. */
  list(): string {
    return securitiesList(this.#others);
  }

  /** The shares' rows of the exchange's file, once the day is over. */
  rows(): SampleRow[] {
    return this.#walks.flatMap(({ symbol, isin, before, price, day }) => (isin && day ? [{ symbol, isin, ...day, c: price, prev: before }] : []));
  }

  /** Rows of a day before, on which every share stood where this day begins. */
  rowsBefore(): SampleRow[] {
    return this.#walks.flatMap(({ symbol, isin, before }) => {
      const flat = { o: before, h: before, l: before, c: before, prev: before };
      return isin ? [{ symbol, isin, ...flat, volume: 10_000_000 }] : [];
    });
  }
}

function addToMinute(minutes: Minute[], start: number, price: number): void {
  const last = minutes.at(-1);
  if (last?.start !== start) minutes.push({ start, open: price, high: price, low: price, close: price, volume: 1 });
  else minutes[minutes.length - 1] = { ...last, high: Math.max(last.high, price), low: Math.min(last.low, price), close: price, volume: last.volume + 1 };
}
