import type { NotJudgeable } from '@vimarsh/shared/contract/calls/not-judgeable.ts';
import type { Candle } from '@vimarsh/shared/contract/market/types.ts';
import { addDays, istDay, marketLabel, nextOpen, nextTradingDay, phaseAt, previousTradingDay, sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import type { PriceSource } from '@vimarsh/shared/domain/market/price-source.ts';
import { Fail } from '../platform/http/fail.ts';
import { Advance } from './advance.ts';
import { dailyCandles, minuteCandles, onSharesOf } from './candles.ts';
import { factsFor } from './facts.ts';
import type { Feed, FeedAbilities, FeedSource } from './feed/port.ts';
import type { CorporateAction } from './instruments/actions/corporate-action.ts';
import { adjustedBars, factorBetween, levelOn, priceChanges } from './instruments/actions/effects.ts';
import { FORMER_SYMBOLS } from './instruments/names.ts';
import { bandOn, listingsOn } from './listings.ts';
import type { Bar, DayBar, Listing, Market, MarketClock, Quote, StockFacts } from './market.ts';
import type { MarketTime } from './market-time.ts';
import { ownSymbol } from './own-symbol.ts';
import type { PathOf } from './paths.ts';
import { Quotes } from './quotes.ts';
import { vwapOf } from './vwap.ts';

/** Prices older than this in the session are stale. */
const STALE_AFTER_MS = 15_000;

export interface LiveMarketOptions {
  readonly feed: Feed;
  readonly time: MarketTime;
  readonly path: PathOf;
  /** First IST day a replay may start on. */
  readonly firstDay: string;
  readonly onError: (error: unknown) => void;
  readonly wall?: () => number;
}

interface Listings {
  readonly day: string;
  readonly list: readonly Listing[];
  readonly bySymbol: ReadonlyMap<string, Listing>;
  readonly otherNames: ReadonlyMap<string, string>;
}
const NO_LISTINGS: Listings = { day: '', list: [], bySymbol: new Map(), otherNames: new Map() };

/** The market at market time: one feed, one clock, and the beat that advances both. */
export class LiveMarket implements Market {
  readonly source: FeedSource;
  readonly can: FeedAbilities;
  readonly #feed: Feed;
  readonly #time: MarketTime;
  readonly #path: PathOf;
  readonly #quotes: Quotes;
  readonly #advance: Advance;
  readonly #options: LiveMarketOptions;
  readonly #wall: () => number;
  readonly #revised: ((from: Date) => void)[] = [];
  #lastTick: number;
  #listings: Listings = NO_LISTINGS;

  constructor(options: LiveMarketOptions) {
    this.#options = options;
    this.#feed = options.feed;
    this.source = options.feed.source;
    this.can = options.feed.can;
    this.#time = options.time;
    this.#path = options.path;
    this.#wall = options.wall ?? Date.now;
    this.#lastTick = this.#wall();
    this.#quotes = new Quotes(options.feed, options.path);
    this.#advance = new Advance(() => this.now(), options.onError);
  }

  /** One beat, about once a second: a new tick for everyone, then the listeners. */
  async beat(): Promise<void> {
    this.#time.skipClosedHours();
    await this.#refresh();
    this.#lastTick = this.#wall();
    await this.#advance.beat();
  }

  /** Replays from a moment at 1 to 60 times speed. Throws BAD_REQUEST before the prices on file and after the live clock: what is to come can't be replayed. */
  async replay(from: Date, speed: number): Promise<void> {
    const day = Number.isNaN(from.getTime()) ? '' : istDay(from);
    if (day < this.#options.firstDay || from > this.#time.live())
      throw new Fail('BAD_REQUEST', { problems: [{ path: 'from', message: `Choose a time between ${this.#options.firstDay} and now.` }] });
    this.#time.replay(from, speed);
    await this.#moved();
  }

  async returnToLive(): Promise<void> {
    this.#time.returnToLive();
    await this.#moved();
  }

  instruments(): readonly Listing[] {
    return this.#today().list;
  }

  instrument(symbol: string): Listing | null {
    const { bySymbol, otherNames } = this.#today();
    return bySymbol.get(symbol) ?? bySymbol.get(otherNames.get(symbol) ?? '') ?? null;
  }

  otherNames(): ReadonlyMap<string, string> {
    return this.#today().otherNames;
  }

  banned(symbol: string, day: string): boolean {
    return this.#feed.banned(ownSymbol(this, symbol), day);
  }

  band(symbol: string, day: string): { low: number; high: number } {
    const listing = this.#known(symbol);
    // A band beyond the next session would depend on closes that are not yet known.
    const next = nextTradingDay(istDay(this.now()));
    const band = bandOn(listing, day < next ? day : next, this.#feed);
    if (!band) throw new Fail('NOT_FOUND', { validation: 'There are no prices of this stock yet.' });
    return band;
  }

  actions(symbol?: string): readonly CorporateAction[] {
    return this.#feed.actions(symbol === undefined ? undefined : ownSymbol(this, symbol));
  }

  async adjusted(symbol: string, from: string, to: string, on: string): Promise<DayBar[]> {
    return adjustedBars(await this.dayBars(symbol, from, to), this.actions(symbol), on);
  }

  factor(symbol: string, day: string, on: string): number {
    return factorBetween(this.actions(symbol), day, on);
  }

  levelOn(symbol: string, level: number, from: string, to: string): number {
    return levelOn(this.actions(symbol), level, from, to);
  }

  priceChanges(symbol: string, to: string): readonly { readonly day: string; readonly ratio: number }[] {
    return priceChanges(this.actions(symbol), to);
  }

  actionsOn(symbol: string, day: string): readonly CorporateAction[] {
    return this.#feed.actionsOn(ownSymbol(this, symbol), day);
  }

  untradedSince(symbol: string): string | null {
    const now = this.now();
    const listing = this.instrument(symbol);
    const today = sessionOf(istDay(now), listing?.fno ?? false);
    // Nothing is known of a day before its session is over.
    return this.#feed.untradedSince(listing?.symbol ?? symbol, today && now >= today.end ? today.day : previousTradingDay(istDay(now)));
  }

  hasDay(day: string): boolean {
    return this.#feed.hasDay(day);
  }

  doubts(symbol: string, day: string, since: Date): readonly NotJudgeable[] {
    return this.#feed.doubts(ownSymbol(this, symbol), day, since);
  }

  now(): Date {
    return this.#time.now();
  }

  clock(): MarketClock {
    const now = this.now();
    const phase = phaseAt(now);
    const today = sessionOf(istDay(now), false);
    return {
      now: now.toISOString(),
      phase,
      trading_date: istDay(now),
      label: marketLabel(now),
      opens_at: phase === 'continuous' ? null : nextOpen(now).toISOString(),
      closes_at: phase === 'continuous' && today ? today.close.toISOString() : null,
      source: this.source.kind,
      speed: this.#time.speed,
      stale: !this.fresh(),
    };
  }

  quote(symbol: string): Quote | null {
    const listing = this.instrument(symbol);
    return listing && this.#quotes.quote(listing, this.now());
  }

  factsFor(symbol: string, now: Date): Promise<StockFacts> {
    return factsFor(this, symbol, now);
  }

  fresh(): boolean {
    const now = this.now();
    if (phaseAt(now) !== 'continuous') return true;
    return this.#wall() - this.#lastTick <= STALE_AFTER_MS && this.#feed.hasDay(istDay(now));
  }

  async bars(symbol: string, from: Date, to: Date): Promise<Bar[]> {
    return this.#feed.bars(this.#known(symbol), from, to);
  }

  async sourceOf(symbol: string, bar: Pick<Bar, 'start' | 'end'>): Promise<PriceSource | null> {
    return this.#feed.sourceOf(this.#known(symbol), bar);
  }

  /** The first seconds of a symbol's session as the record names them (docs/record-format.md); null while they are not over, and for a feed of files. */
  segment(symbol: string, day: string, seconds: number): string | null {
    const listing = this.instrument(symbol);
    return listing && this.#feed.segment(listing, day, seconds, this.now());
  }

  async dayBars(symbol: string, from: string, to: string, asOf: Date = this.now()): Promise<DayBar[]> {
    const listing = this.#known(symbol);
    const today = istDay(asOf);
    const bars = this.#feed.sessions(listing.symbol, from, to < today ? to : today);
    const session = sessionOf(today, listing.fno);
    return session && asOf < this.#feed.completedAt(session) ? bars.filter((bar) => bar.day < today) : bars;
  }

  /** Candles up to market time, oldest first: the latest `limit` of the range. */
  candles(
    listing: Listing,
    query: { interval: '1d' | '5m'; from?: string | undefined; to?: string | undefined; shares?: string | undefined; limit: number },
  ): Candle[] {
    const now = this.now();
    const today = istDay(now);
    const range = { from: query.from ?? null, to: query.to !== undefined && query.to < today ? query.to : today, limit: query.limit, now };
    const traded =
      query.interval === '1d' ? dailyCandles(this.#feed, this.#quotes, listing, range) : minuteCandles(this.#feed, this.#path, this.#quotes, listing, 5, range);
    return query.shares === undefined ? traded : onSharesOf(query.shares, traded, this.actions(listing.symbol));
  }

  minutes(symbol: string, minutes: number, limit: number, on: string): Candle[] {
    const now = this.now();
    const traded = minuteCandles(this.#feed, this.#path, this.#quotes, this.#known(symbol), minutes, { from: null, to: istDay(now), limit, now });
    return onSharesOf(on, traded, this.actions(symbol));
  }

  vwap(symbol: string): number | null {
    const listing = this.#known(symbol);
    const quote = this.quote(listing.symbol);
    // For days from a file, the path between prices is invented for charts; no figure may depend on it.
    if (!quote || listing.kind === 'index' || !this.can.ticking) return null;
    const day = istDay(new Date(quote.ts));
    return vwapOf(this.candles(listing, { interval: '5m', from: day, to: day, limit: 100 }));
  }

  tradedShare(symbol: string): number {
    return this.#quotes.tradedShare(this.#known(symbol), this.now());
  }

  onAdvance(listener: (from: Date, to: Date) => Promise<void>): void {
    this.#advance.add(listener);
  }

  onRevised(listener: (from: Date) => void): void {
    this.#revised.push(listener);
  }

  /** The calendar knows something else of an IST day and what follows: calls are judged again from there, and lots and bands read anew. */
  calendarChanged(from: string): void {
    this.#listings = NO_LISTINGS;
    // A day that is closed now was waited for by what follows it.
    const session = from <= istDay(this.now()) ? sessionOf(nextTradingDay(addDays(from, -1)), false) : null;
    if (session && session.preopen <= this.now()) for (const listener of this.#revised) listener(session.preopen);
  }

  async #moved(): Promise<void> {
    await this.#refresh();
    await this.#advance.jumped();
  }

  async #refresh(): Promise<void> {
    const today = istDay(this.now());
    const revised = await this.#feed.refresh();
    // Lots, ticks and bans of today may be other than they were thought.
    if (revised !== null) this.#listings = NO_LISTINGS;
    const session = revised !== null && revised <= today ? sessionOf(revised, false) : null;
    if (session) for (const listener of this.#revised) listener(session.preopen);
  }

  #known(symbol: string): Listing {
    const listing = this.instrument(symbol);
    if (!listing) throw new Fail('UNKNOWN_SYMBOL');
    return listing;
  }

  #today(): Listings {
    const day = istDay(this.now());
    if (this.#listings.day !== day) {
      const list = listingsOn(day, this.#feed);
      const bySymbol = new Map(list.map((listing) => [listing.symbol, listing]));
      const renamed = this.#feed.otherNames().flatMap(({ name, symbol, from }) => (from <= day ? [[name, symbol] as const] : []));
      const otherNames = new Map([...Object.entries(FORMER_SYMBOLS), ...renamed].filter(([name, symbol]) => !bySymbol.has(name) && bySymbol.has(symbol)));
      this.#listings = { day, list, bySymbol, otherNames };
    }
    return this.#listings;
  }
}
