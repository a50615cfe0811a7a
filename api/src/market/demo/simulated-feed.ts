import { createHash } from 'node:crypto';
import { istDay, lastSession, sessionOf, type TradingSession, tradingDays } from '@vimarsh/shared/domain/market/calendar.ts';
import type { PriceSource } from '@vimarsh/shared/domain/market/price-source.ts';
import { segmentText } from '@vimarsh/shared/domain/market/segment.ts';
import type { Completeness } from '../feed/completeness.ts';
import type { CandleRange, Feed, FeedAbilities, FeedSource, OtherName } from '../feed/port.ts';
import { type StandingPrices, wholeDay } from '../feed/standing.ts';
import type { CorporateAction } from '../instruments/actions/corporate-action.ts';
import type { Bar, Candle, DayBar, Listing } from '../market.ts';
import { secondAt, secondsOf } from '../session-seconds.ts';
import { CORPORATE_ACTIONS } from './actions.ts';
import { isBanned } from './bans.ts';
import { drawnCandles } from './drawn-candles.ts';
import { FIRST_DAY, SimulatedExchange } from './exchange.ts';
import type { PathOf } from './paths.ts';
import { RunningDays } from './running-day.ts';

/** The default feed: a fictional exchange decided by seed and clock alone. */
export class SimulatedFeed implements Feed {
  readonly source: FeedSource = { id: 'simulated', name: 'Simulated market', licence: '', invented: true, needs: '' };
  readonly can: FeedAbilities = { ticking: true, quotes: true, depth: false, replay: true, options: true };
  readonly #exchange: SimulatedExchange;
  readonly #path: PathOf;
  readonly #running = new RunningDays();
  readonly #seed: number;

  constructor(seed: number, path: PathOf) {
    this.#exchange = new SimulatedExchange(seed);
    this.#path = path;
    this.#seed = seed;
  }

  /** All that its time has reached. */
  complete(symbol: string | null, now: Date): Completeness {
    const day = istDay(now);
    const halted = symbol !== null && this.actionsOn(symbol, day).some(({ type }) => type === 'halt');
    return halted ? { until: now, because: 'halt', since: sessionOf(day, false)?.preopen ?? now } : { until: now, because: null, since: null };
  }

  standing(listing: Listing, now: Date): StandingPrices | null {
    const session = lastSession(now, listing.fno);
    const bar = this.session(listing.symbol, session.day);
    if (!bar) {
      const previous = this.sessionBefore(listing.symbol, session.day);
      return previous && wholeDay(previous, listing.fno);
    }
    if (now >= session.close) return wholeDay(bar, listing.fno);
    const second = secondAt(session, now);
    const soFar = this.#running.at(listing.symbol, this.#path(listing, session, bar), session, bar, second);
    return { session, bar: soFar, at: new Date(session.open.getTime() + second * 1000), running: true };
  }

  base(symbol: string, day: string): number | null {
    return this.session(symbol, day)?.prev_close ?? this.sessionBefore(symbol, day)?.c ?? null;
  }

  async history(symbol: string, from: string, to: string): Promise<DayBar[]> {
    return this.sessions(symbol, from, to);
  }

  /** Each session starts a new candle. */
  async minutes(listing: Listing, minutes: number, range: CandleRange): Promise<Candle[]> {
    const standing = this.standing(listing, range.now);
    if (!standing) return [];
    const last = standing.bar.day < range.to ? standing.bar.day : range.to;
    let candles: Candle[] = [];
    for (const bar of this.sessions(listing.symbol, range.from ?? '0000', last).reverse()) {
      const session = sessionOf(bar.day, listing.fno)!;
      const until = range.now < session.close ? secondAt(session, range.now) + 1 : secondsOf(session);
      candles = [...drawnCandles(this.#path(listing, session, bar), session, bar, until, 60 * minutes), ...candles];
      if (candles.length >= range.limit) break;
    }
    return candles.slice(-range.limit);
  }

  async refresh(): Promise<null> {
    return null;
  }

  actions(symbol?: string): readonly CorporateAction[] {
    return symbol === undefined ? CORPORATE_ACTIONS : CORPORATE_ACTIONS.filter((action) => action.symbol === symbol);
  }

  actionsOn(symbol: string, day: string): readonly CorporateAction[] {
    return this.actions(symbol).filter((action) => action.day === day);
  }

  /** Whether a stock trades says its status here. */
  untradedSince(): null {
    return null;
  }

  banned(symbol: string, day: string): boolean {
    return isBanned(this.#seed, symbol, day);
  }

  /** No day is missing, and every step is one of the actions. */
  doubts(): readonly never[] {
    return [];
  }

  hasDay(day: string): boolean {
    return day >= FIRST_DAY;
  }

  otherNames(): readonly OtherName[] {
    return [];
  }

  session(symbol: string, day: string): DayBar | null {
    return this.#exchange.session(symbol, day);
  }

  sessions(symbol: string, from: string, to: string): DayBar[] {
    return this.#exchange.sessions(symbol, from, to);
  }

  sessionBefore(symbol: string, day: string): DayBar | null {
    return this.#exchange.sessionBefore(symbol, day);
  }

  /** The simulated closing auction matches at the last continuous price, so the close is known when that ends. */
  completedAt(session: TradingSession): Date {
    return session.close;
  }

  /** One bar a second: from the price before to the price of that second, so that a level in between was traded. */
  async bars(listing: Listing, from: Date, to: Date): Promise<Bar[]> {
    const bars: Bar[] = [];
    for (const day of tradingDays(istDay(from), istDay(to))) {
      const session = sessionOf(day, listing.fno)!;
      const bar = this.#exchange.session(listing.symbol, day);
      if (bar) this.#addSeconds(bars, this.#path(listing, session, bar), session, from, to);
    }
    return bars;
  }

  /** The seconds from the open to the end of the bar: what is known when the bar is, and enough to judge the day up to it. */
  async sourceOf(listing: Listing, { end }: Pick<Bar, 'start' | 'end'>): Promise<PriceSource | null> {
    const day = istDay(end);
    const session = sessionOf(day, listing.fno);
    const seconds = session && Math.round((end.getTime() - session.open.getTime()) / 1000);
    const text = seconds && (await this.segment(listing, day, seconds, end));
    return text ? { kind: 'segment', name: `${listing.symbol}/${day}/${seconds}`, sha256: createHash('sha256').update(text).digest('hex') } : null;
  }

  async segment(listing: Listing, day: string, seconds: number, now: Date): Promise<string | null> {
    const session = sessionOf(day, listing.fno);
    if (!session || seconds < 1 || seconds > secondsOf(session) || session.open.getTime() + seconds * 1000 > now.getTime()) return null;
    const bar = this.#exchange.session(listing.symbol, day);
    if (!bar) return null;
    return segmentText({ symbol: listing.symbol, day, from: session.open, prices: this.#path(listing, session, bar).subarray(0, seconds) });
  }

  #addSeconds(bars: Bar[], path: Float64Array, session: TradingSession, from: Date, to: Date): void {
    const opened = session.open.getTime();
    // Second n ends at open + n + 1.
    const first = Math.max(0, Math.floor((from.getTime() - opened) / 1000));
    const last = Math.min(secondsOf(session), Math.floor((to.getTime() - opened) / 1000)) - 1;
    for (let second = first; second <= last; second++) {
      const c = path[second]!;
      const o = second === 0 ? c : path[second - 1]!;
      const start = opened + second * 1000;
      bars.push({ start: new Date(start), end: new Date(start + 1000), o, h: Math.max(o, c), l: Math.min(o, c), c, resolution: 'second' });
    }
  }
}
