import type { NotJudgeable } from '@vimarsh/shared/contract/calls/not-judgeable.ts';
import type { SaidUntraded } from '@vimarsh/shared/domain/calls/untraded.ts';
import type { TradingSession } from '@vimarsh/shared/domain/market/calendar.ts';
import type { PriceSource } from '@vimarsh/shared/domain/market/price-source.ts';
import type { CorporateAction } from '../instruments/actions/corporate-action.ts';
import type { ListedShare } from '../instruments/share-directory.ts';
import type { Bar, Candle, DayBar, Listing } from '../market.ts';
import type { Completeness } from './completeness.ts';
import type { FeedAbilities, FeedSource } from './source.ts';
import type { StandingPrices } from './standing.ts';

export type { FeedAbilities, FeedSource } from './source.ts';

/** A name under which the exchange's files go on with a share. */
export interface OtherName {
  readonly name: string;
  /** The share's symbol here. */
  readonly symbol: string;
  /** IST day. */
  readonly from: string;
}

/** The requested candles. */
export interface CandleRange {
  /** IST days, inclusive. `null`: as far back as `limit` reaches. */
  readonly from: string | null;
  readonly to: string;
  readonly limit: number;
  /** Market time: nothing after it is shown. */
  readonly now: Date;
}

/**
 * The port for prices: what every source of prices answers. All prices ₹, days IST.
 *
 * Bars, history and their sources are asked for, since a feed may keep them elsewhere. What decides whether and on which levels a day judges is not:
 * its actions, its doubts, its base, whether it is there and whether a share trades are a snapshot, which only `refresh` exchanges, between two
 * beats of the market. A call's levels are moved, its doubt is written and its day is judged by one state, in one turn, whatever is imported
 * meanwhile; asked for one by one they could be of two. It takes the closes, opens and lists of the days that the feed has in memory anyway.
 */
export interface Feed {
  readonly source: FeedSource;
  readonly can: FeedAbilities;
  /**
   * How far prices are known as of an instant of market time, of one symbol or of the market as a whole. No bar whose end lies after `until` is
   * ever given.
   */
  complete(symbol: string | null, now: Date): Completeness;
  /**
   * Loads what came in since it was last called. Cheap if nothing did. Returns the earliest instant of which something is known now
   * that was not, or is known otherwise; null if there is none.
   */
  refresh(): Promise<Date | null>;
  /** A symbol's day as it stands at an instant; null before its first trade. Never a price that is not known. */
  standing(listing: Listing, now: Date): StandingPrices | null;
  /** The base of a day's band and tick, ₹: the close before it, adjusted for a split or bonus on that day. Null before the first trade. */
  base(symbol: string, day: string): number | null;
  /** Days on which a symbol traded, of an inclusive range, in order. */
  history(symbol: string, from: string, to: string): Promise<readonly DayBar[]>;
  /** The latest candles of so many minutes, oldest first; none where prices don't tick. */
  minutes(listing: Listing, minutes: number, range: CandleRange): Promise<Candle[]>;
  /** Whether there are prices for a trading date at all. */
  hasDay(day: string): boolean;
  /** The shares listed on an IST day, as files tell; absent where a feed has instruments of its own. */
  listed?(day: string): readonly ListedShare[];
  /** Shares to a contract of an index on an IST day, as files tell; null where they don't. */
  indexLot?(symbol: string, day: string): number | null;
  /** Why a share does not trade on an IST day by the exchange's lists; null where it trades, or no list says. */
  untradedBecause?(symbol: string, day: string): SaidUntraded | null;
  /** Shares that the exchange has renamed, as its files tell. */
  otherNames(): readonly OtherName[];
  /** Names that companies had before, as lists and files tell; absent where none is known. */
  formerNames?(): readonly OtherName[];
  /** Splits, bonuses, dividends and halts by date, of one symbol or of all. */
  actions(symbol?: string): readonly CorporateAction[];
  /** Actions that take effect on a day. */
  actionsOn(symbol: string, day: string): readonly CorporateAction[];
  /** The first day on which the exchange traded and a symbol has not traded since, as of an IST day; null where there is none. */
  untradedSince(symbol: string, day: string): string | null;
  /** Whether new positions in a symbol's contracts are banned on an IST date, as far as the exchange's lists are known. */
  banned(symbol: string, day: string): boolean;
  /** What keeps a day's prices from judging what was published before the instant `since`, in the order in which it has to be settled. */
  doubts(symbol: string, day: string, since: Date): readonly NotJudgeable[];
  /** Days, in order, on which a symbol opened where neither trading nor an action on file takes its price; absent where there are none. */
  unexplainedSteps?(symbol: string): readonly string[];
  /** When a day counts as completed. */
  completedAt(session: TradingSession): Date;
  /** Bars of a symbol whose end lies in `(from, to]`. */
  bars(listing: Listing, from: Date, to: Date): Promise<Bar[]>;
  /** The file or segment one of these bars is from; null where no hash of its file was kept. */
  sourceOf(listing: Listing, bar: Pick<Bar, 'start' | 'end'>): Promise<PriceSource | null>;
  /** The text of the segment of this name; null where there is none, or it is not over at an instant. */
  segment(listing: Listing, day: string, seconds: number, now: Date): Promise<string | null>;
}
