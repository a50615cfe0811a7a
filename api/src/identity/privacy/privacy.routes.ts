import { eraseAccount, exportAccount, readErasure } from '@vimarsh/shared/contract/account/routes.ts';
import { doneBy } from '../../platform/access/audit.ts';
import { Fail, type Platform } from '../../platform/platform.ts';
import { type IdentityDb, readAccount } from '../accounts/account.store.ts';
import { after, type Clock, HOUR } from '../clock.ts';
import { consentsOf } from '../consents/consent.store.ts';
import { choicesOf } from '../consents/notification.store.ts';
import { acceptedOf } from '../experts/accepted-papers.store.ts';
import type { PersonalData } from '../identity.ts';
import { documentsOf } from '../kyc/kyc.store.ts';
import { identitiesOf } from '../social/social.store.ts';

/** Time to change one's mind, with a notice of it. */
const NOTICE_MS = 48 * HOUR;
const ASKINGS = { max: 3, perSeconds: 86_400 };

/** What the copy says itself; a feature's part has another name. */
export const OWN_PARTS = ['made_at', 'account', 'profile', 'registration', 'plans', 'documents', 'consents', 'messages', 'sign_in_with', 'sessions'] as const;

/** A copy of one's data, and its erasure. */
export function privacyRoutes({ platform, clock, personal }: { platform: Platform; clock: Clock; personal: readonly PersonalData[] }): void {
  const db: IdentityDb = platform.db;

  platform.on(
    exportAccount,
    async (_input, { caller }) => {
      const account = await readAccount(db, caller!.user_id);
      if (!account) throw new Fail('SESSION_ENDED');
      const { user, profile, registration, subscriptions } = account;
      const sessions = await db
        .selectFrom('sessions')
        .select(['created_at', 'rotated_at', 'ended_at', 'ended_reason', 'user_agent', 'ip'])
        .where('user_id', '=', user.id)
        .orderBy('created_at', 'desc')
        .execute();
      const besides = await Promise.all(personal.map(async (data) => [data.name, await data.of(user.id)] as const));
      const own = {
        made_at: clock().toISOString(),
        account: user,
        profile,
        registration: registration && { ...registration, last_accepted: await acceptedOf(db, user.id) },
        plans: subscriptions,
        documents: await documentsOf(db, user.id),
        consents: await consentsOf(db, user.id),
        messages: await choicesOf(db, user.id),
        sign_in_with: await identitiesOf(db, user.id),
        sessions,
      } satisfies Record<(typeof OWN_PARTS)[number], unknown>;
      return { ...own, ...Object.fromEntries(besides) };
    },
    { limit: { max: 5, perSeconds: 86_400 } },
  );

  platform.on(readErasure, async (_input, { caller }) => {
    const { erase_at } = await db.selectFrom('users').select('erase_at').where('id', '=', caller!.user_id).executeTakeFirstOrThrow();
    return { erase_at: erase_at?.toISOString() ?? null };
  });

  platform.on(eraseAccount, async ({ body: { on } }, ctx) => {
    const { user_id } = ctx.caller!;
    return platform.transaction(async (tx: IdentityDb) => {
      const { erase_at: earlier, email } = await tx
        .selectFrom('users')
        .select(['erase_at', 'email'])
        .where('id', '=', user_id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      // Each asking writes a mail; taking it back is never refused.
      if (on && !earlier) await platform.limits.take(`erase ${user_id}`, ASKINGS);
      const erase_at = on ? (earlier ?? after(clock(), NOTICE_MS)) : null;
      await tx.updateTable('users').set({ erase_at }).where('id', '=', user_id).execute();
      await platform.audit.write(tx, {
        ...doneBy(ctx),
        action: on ? 'account.erase_asked' : 'account.erase_withdrawn',
        object: user_id,
      });
      if (on && !earlier && email)
        await platform.outbox.send(tx, {
          channel: 'mail',
          to: email,
          subject: 'Your account will be erased in 48 hours',
          text: 'You asked us to erase your account. Log in within 48 hours and open My account, Privacy, to keep it.',
          notice: true,
        });
      return { erase_at: erase_at?.toISOString() ?? null };
    });
  });
}
