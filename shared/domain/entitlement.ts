import type { Term } from '../contract/calls.contract.ts';
import type { PlanName } from '../contract/identity.contract.ts';
import { cheapestPlan } from './call-levels.ts';

/** Who asks, as far as plans matter (product D.4). `tier`: of the partner host; '' on the main host. */
export interface Viewer {
  readonly user_id: string | null;
  readonly plan: PlanName | null;
  readonly isAdmin: boolean;
  readonly tier: 'brokerWithoutPlans' | 'brokerWithPlans' | '';
}

/** What a viewer sees of equity calls. Own calls are always seen and not named here. */
export interface Scope {
  /** Terms whose live calls are open to the viewer. */
  readonly liveTerms: readonly Term[];
  /** One call of each ISO week, picked when it is published, by date and never by outcome. */
  readonly weeklyPick: boolean;
  /** When a closed call is seen: at once, from the next trading day, or after the public lag. */
  readonly closed: 'at_once' | 'next_trading_day' | 'public_lag';
  /** Whether locked calls are listed one by one (without symbol, level or expert) or only counted. */
  readonly lockedRows: boolean;
  /** Prices and plan names are never shown to customers of a broker without plans. */
  readonly namesPlans: boolean;
}

const LITE: readonly Term[] = ['shortTerm'];
const PREMIUM: readonly Term[] = ['shortTerm', 'mediumTerm', 'longTerm'];
const PRO: readonly Term[] = ['intraday', 'shortTerm', 'mediumTerm', 'longTerm'];

const paid = (liveTerms: readonly Term[], namesPlans: boolean): Scope => ({ liveTerms, weeklyPick: false, closed: 'at_once', lockedRows: true, namesPlans });

/** The equity column of the plan table. A customer of a broker without plans has the partner's bundle, which is Premium. */
export function scopeOf({ user_id, plan, isAdmin, tier }: Viewer): Scope {
  if (user_id === null) return { liveTerms: [], weeklyPick: false, closed: 'public_lag', lockedRows: false, namesPlans: tier !== 'brokerWithoutPlans' };
  if (isAdmin || plan === 'Pro') return paid(PRO, tier !== 'brokerWithoutPlans');
  if (tier === 'brokerWithoutPlans') return paid(PREMIUM, false);
  if (plan === 'Premium') return paid(PREMIUM, true);
  if (plan === 'Lite') return paid(LITE, true);
  // Registered without a plan, and experts with a Publisher plan: their own calls aside, they see what free users see.
  return { liveTerms: [], weeklyPick: true, closed: 'next_trading_day', lockedRows: true, namesPlans: true };
}

/** The facts of a call that decide who sees it. Days are IST. */
export interface Visibility {
  readonly expert_id: string;
  readonly term: Term;
  readonly open: boolean;
  readonly weekly_pick: boolean;
  /** IST day the call ended; null while open. */
  readonly ended_on: string | null;
}

/** Last IST day whose ended calls are seen by each kind of viewer. */
export interface ClosedUntil {
  readonly next_trading_day: string;
  readonly public_lag: string;
}

/** Whether the viewer may see symbol, levels and author of a call. */
export function maySee(viewer: Viewer, scope: Scope, call: Visibility, until: ClosedUntil): boolean {
  if (viewer.user_id !== null && viewer.user_id === call.expert_id) return true;
  // Who could see a call while it lived sees its end at once; the lag is for everybody else.
  if (scope.liveTerms.includes(call.term) || (scope.weeklyPick && call.weekly_pick)) return true;
  if (call.open) return false;
  if (scope.closed === 'at_once') return true;
  return (call.ended_on as string) <= until[scope.closed];
}

/** Plan named on a locked call, '' where plans are not spoken of. */
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

/** Whether a call may be the week's free one: it must be able to stay open longer than a day. */
export const pickable = (term: Term): boolean => term !== 'intraday';
