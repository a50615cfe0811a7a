import type { AlertCondition, AlertContract } from '../../contract/alerts/types.ts';
import { formatDay, formatInr, formatNumber, formatPercent } from '../text/formats.ts';

/** "25,000 CE of 24 Nov 2026". */
export const alertContractName = ({ type, strike, expiry }: AlertContract): string =>
  `${formatNumber(strike, Number.isInteger(strike) ? 0 : 2)} ${type} of ${formatDay(expiry)}`;

export interface AlertWords {
  /** A stock, an index or an expert. */
  readonly about: string;
  /** What is waited for: "₹3,500.00 or above". */
  readonly waits: string;
}

/** An alert in plain words. `points`: its price counts points, as an index does. `expert`: the name of whom it is about, '' for none. */
export function alertWords(condition: AlertCondition, { points, expert }: { points: boolean; expert: string }): AlertWords {
  if (condition.kind === 'call_expert') return { about: expert, waits: 'New call' };
  const about = condition.symbol;
  if (condition.kind === 'call_stock') return { about, waits: 'New call on it' };
  const { side, value } = condition;
  const beyond = side === 'above' ? 'or above' : 'or below';
  if (condition.kind === 'price') return { about, waits: `${points ? formatNumber(value, 2) : formatInr(value)} ${beyond}` };
  if (condition.kind === 'rsi') return { about, waits: `RSI ${value} ${beyond}` };
  const moved = `${side === 'above' ? 'up' : 'down'} ${formatPercent(value, { signed: false })} or more`;
  if (condition.kind === 'percent') return { about, waits: `Price ${moved} since the previous close` };
  const { contract } = condition;
  return { about, waits: `Open interest of ${contract ? alertContractName(contract) : 'the nearest expiry'} ${moved} since the previous close` };
}

/** The figure at which it fired, in its unit. */
export function figureWords(condition: AlertCondition, figure: number, points: boolean): string {
  if (condition.kind === 'price') return points ? formatNumber(figure, 2) : formatInr(figure);
  if (condition.kind === 'rsi') return `RSI ${formatNumber(figure, 1)}`;
  return formatPercent(figure);
}
