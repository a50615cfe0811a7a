import { type AlertCondition, type AlertContract, alertCondition } from '@vimarsh/shared/contract/alerts/types.ts';
import { readAmount } from '@vimarsh/shared/domain/text/typed-amount.ts';

/** What one may be told of, as it is asked for. */
export const WAYS = [
  { way: 'price_above', kind: 'price', side: 'above', label: 'The price rises to', field: 'Price, ₹ (an index: points)', pro: false },
  { way: 'price_below', kind: 'price', side: 'below', label: 'The price falls to', field: 'Price, ₹ (an index: points)', pro: false },
  { way: 'percent_above', kind: 'percent', side: 'above', label: 'It is up since the previous close', field: 'By, %', pro: false },
  { way: 'percent_below', kind: 'percent', side: 'below', label: 'It is down since the previous close', field: 'By, %', pro: false },
  { way: 'call_stock', kind: 'call_stock', side: null, label: 'A call on it is published', field: '', pro: false },
  { way: 'call_expert', kind: 'call_expert', side: null, label: 'An expert publishes a call', field: '', pro: false },
  { way: 'rsi_above', kind: 'rsi', side: 'above', label: 'The RSI rises to', field: 'RSI, 1 to 99', pro: true },
  { way: 'rsi_below', kind: 'rsi', side: 'below', label: 'The RSI falls to', field: 'RSI, 1 to 99', pro: true },
  { way: 'oi_above', kind: 'oi', side: 'above', label: 'Open interest is up since the previous close', field: 'By, %', pro: true },
  { way: 'oi_below', kind: 'oi', side: 'below', label: 'Open interest is down since the previous close', field: 'By, %', pro: true },
] as const;

export type Way = (typeof WAYS)[number]['way'];

export const wayOf = (way: Way) => WAYS.find((one) => one.way === way)!;

interface Asked {
  readonly way: Way;
  /** '' until one is chosen. */
  readonly symbol: string;
  readonly expert: string;
  /** As typed. */
  readonly value: string;
  /** One contract; all options of the nearest expiry for null; undefined while one is still to be chosen. */
  readonly contract: AlertContract | null | undefined;
}

/** What is asked for, or what is wrong with it in a sentence. */
export function conditionOf({ way, symbol, expert, value, contract }: Asked): AlertCondition | string {
  const { kind, side, field } = wayOf(way);
  if (kind === 'call_expert' && !expert) return 'Choose an expert';
  if (kind !== 'call_expert' && !symbol) return 'Choose a stock or an index';
  if (kind === 'oi' && contract === undefined) return 'Choose a contract, or all options of the nearest expiry';
  const level = field ? readAmount(value.replace('%', '')) : null;
  if (typeof level === 'string') return level;
  if (field && (level === null || level < 0)) return 'Enter a number';
  const parsed = alertCondition.safeParse({ kind, symbol, user_id: expert, side, value: level, contract });
  return parsed.success ? parsed.data : (parsed.error.issues[0]?.message ?? 'Enter a number');
}
