import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db } from './account.store.ts';
import { after, DAY, MINUTE } from './clock.ts';
import type { AccountPurpose, IdentityTables, Newcomer } from './identity.tables.ts';
import { OTP_LIFE_MS, OTP_TRIES, type Sent } from './otp.rules.ts';

export type AccountChallenge = Selectable<IdentityTables['account_challenges']>;

/** How long a proven OTP may be turned into a new password. */
export const PROOF_LIFE_MS = 15 * MINUTE;

/** Makes sends to one recipient wait for each other until the transaction ends; numbers share the lock of the login's OTPs. */
export async function holdRecipient(tx: Db, recipient: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`otp ${recipient}`}, 0))`.execute(tx);
}

/** What went to an e-mail address in the last day, newest first. */
export function mailedTo(tx: Db, recipient: string, now: Date): Promise<Sent[]> {
  return tx
    .selectFrom('account_challenges')
    .select(['sent_at', 'proven_at as used_at'])
    .where('recipient', '=', recipient)
    .where('sent_at', '>', after(now, -DAY))
    .orderBy('sent_at', 'desc')
    .execute();
}

export interface NewChallenge {
  id: string;
  handle_hash: string;
  partner_key: string;
  purpose: AccountPurpose;
  recipient: string;
  user_id: string | null;
  newcomer: Newcomer | null;
  code_mac: string;
}

/** Stores a challenge; open ones of the same recipient and purpose are superseded. */
export async function insertAccountChallenge(tx: Db, challenge: NewChallenge, now: Date): Promise<void> {
  const { newcomer, ...row } = challenge;
  await tx
    .updateTable('account_challenges')
    .set({ superseded_at: now, newcomer: null })
    .where('partner_key', '=', row.partner_key)
    .where('purpose', '=', row.purpose)
    .where('recipient', '=', row.recipient)
    .where('used_at', 'is', null)
    .where('proven_at', 'is', null)
    .where('superseded_at', 'is', null)
    .execute();
  await tx
    .insertInto('account_challenges')
    .values({ ...row, newcomer: newcomer && JSON.stringify(newcomer), sent_at: now, expires_at: after(now, OTP_LIFE_MS) })
    .execute();
}

/** The newest challenge behind a handle that was neither proven nor used; it may have expired, then another code may be sent for it. */
export function openChallenge(
  tx: Db,
  { handle_hash, partner_key }: { handle_hash: string; partner_key: string },
  now: Date,
): Promise<AccountChallenge | undefined> {
  return tx
    .selectFrom('account_challenges')
    .selectAll()
    .where('handle_hash', '=', handle_hash)
    .where('partner_key', '=', partner_key)
    .where('proven_at', 'is', null)
    .where('used_at', 'is', null)
    .where('superseded_at', 'is', null)
    .where('sent_at', '>', after(now, -DAY))
    .executeTakeFirst();
}

/** Spends one of the five tries before the code is looked at. Undefined when there is none left. */
export function spendAccountTry(
  db: Db,
  { handle_hash, partner_key }: { handle_hash: string; partner_key: string },
  now: Date,
): Promise<AccountChallenge | undefined> {
  return db
    .updateTable('account_challenges')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('handle_hash', '=', handle_hash)
    .where('partner_key', '=', partner_key)
    .where('proven_at', 'is', null)
    .where('used_at', 'is', null)
    .where('superseded_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tries', '<', OTP_TRIES)
    .returningAll()
    .executeTakeFirst();
}

/** Turns a challenge into a proof with a handle of its own; of two at once, one gets true. */
export async function prove(tx: Db, { id, handle_hash }: { id: string; handle_hash: string }, now: Date): Promise<boolean> {
  const proven = await tx
    .updateTable('account_challenges')
    .set({ proven_at: now, handle_hash, expires_at: after(now, PROOF_LIFE_MS), newcomer: null })
    .where('id', '=', id)
    .where('proven_at', 'is', null)
    .where('superseded_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return proven !== undefined;
}

/** Uses a proof up: whose account it is for, or undefined when it is none, too old or used. */
export async function useProof(tx: Db, { handle_hash, partner_key }: { handle_hash: string; partner_key: string }, now: Date): Promise<string | undefined> {
  const row = await tx
    .updateTable('account_challenges')
    .set({ used_at: now })
    .where('handle_hash', '=', handle_hash)
    .where('partner_key', '=', partner_key)
    .where('proven_at', 'is not', null)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id ?? undefined;
}
