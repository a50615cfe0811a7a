import type { ExpressionBuilder, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { IdentityDb } from '../accounts/account.store.ts';
import { after, DAY, MINUTE } from '../clock.ts';
import type { ChallengePurpose, HeldChallenge, IdentityTables } from '../identity.tables.ts';
import { type AskedBy, OTP_LIFE_MS, OTP_TRIES, type Sent } from './otp.rules.ts';

/** What somebody must prove with a code: an OTP of the login or of the account calls, step two of a broker's form. */
export type Challenge = Selectable<IdentityTables['challenges']>;

/** Whom it is about, on one site, for one purpose. */
export interface Scope {
  partner_key: string;
  purpose: ChallengePurpose;
  /** A number with its country code, an e-mail address in lower case, or a client of a broker. */
  subject: string;
}
/** What a browser holds of a challenge, hashed, on the site that gave it. */
export interface Handle {
  partner_key: string;
  handle_hash: string;
}
export interface NewChallenge extends Scope, AskedBy {
  id: string;
  /** '' where somebody else knows the code. */
  code_mac: string;
  handle_hash?: string;
  user_id?: string | null;
  held?: HeldChallenge | null;
}

/** How long a proven code may be turned into a new password. */
export const PROOF_LIFE_MS = 15 * MINUTE;

/** Makes sends to one subject wait for each other until the transaction ends. */
export async function holdSubject(tx: IdentityDb, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`otp ${subject}`}, 0))`.execute(tx);
}

/** What went to a number or an address in the last day, from whatever site and for whatever purpose, newest first. */
export function sentTo(tx: IdentityDb, subject: string, now: Date): Promise<Sent[]> {
  return tx
    .selectFrom('challenges')
    .select(['sent_at', (eb) => eb.fn.coalesce('proven_at', 'used_at').as('used_at'), 'asked_device', 'counted_for', 'stranger'])
    .where('subject', '=', subject)
    .where('sent_at', '>', after(now, -DAY))
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/**
 * Stores a challenge; open ones of the same scope that the same device asked for, or that have the same handle, are
 * superseded. Nobody supersedes somebody else's.
 */
export async function insertChallenge(tx: IdentityDb, { held = null, handle_hash, ...row }: NewChallenge, now: Date): Promise<void> {
  const { partner_key, purpose, subject, asked_device } = row;
  await tx
    .updateTable('challenges')
    .set({ superseded_at: now, held: null })
    .where((eb) => eb.and({ partner_key, purpose, subject }))
    .where((eb) => eb.or([eb('asked_device', '=', asked_device), ...(handle_hash ? [eb('handle_hash', '=', handle_hash)] : [])]))
    .where(isUnproven)
    .execute();
  await tx
    .insertInto('challenges')
    .values({ ...row, handle_hash: handle_hash ?? null, held: held && JSON.stringify(held), sent_at: now, expires_at: after(now, OTP_LIFE_MS) })
    .execute();
}

/** What of a scope can still be proven, newest first. */
export function openOf(db: IdentityDb, { partner_key, purpose, subject }: Scope, now: Date): Promise<Challenge[]> {
  return db
    .selectFrom('challenges')
    .selectAll()
    .where((eb) => eb.and({ partner_key, purpose, subject }))
    .where(isUnproven)
    .where('expires_at', '>', now)
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** What a browser's handle stands for, until it is proven. It may have expired: then another code may be sent for it. */
export function unprovenBehind(db: IdentityDb, { partner_key, handle_hash }: Handle, now: Date): Promise<Challenge | undefined> {
  return db
    .selectFrom('challenges')
    .selectAll()
    .where((eb) => eb.and({ partner_key, handle_hash }))
    .where(isUnproven)
    .where('sent_at', '>', after(now, -DAY))
    .executeTakeFirst();
}

/** Spends one of five tries before the code is looked at. Undefined when there is none left, or it is over meanwhile. */
export async function spendTry(
  db: IdentityDb,
  id: string,
  now: Date,
  tries: 'tries' | 'other_tries' = 'tries',
): Promise<{ challenge: Challenge; tries_left: number } | undefined> {
  const challenge = await db
    .updateTable('challenges')
    .set((eb) => ({ [tries]: eb(tries, '+', 1) }))
    .where('id', '=', id)
    .where(isUnproven)
    .where('expires_at', '>', now)
    .where(tries, '<', OTP_TRIES)
    .returningAll()
    .executeTakeFirst();
  return challenge && { challenge, tries_left: OTP_TRIES - challenge[tries] };
}

/** Uses a challenge up; of two at once, one gets true. */
export function consume(tx: IdentityDb, id: string, now: Date): Promise<boolean> {
  return end(tx, id, { used_at: now });
}

/** Turns a challenge into a proof with a handle of its own; of two at once, one gets true. */
export function proveChallenge(tx: IdentityDb, id: string, handle_hash: string, now: Date): Promise<boolean> {
  return end(tx, id, { proven_at: now, handle_hash, expires_at: after(now, PROOF_LIFE_MS) });
}

/** Whose account a proof is for, without using it up; undefined when it is none, too old or used. */
export async function proofOf(db: IdentityDb, { partner_key, handle_hash }: Handle, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('challenges')
    .select('user_id')
    .where((eb) => eb.and({ partner_key, handle_hash }))
    .where(isProof)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.user_id ?? undefined;
}

/** Uses a proof up: whose account it is for. Of two at once, one gets it. */
export async function useProof(tx: IdentityDb, { partner_key, handle_hash }: Handle, now: Date): Promise<string | undefined> {
  const row = await tx
    .updateTable('challenges')
    .set({ used_at: now })
    .where((eb) => eb.and({ partner_key, handle_hash }))
    .where(isProof)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id ?? undefined;
}

/** Forgets what no rule looks at any more: codes count for a day, and what a broker gave us is worth nothing after its five minutes. */
export async function forgetChallenges(db: IdentityDb, now: Date): Promise<void> {
  await db
    .deleteFrom('challenges')
    .where((eb) => eb.or([eb('sent_at', '<', after(now, -2 * DAY)), eb.and([eb('purpose', '=', 'BROKER_FORM'), eb('expires_at', '<', now)])]))
    .execute();
}

type Eb = ExpressionBuilder<IdentityTables, 'challenges'>;
const isUnproven = (eb: Eb) => eb.and([eb('proven_at', 'is', null), eb('used_at', 'is', null), eb('superseded_at', 'is', null)]);
const isProof = (eb: Eb) => eb.and([eb('proven_at', 'is not', null), eb('used_at', 'is', null)]);

async function end(tx: IdentityDb, id: string, change: { used_at: Date } | { proven_at: Date; handle_hash: string; expires_at: Date }): Promise<boolean> {
  const ended = await tx
    .updateTable('challenges')
    .set({ ...change, held: null })
    .where('id', '=', id)
    .where(isUnproven)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}
