import type { NotJudgeable } from '@vimarsh/shared/contract/calls/not-judgeable.ts';
import type { Candle } from '@vimarsh/shared/contract/market/types.ts';
import {
  addDays,
  isTradingDay,
  istDay,
  istInstant,
  marketLabel,
  nextOpen,
  nextTradingDay,
  phaseAt,
  previousTradingDay,
  sessionOf,
  tradingDays,
} from '@vimarsh/shared/domain/market/calendar.ts';
import type { PriceSource } from '@vimarsh/shared/domain/market/price-source.ts';
import { Fail } from '../platform/http/fail.ts';
import type { Database } from '../platform/platform.ts';
import { Advance } from './advance.ts';
import { dailyCandles, onSharesOf } from './candles.ts';
import { doubtNow } from './doubt-now.ts';
import { factsFor } from './facts.ts';
import { type Completeness, isStale } from './feed/completeness.ts';
import type { Feed, FeedAbilities, FeedSource } from './feed/port.ts';
import { marketSourceOf } from './feed/source.ts';
import type { CorporateAction } from './instruments/actions/corporate-action.ts';
import { adjustedBars, factorBetween, levelChange, levelOn, priceChanges } from './instruments/actions/effects.ts';
import { FORMER_SYMBOLS } from './instruments/names.ts';
import { bandOn, listingsOn } from './listings.ts';
import type { Bar, DayBar, Listing, LiveClock, Market, Quote, StockFacts } from './market.ts';
import type { Time } from './market-time.ts';
import { ownSymbol } from './own-symbol.ts';
import { pricesLine } from './prices-line.ts';
import { quoteAt, tradedShareAt } from './quotes.ts';
import type { SettledSteps } from './settled-steps.ts';
import { vwapOf } from './vwap.ts';

/** A feed that has not answered for so long in the session is taken for hung. */
const STALE_AFTER_MS = 15_000;

export interface LiveMarketOptions {
  readonly feed: Feed;
  readonly time: Time;
  /** First IST day a replay may start on. */
  readonly firstDay: string;
  readonly onError: (error: unknown) => void;
  /** Steps that two people have found right; absent where nobody decides on prices. */
  readonly settled?: SettledSteps;
  readonly wall?: () => number;
}

interface Listings {
  readonly day: string;
  readonly list: readonly Listing[];
  readonly bySymbol: ReadonlyMap<string, Listing>;
  readonly otherNames: ReadonlyMap<string, string>;
  readonly formerNames: ReadonlyMap<string, readonly string[]>;
}
const NO_LISTINGS: Listings = { day: '', list: [], bySymbol: new Map(), otherNames: new Map(), formerNames: new Map() };

/** The earlier of two instants; null where there is neither. */
const earlier = (one: Date | null, other: Date | null): Date | null => (one && other ? (one < other ? one : other) : (one ?? other));

/** The market at market time: one feed, one clock, and the beat that advances both. */
export class LiveMarket implements Market {
  readonly source: FeedSource;
  readonly can: FeedAbilities;
  readonly #feed: Feed;
  readonly #time: Time;
  readonly #advance: Advance;
  readonly #options: LiveMarketOptions;
  readonly #wall: () => number;
  readonly #revised: ((from: Date) => void)[] = [];
  /** When the feed last answered, by the wall clock (ms). */
  #answered: number;
  #listings: Listings = NO_LISTINGS;
  #beating: Promise<void> | null = null;
  /** Answers of `unexplainedSince` for the days before one last day, until prices or actions of days gone by come in. */
  #unexplained: { readonly day: string; readonly known: Map<string, readonly string[]> } = { day: '', known: new Map() };

  constructor(options: LiveMarketOptions) {
    this.#options = options;
    this.#feed = options.feed;
    this.source = options.feed.source;
    this.can = options.feed.can;
    this.#time = options.time;
    this.#wall = options.wall ?? Date.now;
    this.#answered = this.#wall();
    this.#advance = new Advance(() => this.reached(), options.onError);
  }

