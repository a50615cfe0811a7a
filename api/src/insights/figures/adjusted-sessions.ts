import { addDays, istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import type { DayBar, Market, Quote } from '../../market/index.ts';

/** Calendar days that hold a year, the sessions after it, and a holiday season before them. */
export const YEAR_DAYS = 400;
/** Half of a year's. */
const LEAST_SESSIONS = 125;

/**
 * Those of the 52 weeks up to an IST day, by date: from the same day of the year before on, that one included. Null where
 * the history begins later, or files of most days are missing. Counted by sessions, a year would change its length with every
 * holiday and with every day a stock was halted.
 */
export function lastYear<Bar extends { readonly day: string }>(bars: readonly Bar[], to: string): readonly Bar[] | null {
  const from = `${Number(to.slice(0, 4)) - 1}${to.slice(4)}`;
  const year = bars.filter(({ day }) => day >= from && day <= to);
  return bars[0] && bars[0].day <= from && year.length >= LEAST_SESSIONS ? year : null;
}

/** The unexplained step from which on prices count, where it is so near that figures may be absent by it. */
export function recentStep(market: Pick<Market, 'unexplainedStep'>, symbol: string, day: string): string | null {
  const step = market.unexplainedStep(symbol, day);
  return step !== null && step > addDays(day, -YEAR_DAYS) ? step : null;
}

/** The session that a quote belongs to, as it stands. */
export const runningSession = ({ ts, open, high, low, ltp, volume, prev_close }: Quote): DayBar => ({
  day: istDay(new Date(ts)),
  o: open,
  h: high,
  l: low,
  c: ltp,
  v: volume,
  prev_close,
});
