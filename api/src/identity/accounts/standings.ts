import type { IdentityDb } from './account.store.ts';
import { type Standing, standingOf } from './callers.ts';

/** What many people are by now, by their id, without those whose account is closed: three queries for however many. */
export async function standingsOf(db: IdentityDb, ids: readonly string[], adminEmails: readonly string[], now: Date): Promise<Map<string, Standing>> {
  if (ids.length === 0) return new Map();
  const users = await db
    .selectFrom('users')
    .innerJoin('profiles as profile', 'profile.user_id', 'users.id')
    .selectAll('users')
    .select(['pan_card_number', 'pan_card_status'])
    .where('users.id', 'in', ids)
    .where('status', '=', 'active')
    .execute();
  const registrations = await db.selectFrom('expert_registrations').selectAll().where('user_id', 'in', ids).execute();
  const subscriptions = await db
    .selectFrom('subscriptions')
    .select(['user_id', 'plan_name', 'promotional', 'kyc_gate', 'starts_at', 'ends_at'])
    .where('user_id', 'in', ids)
    .where('ends_at', '>', now)
    .execute();
  const registrationOf = new Map(registrations.map((row) => [row.user_id, row]));
  const subscriptionsOf = Map.groupBy(subscriptions, ({ user_id }) => user_id);
  return new Map(
    users.map(({ pan_card_number, pan_card_status, ...user }) => {
      const account = {
        user,
        profile: { pan_card_number, pan_card_status },
        registration: registrationOf.get(user.id) ?? null,
        subscriptions: subscriptionsOf.get(user.id) ?? [],
      };
      return [user.id, standingOf(account, adminEmails, now)];
    }),
  );
}
