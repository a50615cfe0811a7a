import type { CallPage } from '@vimarsh/shared/contract/calls/types.ts';
import { shownResult } from '@vimarsh/shared/ui/calls/call.view.ts';

/**
 * How calls on a stock ended, in counts. Where the site's policy lets nobody narrow a record by result (`by_result`), a count would
 * tell the same, so there is none; and none of a list that goes on, whose rest may be otherwise.
 */
export function endedWords({ items, next, by_result }: Pick<CallPage, 'items' | 'next' | 'by_result'>): string {
  if (items.length === 0) return 'There are none you can read.';
  if (!by_result || next !== null) return 'Past results don’t tell what comes next.';
  // By the figures of the lines below, so that a count never says what a line denies.
  const results = items.map(shownResult);
  const gained = results.filter((result) => result?.word === 'Gain').length;
  const rest = results.filter((result) => result === null).length;
  const lost = items.length - gained - rest;
  const calls = items.length === 1 ? '1 call' : `${items.length} calls`;
  const counts = `${calls}: ${gained} gained, ${lost} lost${rest > 0 ? `, ${rest} without a gain or loss` : ''}.`;
  return `${counts} A call gained when a follower made more than its costs. Past results don’t tell what comes next.`;
}
