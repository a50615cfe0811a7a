import { TERMS, type Term } from '../../contract/calls/types.ts';
import { cheapestPlan } from '../calls/equity/levels.ts';
import type { Caller } from './caller.ts';
import { may } from './may.ts';

/** Which equity calls a viewer sees. Own calls are always visible and not listed here. */
export interface Scope {
  /** Terms whose live calls are open to the viewer. */
  readonly liveTerms: readonly Term[];
  /** One call of each ISO week, picked on publication, by date and never by outcome. */
  readonly weeklyPick: boolean;
  /** When a closed call becomes visible: at once, on the next trading day, or after the public lag. */
  readonly closed: 'at_once' | 'next_trading_day' | 'public_lag';
  /** Whether locked calls are listed one by one (without symbol, level or expert) or only counted. */
  readonly lockedRows: boolean;
  /** Customers of a broker without plans never see prices and plan names. */
  readonly namesPlans: boolean;
}

/** The caller's rights over equity calls as one object, which the server's lists turn into SQL. */
export function scopeOf(caller: Caller): Scope {
  return {
    liveTerms: TERMS.filter((term) => may(caller, 'equity.live', { term })),
    weeklyPick: may(caller, 'equity.pick-of-the-week'),
    closed: may(caller, 'equity.ended-at-once') ? 'at_once' : may(caller, 'equity.ended-next-session') ? 'next_trading_day' : 'public_lag',
    lockedRows: may(caller, 'equity.locked-rows'),
    namesPlans: may(caller, 'money.see-plans'),
  };
}

/** The facts about a call that decide who sees it. Days are IST. */
export interface Visibility {
  readonly expert_id: string;
  readonly term: Term;
  readonly open: boolean;
  readonly weekly_pick: boolean;
  /** IST day on which the call ended; null while it is open. */
  readonly ended_on: string | null;
}

/** For each kind of viewer, the last IST day whose ended calls are visible. */
export interface ClosedUntil {
  readonly next_trading_day: string;
  readonly public_lag: string;
}

/** Whether the viewer may see symbol, levels and author of a call. */
export function maySee(viewer: Pick<Caller, 'user_id'>, scope: Scope, call: Visibility, until: ClosedUntil): boolean {
  if (viewer.user_id !== null && viewer.user_id === call.expert_id) return true;
  // A viewer who could see the live call sees its end at once. The lag is for everyone else.
  if (scope.liveTerms.includes(call.term) || (scope.weeklyPick && call.weekly_pick)) return true;
  if (call.open) return false;
  if (scope.closed === 'at_once') return true;
  return (call.ended_on as string) <= until[scope.closed];
}

/** The plan named on a locked call, '' where plans are not mentioned. */
export const planFor = (scope: Scope, term: Term): string => (scope.namesPlans ? cheapestPlan(term) : '');

/** Public lag in calendar days: 1 in the demo, 30 otherwise (product D.4). */
export const publicLagDays = (demo: boolean): number => (demo ? 1 : 30);

/** ISO week of an IST day, e.g. `2026-W47`. */
export function isoWeek(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  const weekday = (date.getUTCDay() + 6) % 7;
  date.setUTCDate(date.getUTCDate() - weekday + 3);
  const year = date.getUTCFullYear();
  const first = new Date(Date.UTC(year, 0, 4));
  const week = 1 + Math.round((date.getTime() - first.getTime()) / 86_400_000 / 7 + (((first.getUTCDay() + 6) % 7) - 3) / 7);
  return `${year}-W${String(week).padStart(2, '0')}`;
}

/** Whether a call may be the week's free one: it must be able to stay open for more than a day. */
export const pickable = (term: Term): boolean => term !== 'intraday';
