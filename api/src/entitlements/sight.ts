import type { PublicView } from '@vimarsh/shared/contract/calls/public-view.ts';
import type { Caller as Asking } from '@vimarsh/shared/domain/access/caller.ts';
import { type ClosedUntil, maySee, publicLagDays, type Scope, scopeOf, type Visibility } from '@vimarsh/shared/domain/access/equity-scope.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { addDays, isTradingDay, istDay, nextTradingDay, previousTradingDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { callerOf } from '../platform/access/access.ts';
import type { Ctx } from '../platform/platform.ts';

type Asker = Pick<Ctx, 'caller' | 'partner'>;

/** The viewer, what they may see, and up to which day ended calls are visible. */
export interface Sight {
  readonly viewer: Asking;
  readonly scope: Scope;
  readonly until: ClosedUntil;
}

/** For each kind of viewer, the last day whose ended calls are visible. Visitors never see more than registered users. */
export function closedUntil(now: Date, demo: boolean): ClosedUntil {
  const today = istDay(now);
  const session = isTradingDay(today) ? today : previousTradingDay(today);
  const next_trading_day = previousTradingDay(session);
  const lagged = addDays(today, -publicLagDays(demo));
  return { next_trading_day, public_lag: lagged < next_trading_day ? lagged : next_trading_day };
}

/** What a visitor is told of that: the last IST day whose ended calls are visible, and in the demo which day's come next, and when. */
export function publicCut(now: Date, demo: boolean): Pick<PublicView, 'closed_until' | 'comes_next'> {
  const closed_until = closedUntil(now, demo).public_lag;
  const ended_on = nextTradingDay(closed_until);
  return { closed_until, comes_next: demo ? { ended_on, appears_on: nextTradingDay(ended_on) } : null };
}

export function sightOf(asker: Asker, now: Date, demo: boolean): Sight {
  const viewer = callerOf(asker);
  return { viewer, scope: scopeOf(viewer), until: closedUntil(now, demo) };
}

/** The facts that decide who sees a call. */
export interface SeenCall extends Pick<Visibility, 'expert_id' | 'term' | 'weekly_pick' | 'ended_on'> {
  readonly is_open: boolean;
}

export const maySeeCall = ({ viewer, scope, until }: Sight, { is_open, ...call }: SeenCall): boolean =>
  maySee(viewer, scope, { ...call, open: is_open }, until);

/** Files and saved views of data categorisation. */
export const mayKeep = (asker: Asker): boolean => may(callerOf(asker), 'categories.keep');
