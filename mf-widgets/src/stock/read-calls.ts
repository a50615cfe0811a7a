import { listCalls } from '@vimarsh/shared/contract/calls/routes.ts';
import type { CallPage } from '@vimarsh/shared/contract/calls/types.ts';
import { useCallChanges } from '@vimarsh/shared/kit/call-changes.ts';
import { type Query, useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { ofThis } from './read-insight.ts';

/** As many as a page of the server holds; on one stock there are hardly more. */
const MOST = '50';

export interface StockCalls {
  readonly live: Query<CallPage>;
  readonly past: Query<CallPage>;
}

/** Calls on a stock that the reader may read; one answer for all parts that show them. */
export function useStockCalls(symbol: string): StockCalls {
  const list = (view: 'live' | 'past') => ({ query: { view, stock: symbol, limit: MOST } });
  const isThis = ({ items }: CallPage): boolean => items.every(({ stock }) => stock === symbol);
  const live = ofThis(useQuery(listCalls, list('live')), isThis);
  const past = ofThis(useQuery(listCalls, list('past')), isThis);
  return { live, past };
}

/** Asks anew for all parts when a call changes. One part does it; each by itself would ask as often as there are parts. */
export function useFreshCalls({ live, past }: StockCalls): void {
  useCallChanges(() => {
    live.refetch();
    past.refetch();
  });
}
