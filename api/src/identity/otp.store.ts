import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Mobile } from './account.store.ts';
import { after, DAY } from './clock.ts';
import type { IdentityTables, OtpPurpose } from './identity.tables.ts';
import { OTP_LIFE_MS, OTP_TRIES, type Sent } from './otp.rules.ts';

export interface Scope extends Mobile {
  partner_key: string;
  purpose: OtpPurpose;
}

export type Challenge = Selectable<IdentityTables['otp_challenges']>;

/** Makes sends to one number wait for each other until the transaction ends. */
export async function holdNumber(tx: Db, { country_code, mobile }: Mobile): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`otp ${country_code}${mobile}`}, 0))`.execute(tx);
}

/** What went to a number in the last day, from whatever site and for whatever purpose, newest first. */
export function sentTo(tx: Db, { country_code, mobile }: Mobile, now: Date): Promise<Sent[]> {
  const since = after(now, -DAY);
  return tx
    .selectFrom('otp_challenges')
    .select(['sent_at', 'used_at'])
    .where('country_code', '=', country_code)
    .where('mobile', '=', mobile)
    .where('sent_at', '>', since)
    .unionAll(
      tx
        .selectFrom('account_challenges')
        .select(['sent_at', 'proven_at as used_at'])
        .where('recipient', '=', `${country_code}${mobile}`)
        .where('sent_at', '>', since),
    )
    .orderBy('sent_at', 'desc')
    .execute();
}

/** Stores a challenge; the open ones of the same scope are superseded. */
export async function insertChallenge(tx: Db, challenge: Scope & { id: string; code_mac: string; now: Date }): Promise<void> {
  const { id, code_mac, now, partner_key, country_code, mobile, purpose } = challenge;
  await tx
    .updateTable('otp_challenges')
    .set({ superseded_at: now })
    .where('partner_key', '=', partner_key)
    .where('country_code', '=', country_code)
    .where('mobile', '=', mobile)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('superseded_at', 'is', null)
    .execute();
  await tx
    .insertInto('otp_challenges')
    .values({ id, partner_key, country_code, mobile, purpose, code_mac, sent_at: now, expires_at: after(now, OTP_LIFE_MS) })
    .execute();
}

/** Spends one of the five tries of the open challenge, before the code is looked at. Undefined when there is none left. */
export function spendTry(db: Db, { partner_key, country_code, mobile, purpose }: Scope, now: Date): Promise<Challenge | undefined> {
  return db
    .updateTable('otp_challenges')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('partner_key', '=', partner_key)
    .where('country_code', '=', country_code)
    .where('mobile', '=', mobile)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('superseded_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tries', '<', OTP_TRIES)
    .returningAll()
    .executeTakeFirst();
}

/** Uses a challenge up; of two at once, one gets true. */
export async function consume(tx: Db, id: string, now: Date): Promise<boolean> {
  const used = await tx
    .updateTable('otp_challenges')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('superseded_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}
