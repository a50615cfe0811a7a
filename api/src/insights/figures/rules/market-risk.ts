import { type Sampled, sampled } from '@vimarsh/shared/domain/insights/sample.ts';

const SESSIONS_A_YEAR = 252;
const LEAST = 60;

interface DayClose {
  readonly day: string;
  readonly c: number;
}

const returnsOf = (closes: readonly DayClose[]): { day: string; value: number }[] =>
  closes.slice(1).map((bar, at) => ({ day: bar.day, value: bar.c / closes[at]!.c - 1 }));
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

/** Beta against an index: covariance of the daily returns of the days both traded over the index's variance. */
export function beta(stock: readonly DayClose[], index: readonly DayClose[]): Sampled {
  const of = new Map(returnsOf(index).map(({ day, value }) => [day, value]));
  const pairs = returnsOf(stock).flatMap(({ day, value }) => (of.has(day) ? [[value, of.get(day)!] as const] : []));
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

/** Return over the window minus the index's, percentage points. */
export function relativeStrength(stock: readonly DayClose[], index: readonly DayClose[], sessions: number): Sampled {
  return sampled(Math.min(stock.length, index.length) - 1, sessions, () => {
    const gain = (closes: readonly DayClose[]): number => closes.at(-1)!.c / closes.at(-1 - sessions)!.c - 1;
    return 100 * (gain(stock) - gain(index));
  });
}
