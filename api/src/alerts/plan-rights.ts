import { may } from '@vimarsh/shared/domain/access/may.ts';
import { isCondition } from '@vimarsh/shared/domain/alerts/rules.ts';
import type { Identity } from '../identity/index.ts';
import { callerOf } from '../platform/access/access.ts';
import type { AlertOutcome } from './judge.ts';
import type { AlertDatabase } from './tables.ts';

type People = Pick<Identity, 'askers'>;

/** Who of these may have alerts on conditions by the plan they have now; whoever has no account any more may not. */
export async function mayHaveConditions(identity: People, user_ids: readonly string[]): Promise<Set<string>> {
  const askers = await identity.askers(user_ids);
  return new Set([...askers].filter(([, asker]) => may(callerOf(asker), 'alerts.conditions')).map(([user_id]) => user_id));
}

/** Alerts that would fire by these outcomes, and that their owners' plans do not include now: they ended since the alerts were set. */
export async function lapsedAmong(db: AlertDatabase, identity: People, outcomes: readonly AlertOutcome[]): Promise<Set<string>> {
  const ids = outcomes.filter(({ what, alert }) => what === 'fired' && isCondition(alert.condition)).map(({ alert }) => alert.id);
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('alerts').select(['id', 'user_id']).where('id', 'in', ids).execute();
  const entitled = await mayHaveConditions(identity, [...new Set(rows.map(({ user_id }) => user_id))]);
  return new Set(rows.filter(({ user_id }) => !entitled.has(user_id)).map(({ id }) => id));
}
