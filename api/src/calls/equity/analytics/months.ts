import type { CallMonth } from '@vimarsh/shared/contract/calls/analytics.ts';

/** Months that a table of them has. */
export const MONTHS = 12;

/** This IST month and those before it, `YYYY-MM`, the newest first. `today` an IST day. */
export function monthsUntil(today: string): string[] {
  const [year, month] = today.split('-').map(Number) as [number, number];
  return Array.from({ length: MONTHS }, (_, back) => {
    const at = year * 12 + (month - 1) - back;
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
  });
}

type Outcome = Exclude<keyof CallMonth, 'month' | 'published'>;
const NONE: Required<Omit<CallMonth, 'month'>> = { published: 0, target_hit: 0, sl_hit: 0, exited: 0, expired: 0, lapsed: 0, cancelled: 0, unjudged: 0 };

export interface CountedCall {
  readonly month: string;
  readonly count: number | string;
}

/** A row for each month, those without calls too. Counts of other months or of other ends are left out. */
export function monthRows(
  months: readonly string[],
  published: readonly CountedCall[],
  ended: readonly (CountedCall & { readonly status: string })[],
): CallMonth[] {
  const rows = new Map(months.map((month) => [month, { month, ...NONE }]));
  for (const { month, count } of published) {
    const row = rows.get(month);
    if (row) row.published += Number(count);
  }
  for (const { month, status, count } of ended) {
    const row = rows.get(month);
    if (row && Object.hasOwn(NONE, status) && status !== 'published') row[status as Outcome] += Number(count);
  }
  return [...rows.values()];
}

/** Distances of a stop-loss from the entry, in %, where one bucket ends and the next begins. */
const EDGES = [0, 1, 2, 3, 5, 8] as const;

/** How many entered calls stood how far from their stop-loss, and how many of them ended at it. */
export function stopBuckets(calls: readonly { readonly entry_price: number | null; readonly initial_stop_loss: number; readonly status: string }[]) {
  const rows = EDGES.map((from, at) => ({ from, to: EDGES[at + 1] ?? null, calls: 0, stopped: 0 }));
  for (const { entry_price, initial_stop_loss, status } of calls) {
    if (entry_price === null || !(entry_price > 0)) continue;
    const distance = (Math.abs(entry_price - initial_stop_loss) / entry_price) * 100;
    const row = rows.findLast(({ from }) => distance >= from)!;
    row.calls += 1;
    if (status === 'sl_hit') row.stopped += 1;
  }
  return rows;
}
