import { sql } from 'kysely';
import type { Plans } from '../identity.ts';
import type { IdentityDb } from './account.store.ts';
import type { Callers } from './callers.ts';

/** Plans that others give people and end. */
export function createPlans(callers: Callers): Plans {
  return {
    of: (tx: IdentityDb, user_id, at) =>
      tx
        .selectFrom('subscriptions')
        .select(['id', 'user_id', 'plan_name', 'starts_at', 'ends_at'])
        .where('user_id', '=', user_id)
        .where('promotional', '=', false)
        .where('ends_at', '>', at)
        // One that ended before it began is none: it holds no days.
        .whereRef('starts_at', '<', 'ends_at')
        .execute(),
    async give(tx: IdentityDb, plan) {
      await tx
        .insertInto('subscriptions')
        .values({ ...plan, source: 'direct' })
        .execute();
    },
    async reward(tx: IdentityDb, plan) {
      await tx
        .insertInto('subscriptions')
        .values({ ...plan, promotional: true, source: 'referral', kyc_gate: true })
        .execute();
    },
    async move(tx: IdentityDb, id, to) {
      await tx.updateTable('subscriptions').set(to).where('id', '=', id).execute();
    },
    async end(tx: IdentityDb, id, at) {
      await tx
        .updateTable('subscriptions')
        .set({ ends_at: sql<Date>`greatest(starts_at, least(ends_at, ${at}))` })
        .where('id', '=', id)
        .execute();
    },
    changed: (user_id) => callers.forget(user_id),
  };
}
