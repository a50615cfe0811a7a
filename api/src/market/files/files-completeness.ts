import { istDay, nextTradingDay, previousTradingDay, sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Completeness } from '../feed/completeness.ts';

/** How long after a session its file may take. The exchange's come in two to three hours. */
const FILE_TAKES_MS = 3 * 3_600_000;
/** Trading days in which a day that is not on file is told of. */
const TOLD_OF = 10;

/**
 * How far days on file reach at an instant. A day is known once its last prices are final; from there on nothing is missing until the pre-open of
 * the next trading day. A day that is not on file before others that are is told of, and stops nothing here: it stops the calls it concerns
 * (`doubts`), until it comes or two people let it be missing. `again`: days gone by are played again.
 */
export function completeOfDays(days: readonly { readonly day: string }[], has: (day: string) => boolean, now: Date, again = false): Completeness {
  const last = days.findLast(({ day }) => isOver(day, now))?.day ?? null;
  if (last === null) return { until: new Date(0), because: 'late_file', since: null };
  const next = sessionOf(nextTradingDay(last), true)!;
  const until = new Date(Math.min(now.getTime(), next.preopen.getTime()));
  // The file of a past day is there, or it is missing.
  const due = again ? next.open : new Date(next.end.getTime() + FILE_TAKES_MS);
  if (now >= due && !has(next.day)) return { until, because: 'late_file', since: again ? next.open : next.end };
  let hole: string | null = null;
  for (let day = previousTradingDay(last), back = 0; back < TOLD_OF && day >= days[0]!.day; day = previousTradingDay(day), back++) if (!has(day)) hole = day;
  return hole === null ? { until, because: null, since: null } : { until, because: 'gap', since: sessionOf(hole, true)!.preopen };
}

const isOver = (day: string, now: Date): boolean => day <= istDay(now) && (sessionOf(day, true)?.end ?? now) <= now;
