import type { DayBar } from '../../../market/index.ts';

/** Sessions put together: Monday's week or the month, each named by its first session. Oldest first, as given. */
export function groupSessions(bars: readonly DayBar[], by: 'week' | 'month'): DayBar[] {
  const groups: DayBar[] = [];
  let name = '';
  for (const bar of bars) {
    const own = by === 'month' ? bar.day.slice(0, 7) : mondayOf(bar.day);
    const last = groups.at(-1);
    if (own === name && last) groups[groups.length - 1] = { ...last, h: Math.max(last.h, bar.h), l: Math.min(last.l, bar.l), c: bar.c, v: last.v + bar.v };
    else groups.push(bar);
    name = own;
  }
  return groups;
}

const DAY_MS = 86_400_000;
function mondayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return new Date(date.getTime() - ((date.getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10);
}
