import { unknownSymbol } from '@vimarsh/shared/domain/insights/read-symbol.ts';
import type { Query } from '@vimarsh/shared/kit/query/query.ts';
import type { InsightState } from './parts.view.tsx';

/** Failures that asking again can't mend. Their sentence stands in the place of the insight, so nothing toasts them. */
export const FINAL = [
  'UNKNOWN_SYMBOL',
  'SYMBOL_DELISTED',
  'NO_PRICES',
  'NO_DERIVATIVES',
  'NO_EXPIRY',
  'BAD_REQUEST',
  'KEY_UNKNOWN',
  'KEY_REVOKED',
  'KEY_EXPIRED',
  'TEST_KEY_FORM',
  'TEST_KEY_FORGED',
  'TEST_KEY_EXPIRED',
  'TEST_KEY_PLACE',
];

/** What a view shows of a query. Data of another subject are never shown under this one's name, and an unknown one is called as it was `written`. */
export function insightState<D>({ data, error, stale, refetch }: Query<D>, isThis: (data: D) => boolean, written: string): InsightState<D> {
  if (error?.code === 'UNKNOWN_SYMBOL') return { kind: 'problem', text: unknownSymbol(written) };
  if (error && FINAL.includes(error.code)) return { kind: 'problem', text: error.text };
  if (data && isThis(data)) return { kind: 'ready', data, stale };
  if (error) return { kind: 'problem', text: 'Could not load this insight.', retry: refetch };
  return { kind: 'loading' };
}
