import type { NotJudgeable } from '@vimarsh/shared/contract/calls/not-judgeable.ts';
import type { Candle, Instrument, MarketClock, Quote } from '@vimarsh/shared/contract/market/types.ts';
import type { SaidUntraded } from '@vimarsh/shared/domain/calls/untraded.ts';
import type { PriceSource } from '@vimarsh/shared/domain/market/price-source.ts';
import type { Database } from '../platform/platform.ts';
import type { Completeness } from './feed/completeness.ts';
import type { FeedAbilities, FeedSource } from './feed/source.ts';
import type { CorporateAction } from './instruments/actions/corporate-action.ts';

export type { FeedAbilities, FeedSource } from './feed/source.ts';
export type { CorporateAction } from './instruments/actions/corporate-action.ts';
export type { Candle, Instrument, MarketClock, Quote };

/** A stretch of trading: one second of the continuous session, or a whole day of an imported file. Prices ₹. */
export interface Bar {
  start: Date;
  end: Date;
  o: number;
  h: number;
  l: number;
  c: number;
  resolution: 'second' | 'minute' | 'day';
}

/** A completed session. Prices ₹ as traded that day (never adjusted later), `v` shares; `prev_close` is the base price after that day's split or bonus. */
export interface DayBar {
  day: string;
  o: number;
  h: number;
  l: number;
  c: number;
  v: number;
  prev_close: number;
}

/** An instrument with the engine's facts beyond the contract. */
export interface Listing extends Instrument {
  /** Daily price band, % either side of the previous close. */
  readonly band_pct: number;
  /** Market capitalisation at the demo's epoch, ₹ crore; 0 for indices, and where prices are real: no source here knows it. */
  readonly market_cap_cr: number;
}

/** One stock at one instant, with everything publishing needs. */
export interface StockFacts {
  /** Null: no such stock; then there is neither quote nor band. */
  readonly listing: Listing | null;
  /** The last trade; null before the first. */
  readonly quote: Quote | null;
  /** Completed sessions of the last 150 days, oldest first. */
  readonly sessions: readonly DayBar[];
  /** Price band of the session in which something published now is traded, ₹; null without any price. */
  readonly band: { readonly low: number; readonly high: number } | null;
  readonly fresh: boolean;
  /** Why its prices say nothing of what would be published now; null where they do. */
  readonly doubt: NotJudgeable | null;
  /** Prices arrive every second, not once a day. */
  readonly ticking: boolean;
  readonly phase: MarketClock['phase'];
}

/** All that a server of this release tells of the clock; `demo` only where it has one. */
export type LiveClock = Required<Omit<MarketClock, 'demo'>> & Pick<MarketClock, 'demo'>;

