import { type CallPage, COUNT_CEILING, TERMS } from '@vimarsh/shared/contract/calls/types.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { lockedLine } from './words.ts';

/** One line for each term and plan the caller lacks. Calls the server only counted come last. */
export function lockedLines({ locked, locked_count }: Pick<CallPage, 'locked' | 'locked_count'>): string[] {
  const groups = new Map<string, { count: number; term: (typeof TERMS)[number]; plan: string }>();
  for (const { term, cheapest_plan } of locked) {
    const key = `${term} ${cheapest_plan}`;
    const group = groups.get(key);
    if (group) group.count += 1;
    else groups.set(key, { count: 1, term, plan: cheapest_plan });
  }
  const lines = [...groups.values()]
    .sort((a, b) => TERMS.indexOf(a.term) - TERMS.indexOf(b.term))
    .map(({ count, term, plan }) => lockedLine(count, term, plan));
  const others = locked_count - locked.length;
  if (others > 0)
    lines.push(
      `${formatNumber(others)}${locked_count >= COUNT_CEILING ? '+' : ''} ${lines.length ? 'more ' : ''}live call${others === 1 ? '' : 's'} outside your plan`,
    );
  return lines;
}
