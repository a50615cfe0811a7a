import { CLOSED_ACCOUNT } from '@vimarsh/shared/domain/calls/author-entry.ts';
import type { Platform } from '../../platform/platform.ts';
import { type IdentityDb, lockAccount } from '../accounts/account.store.ts';
import type { EmitIdentityEvent } from '../events.ts';
import { dropAccepted } from '../experts/accepted-papers.store.ts';
import { readEntries } from '../experts/author-entries.ts';
import type { PersonalData } from '../identity.ts';
import { endSessions, openSessionsOf } from '../sessions/session.store.ts';
import { unlinkIdentities } from '../social/social.store.ts';

/**
 * Erases what is due: name, contacts, pictures, documents, passwords and ways to sign in go, the account is closed. Calls stay in the
 * ledger under a name that says nothing, and so do registrations: the law wants them kept. Who is owed money stays until it is paid: nobody could
 * ask them any more where to. Returns the sessions that ended.
 */
export async function eraseDue(platform: Platform, now: Date, personal: readonly PersonalData[], emit: EmitIdentityEvent): Promise<string[]> {
  // All of them: who waits to be settled must not keep those behind them waiting.
  const due = await dueAt(platform.db, now).execute();
  const ended: string[] = [];
  for (const { id } of due) {
    try {
      ended.push(
        ...(await platform.transaction(async (tx: IdentityDb) => {
          await lockAccount(tx, id);
          // It may have been taken back while others were erased.
          const stillDue = await dueAt(tx, now).where('id', '=', id).forUpdate().executeTakeFirst();
          if (!stillDue) return [];
          const { email, email_verified } = await tx.selectFrom('users').select(['email', 'email_verified']).where('id', '=', id).executeTakeFirstOrThrow();
          let settled = true;
          for (const data of personal) settled = ((await data.settle?.(tx, id, email_verified ? email : '')) ?? true) && settled;
          if (!settled) return [];
          for (const data of personal) await data.erase(tx, id);
          return erase(platform, tx, id, now, emit);
        })),
      );
    } catch (error) {
      // One that fails must not keep the others waiting; it is tried again with the next job.
      platform.log.error({ err: error, object: id }, 'an account could not be erased');
    }
  }
  return ended;
}

const dueAt = (db: IdentityDb, now: Date) =>
  db.selectFrom('users').select('id').where('erase_at', '<=', now).where('status', '=', 'active').orderBy('erase_at');

async function erase(platform: Platform, tx: IdentityDb, user_id: string, now: Date, emit: EmitIdentityEvent): Promise<string[]> {
  const before = (await readEntries(tx, [user_id])).get(user_id);
  await tx.deleteFrom('people_pictures').where('user_id', '=', user_id).execute();
  await tx.deleteFrom('kyc_documents').where('user_id', '=', user_id).execute();
  await tx.deleteFrom('kyc_numbers').where('user_id', '=', user_id).execute();
  const { email, country_code, mobile, partner_key } = await tx
    .selectFrom('users')
    .select(['email', 'country_code', 'mobile', 'partner_key'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  await tx
    .deleteFrom('challenges')
    .where('partner_key', '=', partner_key)
    .where('subject', 'in', [email, `${country_code}${mobile}`])
    .execute();
  await unlinkIdentities(tx, user_id);
  await tx.deleteFrom('notification_choices').where('user_id', '=', user_id).execute();
  await tx.updateTable('consents').set({ ip: '' }).where('user_id', '=', user_id).execute();
  await tx.deleteFrom('password_history').where('user_id', '=', user_id).execute();
  await tx.deleteFrom('passwords').where('user_id', '=', user_id).execute();
  await tx.deleteFrom('profiles').where('user_id', '=', user_id).execute();
  await tx.insertInto('profiles').values({ user_id, full_name: CLOSED_ACCOUNT }).execute();
  await dropAccepted(tx, user_id);
  await tx.updateTable('expert_registrations').set({ status: 'suspended' }).where('user_id', '=', user_id).execute();
  await tx
    .updateTable('users')
    .set({
      status: 'closed',
      username: `closed-${user_id}`,
      email: '',
      email_verified: false,
      country_code: '',
      mobile: '',
      mobile_verified: false,
      erase_at: null,
    })
    .where('id', '=', user_id)
    .execute();
  const after = (await readEntries(tx, [user_id])).get(user_id);
  if (before && after) await emit(tx, 'registration.changed', { user_id, before, after });
  await platform.audit.write(tx, { actor: 'system', action: 'account.erase', object: user_id, result: 'done' });
  const ended = await endSessions(tx, await openSessionsOf(tx, user_id), 'erased', now);
  await tx.updateTable('sessions').set({ user_agent: '', ip: '' }).where('user_id', '=', user_id).execute();
  return ended;
}
