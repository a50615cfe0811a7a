import type { CallPage } from '@vimarsh/shared/contract/calls/types.ts';
import { resultOf } from '@vimarsh/shared/ui/call.view.ts';

/**
 * How calls on a stock ended, in counts. Where the site's policy lets nobody narrow a record by result (`by_result`), a count would
 * tell the same, so there is none; and none of a list that goes on, whose rest may be otherwise.
 */
export function endedWords({ items, next, by_result }: Pick<CallPage, 'items' | 'next' | 'by_result'>): string {
  if (items.length === 0) return 'There are none you can read.';
  if (!by_result || next !== null) return 'Past results don’t tell what comes next.';
  const results = items.map(resultOf);
  const gained = results.filter((result) => result?.tone === 'gain').length;
  const lost = results.filter((result) => result?.tone === 'loss').length;
  const rest = items.length - gained - lost;
  const calls = items.length === 1 ? '1 call' : `${items.length} calls`;
  return `${calls}: ${gained} gained, ${lost} lost${rest > 0 ? `, ${rest} without a gain or loss` : ''}. Past results don’t tell what comes next.`;
}
