import { sessionOf, type TradingSession } from '@vimarsh/shared/domain/market/calendar.ts';
import type { DayBar } from '../market.ts';

/** A symbol's day as it stands at an instant: the running session so far, or else the last one that is known. */
export interface StandingPrices {
  readonly session: TradingSession;
  readonly bar: DayBar;
  /** When its last price was. */
  readonly at: Date;
  /** The session still trades. */
  readonly running: boolean;
}

/** A day that is over. */
export function wholeDay(bar: DayBar, fno: boolean): StandingPrices | null {
  const session = sessionOf(bar.day, fno);
  return session && { session, bar, at: session.close, running: false };
}
