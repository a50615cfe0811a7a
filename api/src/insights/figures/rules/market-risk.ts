import { type Sampled, sampled } from '@vimarsh/shared/domain/insights/sample.ts';

const SESSIONS_A_YEAR = 252;
const LEAST = 60;

interface DayClose {
  readonly day: string;
  readonly c: number;
}

/** Closes of a stock and of an index on one day. */
export interface CommonDay extends DayClose {
  readonly index: number;
}

/**
 * The days on which both have a close, oldest first. Whatever compares the two takes its window from these: counted on each
 * alone, sixty sessions of a suspended stock end months before sixty of the index, and a return over a day on which the
 * stock was halted would stand against one day of the index.
 */
export function commonDays(stock: readonly DayClose[], index: readonly DayClose[]): CommonDay[] {
  const of = new Map(index.map(({ day, c }) => [day, c]));
  return stock.flatMap(({ day, c }) => (of.has(day) ? [{ day, c, index: of.get(day)! }] : []));
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Annualised volatility of daily returns, %: sample deviation of log returns × √252. */
export function yearlyVolatility(closes: readonly DayClose[]): Sampled {
  const logs = closes.slice(1).map((bar, at) => Math.log(bar.c / closes[at]!.c));
  return sampled(logs.length, LEAST, () => {
    const middle = mean(logs);
    const variance = logs.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (logs.length - 1);
    return 100 * Math.sqrt(variance * SESSIONS_A_YEAR);
  });
}

/** Beta against an index: covariance of the returns from one common day to the next over the index's variance. */
export function beta(days: readonly CommonDay[]): Sampled {
  const pairs = days.slice(1).map((day, at) => [day.c / days[at]!.c - 1, day.index / days[at]!.index - 1] as const);
  return sampled(pairs.length, LEAST, () => {
    const [a, b] = [mean(pairs.map(([own]) => own)), mean(pairs.map(([, other]) => other))];
    let [together, alone] = [0, 0];
    for (const [own, other] of pairs) {
      together += (own - a) * (other - b);
      alone += (other - b) ** 2;
    }
    return alone === 0 ? 0 : together / alone;
  });
}

/** Return of the last so many common sessions minus the index's, percentage points. */
export function relativeStrength(days: readonly CommonDay[], sessions: number): Sampled {
  return sampled(Math.max(0, days.length - 1), sessions, () => {
    const [from, to] = [days.at(-1 - sessions)!, days.at(-1)!];
    return 100 * (to.c / from.c - to.index / from.index);
  });
}
