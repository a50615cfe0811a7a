import type { Session } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Bar, DayBar, Listing } from './market.ts';

/**
 * The source of prices. A feed knows whole days; `quotes.ts` and `candles.ts` show only the part of the running day that
 * market time has reached. All prices ₹, days IST.
 */
export interface Feed {
  readonly source: 'simulated' | 'replay';
  /** Loads what a trading date needs. Cheap if nothing is missing. */
  refresh(day: string): Promise<void>;
  /** Whether there are prices for a trading date at all; without them the feed counts as stale in the session. */
  hasDay(day: string): boolean;
  /** A symbol's whole day, or `null` when it did not trade. */
  session(symbol: string, day: string): DayBar | null;
  /** Days on which it traded, of an inclusive range, in order. */
  sessions(symbol: string, from: string, to: string): DayBar[];
  /** The last day before a date on which it traded. */
  sessionBefore(symbol: string, day: string): DayBar | null;
  /** When a day counts as completed. */
  completedAt(session: Session): Date;
  /** Bars of a symbol whose end lies in `(from, to]`. */
  bars(listing: Listing, from: Date, to: Date): Bar[];
}
