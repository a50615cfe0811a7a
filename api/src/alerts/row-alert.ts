import type { Alert, AlertContract } from '@vimarsh/shared/contract/alerts/types.ts';
import type { RowAlert } from '@vimarsh/shared/contract/watchlists/types.ts';
import { alertWords } from '@vimarsh/shared/domain/alerts/words.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';

/** What a row of a list is about: a stock or index, or one contract of it. */
export interface AlertRowOf {
  readonly symbol: string;
  readonly contract: AlertContract | null;
}

/** Whether it waits, or would, for something of the row. Another contract's open interest is nothing of this one's. */
function isOf({ condition, state }: Alert, { symbol, contract }: AlertRowOf): boolean {
  if (state !== 'on' && state !== 'paused') return false;
  if (!('symbol' in condition) || condition.symbol !== symbol) return false;
  if (condition.kind !== 'oi' || !condition.contract) return true;
  const { expiry, strike, type } = condition.contract;
  return contract !== null && contract.expiry === expiry && contract.strike === strike && contract.type === type;
}

function waits({ condition, points, level_now }: Alert): string {
  const now = condition.kind === 'price' && level_now !== null ? { ...condition, value: level_now } : condition;
  return alertWords(now, { points, expert: '' }).waits;
}

/** The alerts of a row in one line: one that waits before those that are paused, the newest first, and how many more there are. */
export function rowAlert(alerts: readonly Alert[], row: AlertRowOf): RowAlert | null {
  const own = alerts.filter((alert) => isOf(alert, row));
  const first = own.find(({ state }) => state === 'on') ?? own[0];
  if (!first) return null;
  const on = first.state === 'on';
  const more = own.length > 1 ? ` and ${own.length - 1} more` : '';
  const since = first.no_trade_since ? `, no trade on file since ${formatDay(first.no_trade_since)}` : '';
  const step = first.not_judgeable ? `, waits since its price stepped on ${formatDay(first.not_judgeable.day)}` : '';
  return { words: `${on ? 'Alert' : 'Paused alert'}: ${waits(first)}${since}${step}${more}`, on };
}