export interface Market {
  /** Where its prices are from, and what the source can do. */
  readonly source: FeedSource;
  readonly can: FeedAbilities;
  /** Stocks and indices, in listing order, with tick and status as of market time. */
  instruments(): readonly Listing[];
  /** By its symbol, or by another name it was or is traded under. */
  instrument(symbol: string): Listing | null;
  /** Symbols by other names that shares have now: those of before, and those that the exchange gave since. */
  otherNames(): ReadonlyMap<string, string>;
  /** Names that companies had before, by symbol: people look for what they knew. */
  formerNames(): ReadonlyMap<string, readonly string[]>;
  /** Whether new positions in a symbol's contracts were banned on an IST date. */
  banned(symbol: string, day: string): boolean;
  /** Price band of a symbol on an IST date, ₹. Throws UNKNOWN_SYMBOL, or NOT_FOUND while it has no price. */
  band(symbol: string, day: string): { low: number; high: number };
  /** Corporate actions and halts by ex-date, of one symbol or of all. */
  actions(symbol?: string): readonly CorporateAction[];
  /**
   * THE adjusted series: completed sessions of an inclusive range of IST days, oldest first, in prices of the day `on`. `dayBars` has them as traded.
   * Comparisons of prices of two days read it from here, or by `factor` or `levelOn`, so that no two screens disagree. What lies beyond a step that
   * nobody explains is another series, since nobody knows its prices in those of `on`: it is left out, but where `steps` is `cross`, to be drawn.
   */
  adjusted(symbol: string, from: string, to: string, on: string, steps?: 'stop' | 'cross'): Promise<DayBar[]>;
  /** The last day up to an IST day on which a price stepped and nobody knows why; null where there is none. The adjusted series begins on it. */
  unexplainedStep(symbol: string, day: string): string | null;
  /** The unexplained step with which a symbol opened on an IST day, with both prices; null where there is none, and where two people have found it right. */
  stepOn(symbol: string, day: string): NotJudgeable | null;
  /** Why prices of now say nothing of what would be published on a symbol; null where they do. */
  doubtNow(symbol: string): NotJudgeable | null;
  /** Takes a step for right from then on, in the transaction that puts the decision of two people into the record. */
  settleStep(tx: Database, symbol: string, day: string): Promise<void>;
  /** By what a price of one IST day is divided to stand beside those of another. */
  factor(symbol: string, day: string, on: string): number;
  /** A level that was set on one IST day as it stands on a later one, ₹, by the rule that moves the levels of calls. */
  levelOn(symbol: string, level: number, from: string, to: string): number;
  /** Ex-dates up to an IST day on which prices before them were divided, and by what. */
  priceChanges(symbol: string, to: string): readonly { readonly day: string; readonly ratio: number }[];
  /** Actions that take effect on a day: on the ex-date, or where the stock did not trade then, on the first day on which it traded. */
  actionsOn(symbol: string, day: string): readonly CorporateAction[];
  /** The first day on which the exchange traded and a stock has not traded since; null while it trades, or has never. */
  untradedSince(symbol: string): string | null;
  /** Why it has not, as the exchange's files say; null where they say nothing, or it trades. */
  untradedBecause(symbol: string): SaidUntraded | null;
  /** Whether the prices of a trading date are there at all. */
  hasDay(day: string): boolean;
  /** What keeps a day's prices from judging what was published before the instant `since`, in the order in which it has to be settled. */
  doubts(symbol: string, day: string, since: Date): readonly NotJudgeable[];
  /**
   * The first day that began after an instant, up to an IST day, on which nobody knows what became of a stock's contracts: it opened where neither
   * trading nor a known action takes its price, or its first price, with which an action takes effect, is still to come. Null where there is none.
   * `settled`: days that two people have settled, which are in doubt no more.
   */
  unexplainedSince(symbol: string, since: Date, day: string, settled?: readonly string[]): string | null;
  /** Market time. It differs from wall time in a replay. */
  now(): Date;
  clock(): LiveClock;
  /** The latest quote at market time; `null` for an unknown symbol or one that has not traded yet. */
  quote(symbol: string): Quote | null;
  /** Volume-weighted average price of the session shown, ₹; null for indices, before a trade, and where only days are known (imported files). */
  vwap(symbol: string): Promise<number | null>;
  /** Share of a usual day's volume that is traded by the moment of a symbol's quote, 0–1; 1 once its session is over. */
  tradedShare(symbol: string): number;
  /** What publishing needs to know about a stock. `now` is market time. */
  factsFor(symbol: string, now: Date): Promise<StockFacts>;
  /** How far prices are known as of an instant (default: now), of one symbol or of the market as a whole. Nothing is judged beyond. */
  complete(symbol: string | null, at?: Date): Completeness;
  /** How far listeners are told of: market time, where prices tick not those last seconds of it that are still on their way. */
  reached(): Date;
  /** False when prices of now may be missing: a feed that hangs, a gap, a file that is late. */
  fresh(): boolean;
  /**
   * The bars that close calls: those whose end lies in `(from, to]`, in time order, and none beyond what is complete. One per second of the
   * continuous session where prices tick, else one per day, delivered when its close is final.
   */
  bars(symbol: string, from: Date, to: Date): Promise<Bar[]>;
  /** Where one of these bars is from, for whoever judges it again; null where no hash of its file was kept. */
  sourceOf(symbol: string, bar: Pick<Bar, 'start' | 'end'>): Promise<PriceSource | null>;
  /** The text of the stretch of a feed by the second that a record or a follower's price names; null where there is none. */
  segment(symbol: string, day: string, seconds: number): string | null | Promise<string | null>;
  /** Sessions completed at `asOf` (default: now) between two IST dates, inclusive. Days without a trade are left out. */
  dayBars(symbol: string, from: string, to: string, asOf?: Date): Promise<readonly DayBar[]>;
  /** The latest `limit` candles of so many minutes in prices of the IST day `on`, the running one included, oldest first; none where prices don't tick. */
  minutes(symbol: string, minutes: number, limit: number, on: string): Promise<readonly Candle[]>;
  /** Called after market time moved forward, serially, at most once a second; awaited before the next. A listener that fails gets the same `from` again. */
  onAdvance(listener: (from: Date, to: Date) => Promise<void>): void;
  /** Called when prices or actions of a day gone by came in late, with its pre-open. */
  onRevised(listener: (from: Date) => void): void;
}
