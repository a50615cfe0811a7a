import { readEquityInsight } from '@vimarsh/shared/contract/equity-insight/routes.ts';
import type { EquityInsight } from '@vimarsh/shared/contract/equity-insight/types.ts';
import type { Query } from '@vimarsh/shared/kit/query/query.ts';
import { useSeenQuery } from '@vimarsh/shared/kit/query/seen-query.ts';

export const INSIGHT_REFRESH_MS = 15_000;
/** Answers that the page's head tells of, or that are final: no part toasts them. */
export const TOLD = ['UNKNOWN_SYMBOL', 'SYMBOL_DELISTED', 'NO_PRICES', 'NO_DERIVATIVES', 'NO_EXPIRY'];

/**
 * One answer for all parts that are made of it: whoever asks second reads what the first was told. One of them keeps it fresh
 * (`every`) for all; each with an interval of its own would ask as often as there are parts.
 */
export function useInsight(symbol: string, every?: number): Query<EquityInsight> {
  const query = useSeenQuery(readEquityInsight, { params: { stock: symbol }, query: {} }, { told: TOLD, ...(every !== undefined && { every }) });
  return ofThis(query, (data) => data.symbol === symbol);
}

/** While another stock's answer is on its way, the one before is nobody's. */
export const ofThis = <D>(query: Query<D>, isThis: (data: D) => boolean): Query<D> =>
  query.data === undefined || isThis(query.data) ? query : { ...query, data: undefined, loading: query.error === null };
