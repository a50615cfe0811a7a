import type { Environment } from '@vimarsh/shared/contract/partners.contract.ts';
import { addDays, isTradingDay, istDay, previousTradingDay } from '@vimarsh/shared/domain/calendar.ts';
import { type ClosedUntil, maySee, publicLagDays, type Scope, scopeOf, type Viewer } from '@vimarsh/shared/domain/entitlement.ts';
import type { Caller } from '../platform/platform.ts';
import type { CallRow } from './calls.tables.ts';

/** Who asks, what that opens, and until which day ended calls are open. */
export interface Sight {
  readonly viewer: Viewer;
  readonly scope: Scope;
  readonly until: ClosedUntil;
}

/** Last days whose ended calls each kind of viewer sees at a moment. Visitors never see more than registered users. */
export function closedUntil(now: Date, demo: boolean): ClosedUntil {
  const today = istDay(now);
  const session = isTradingDay(today) ? today : previousTradingDay(today);
  const next_trading_day = previousTradingDay(session);
  const lagged = addDays(today, -publicLagDays(demo));
  return { next_trading_day, public_lag: lagged < next_trading_day ? lagged : next_trading_day };
}

export function sightOf({ caller, partner }: { caller: Caller | null; partner: Environment | null }, now: Date, demo: boolean): Sight {
  const viewer: Viewer = { user_id: caller?.user_id ?? null, plan: caller?.plan ?? null, isAdmin: caller?.is_admin ?? false, tier: partner?.tier ?? '' };
  return { viewer, scope: scopeOf(viewer), until: closedUntil(now, demo) };
}

export const maySeeRow = ({ viewer, scope, until }: Sight, row: CallRow): boolean =>
  maySee(viewer, scope, { expert_id: row.expert_id, term: row.term, open: row.is_open, weekly_pick: row.weekly_pick, ended_on: row.ended_on }, until);