  /** One beat, about once a second: a new tick for everyone, then the listeners. */
  beat(): Promise<void> {
    // One that falls into a running one is that one: a feed stores what came in, and must not do so twice at once.
    this.#beating ??= this.#beat().finally(() => {
      this.#beating = null;
    });
    return this.#beating;
  }

  async #beat(): Promise<void> {
    await this.#time.beat();
    await this.#refresh();
    this.#answered = this.#wall();
    await this.#advance.beat();
  }

  /** Replays from a moment at 1 to 60 times speed. Throws BAD_REQUEST where the feed can’t, before the prices on file and after the live clock: what is to come can't be replayed. */
  async replay(from: Date, speed: number): Promise<void> {
    if (!this.can.replay) throw new Fail('BAD_REQUEST', { validation: 'These prices can’t be played again: their clock is the real one.' });
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

  formerNames(): ReadonlyMap<string, readonly string[]> {
    return this.#today().formerNames;
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

  async adjusted(symbol: string, from: string, to: string, on: string, steps: 'stop' | 'cross' = 'stop'): Promise<DayBar[]> {
    const bars = adjustedBars(await this.dayBars(symbol, from, to), this.actions(symbol), on);
    const apart = steps === 'stop' ? this.#stepsOf(symbol) : [];
    const first = apart.findLast((day) => day <= on) ?? '';
    const next = apart.find((day) => day > on);
    return first === '' && next === undefined ? bars : bars.filter(({ day }) => day >= first && (next === undefined || day < next));
  }

  unexplainedStep(symbol: string, day: string): string | null {
    return this.#stepsOf(symbol).findLast((step) => step <= day) ?? null;
  }

  #stepsOf(symbol: string): readonly string[] {
    const own = ownSymbol(this, symbol);
    const steps = this.#feed.unexplainedSteps?.(own) ?? [];
    const { settled } = this.#options;
    return steps.length > 0 && settled ? steps.filter((day) => !settled.has(own, day)) : steps;
  }

  stepOn(symbol: string, day: string): NotJudgeable | null {
    if (this.unexplainedStep(symbol, day) !== day) return null;
    return this.doubts(symbol, day, istInstant(day)).find(({ cause }) => cause === 'price_step') ?? null;
  }

  doubtNow(symbol: string): NotJudgeable | null {
    return doubtNow(this, symbol);
  }

  async settleStep(tx: Database, symbol: string, day: string): Promise<void> {
    await this.#options.settled?.settle(tx, ownSymbol(this, symbol), day, this.now());
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
    return this.#feed.untradedSince(ownSymbol(this, symbol), this.#lastOver(symbol));
  }

  untradedBecause(symbol: string): ReturnType<Market['untradedBecause']> {
    return this.#feed.untradedBecause?.(ownSymbol(this, symbol), this.#lastOver(symbol)) ?? null;
  }

  /** The last day whose session is over: nothing is known of one before that. */
  #lastOver(symbol: string): string {
    const now = this.now();
    const today = sessionOf(istDay(now), this.instrument(symbol)?.fno ?? false);
    return today && now >= today.end ? today.day : previousTradingDay(istDay(now));
  }

  hasDay(day: string): boolean {
    return this.#feed.hasDay(day);
  }

  doubts(symbol: string, day: string, since: Date): readonly NotJudgeable[] {
    return this.#feed.doubts(ownSymbol(this, symbol), day, since);
  }

  unexplainedSince(symbol: string, since: Date, day: string, settled: readonly string[] = []): string | null {
    if (this.source.invented) return null;
    if (this.#unexplained.day !== day) this.#unexplained = { day, known: new Map() };
    const { known } = this.#unexplained;
    const published = sessionOf(istDay(since), true);
    const first = published && since < published.open ? published.day : addDays(istDay(since), 1);
    if (first > day) return null;
    const key = `${symbol} ${first}`;
    const isUnexplained = (each: string): boolean => this.doubts(symbol, each, since).some(({ cause }) => cause === 'price_step');
    let before = known.get(key);
    if (before === undefined) {
      before = tradingDays(first, addDays(day, -1)).filter(isUnexplained);
      known.set(key, before);
    }
    // The open of the last day may come at any second, so that day is asked anew each time.
    const last = isUnexplained(day) ? [day] : [];
    const unexplained = [...before, ...this.#waitingForPrice(symbol, first, day), ...last].filter((each) => !settled.includes(each));
    return unexplained.toSorted()[0] ?? null;
  }

  /** Days whose actions have not taken effect by another day, as there was no price since. An ex-date on which nobody trades counts from the next session. */
  #waitingForPrice(symbol: string, first: string, day: string): string[] {
    const own = this.actions(symbol).filter((action) => action.day >= first && action.day <= day && levelChange([action]) !== null);
    const waiting = own.filter((action) => !tradingDays(action.day, day).some((each) => this.actionsOn(symbol, each).includes(action)));
    return waiting.map((action) => (isTradingDay(action.day) ? action.day : nextTradingDay(action.day))).filter((each) => each <= day);
  }

  now(): Date {
    return this.#time.now();
  }

  clock(): LiveClock {
    const now = this.now();
    const phase = phaseAt(now);
    const today = sessionOf(istDay(now), false);
    const fresh = this.fresh();
    const { demo } = this.#time;
    return {
      now: now.toISOString(),
      phase,
      trading_date: istDay(now),
      label: marketLabel(now),
      opens_at: phase === 'continuous' ? null : nextOpen(now).toISOString(),
      closes_at: phase === 'continuous' && today ? today.close.toISOString() : null,
      source: this.source.id,
      speed: this.#time.speed,
      stale: !fresh,
      prices_from: marketSourceOf(this),
      prices: pricesLine(this, this.#feed.complete(null, now), now, fresh),
      ...(demo && { demo }),
    };
  }

  quote(symbol: string): Quote | null {
    const listing = this.instrument(symbol);
    return listing && quoteAt(this.#feed, listing, this.now(), (day) => this.stepOn(listing.symbol, day));
  }

  factsFor(symbol: string, now: Date): Promise<StockFacts> {
    return factsFor(this, symbol, now);
  }

  complete(symbol: string | null, at: Date = this.now()): Completeness {
    return this.#feed.complete(symbol === null ? null : ownSymbol(this, symbol), at);
  }

  reached(): Date {
    const now = this.now();
    if (!this.can.ticking) return now;
    const { until } = this.complete(null, now);
    // A line that stands for longer holds nothing up: the feed tells of what it brings then.
    return now.getTime() - until.getTime() <= STALE_AFTER_MS ? until : now;
  }

  /** By how far the feed is complete, and in the session by when it last answered. */
  fresh(): boolean {
    const now = this.now();
    if (isStale(this.#feed.complete(null, now))) return false;
    return phaseAt(now) !== 'continuous' || this.#wall() - this.#answered <= STALE_AFTER_MS;
  }

  async bars(symbol: string, from: Date, to: Date): Promise<Bar[]> {
    const listing = this.#known(symbol);
    const { until } = this.complete(symbol);
    const end = to < until ? to : until;
    return end > from ? this.#feed.bars(listing, from, end) : [];
  }

  async sourceOf(symbol: string, bar: Pick<Bar, 'start' | 'end'>): Promise<PriceSource | null> {
    return this.#feed.sourceOf(this.#known(symbol), bar);
  }

  /** The first seconds of a symbol's session as the record names them (docs/record-format.md); null while they are not over, and for a feed of files. */
  async segment(symbol: string, day: string, seconds: number): Promise<string | null> {
    const listing = this.instrument(symbol);
    return listing && this.#feed.segment(listing, day, seconds, this.now());
  }

  async dayBars(symbol: string, from: string, to: string, asOf: Date = this.now()): Promise<readonly DayBar[]> {
    const listing = this.#known(symbol);
    const today = istDay(asOf);
    const bars = await this.#feed.history(listing.symbol, from, to < today ? to : today);
    const { until } = this.complete(symbol, asOf);
    const isOver = (day: string): boolean => {
      const session = sessionOf(day, listing.fno);
      return session !== null && this.#feed.completedAt(session) <= until;
    };
    // Days are in order: only the last ones may not be complete.
    return bars.slice(0, bars.findLastIndex(({ day }) => isOver(day)) + 1);
  }

  /** Candles up to market time, oldest first: the latest `limit` of the range. None of minutes where prices don't tick. */
  async candles(
    listing: Listing,
    query: { interval: '1d' | '5m'; from?: string | undefined; to?: string | undefined; shares?: string | undefined; limit: number },
  ): Promise<Candle[]> {
    const now = this.now();
    const today = istDay(now);
    const range = { from: query.from ?? null, to: query.to !== undefined && query.to < today ? query.to : today, limit: query.limit, now };
    const traded = query.interval === '1d' ? await dailyCandles(this.#feed, listing, range) : await this.#feed.minutes(listing, 5, range);
    return query.shares === undefined ? traded : onSharesOf(query.shares, traded, this.actions(listing.symbol));
  }

  async minutes(symbol: string, minutes: number, limit: number, on: string): Promise<Candle[]> {
    const now = this.now();
    const traded = await this.#feed.minutes(this.#known(symbol), minutes, { from: null, to: istDay(now), limit, now });
    return onSharesOf(on, traded, this.actions(symbol));
  }

  async vwap(symbol: string): Promise<number | null> {
    const listing = this.#known(symbol);
    const quote = this.quote(listing.symbol);
    if (!quote || listing.kind === 'index' || !this.can.ticking) return null;
    const day = istDay(new Date(quote.ts));
    return vwapOf(await this.candles(listing, { interval: '5m', from: day, to: day, limit: 100 }));
  }

  tradedShare(symbol: string): number {
    return tradedShareAt(this.#feed, this.#known(symbol), this.now());
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
    const now = this.now();
    const revised = earlier(await this.#feed.refresh(), await this.#newlySettled());
    // Lots, ticks and bans of today may be other than they were thought.
    if (revised !== null) {
      this.#listings = NO_LISTINGS;
      this.#unexplained = { day: '', known: new Map() };
    }
    if (revised !== null && revised <= now) for (const listener of this.#revised) listener(revised);
  }

  /** From where prices count otherwise since two people found a step right. */
  async #newlySettled(): Promise<Date | null> {
    const day = (await this.#options.settled?.refresh()) ?? null;
    return day === null ? null : (sessionOf(day, false)?.preopen ?? istInstant(day));
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
      const former = (this.#feed.formerNames?.() ?? []).filter(({ from }) => from <= day);
      const formerNames = new Map([...Map.groupBy(former, ({ symbol }) => symbol)].map(([symbol, names]) => [symbol, names.map(({ name }) => name)]));
      this.#listings = { day, list, bySymbol, otherNames, formerNames };
    }
    return this.#listings;
  }
}
