import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { IdentityDb } from '../accounts/account.store.ts';
import { after, type Clock, MINUTE } from '../clock.ts';
import { sha256 } from '../secrets.ts';
import type { GoogleIdentity } from './google.ts';

/** A site and one browser on it: whoever sets out is who may come back. */
export interface Traveller {
  partner_key: string;
  device_hash: string;
}
const JOURNEY_MS = 15 * MINUTE;
const TICKET_MS = 2 * MINUTE;

export async function beginSocialJourney(db: IdentityDb, traveller: Traveller, { state, nonce, verifier }: Secrets, now: Date): Promise<void> {
  await db
    .insertInto('social_journeys')
    .values({ ...traveller, state_hash: sha256(state), nonce, verifier, expires_at: after(now, JOURNEY_MS), used_at: null })
    .execute();
}
interface Secrets {
  state: string;
  nonce: string;
  verifier: string;
}

/** Ends a journey; undefined for a forged, foreign, late or second return. */
export function endSocialJourney(db: IdentityDb, { partner_key, device_hash }: Traveller, state: string, now: Date) {
  return db
    .updateTable('social_journeys')
    .set({ used_at: now })
    .where('state_hash', '=', sha256(state))
    .where('partner_key', '=', partner_key)
    .where('device_hash', '=', device_hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['nonce', 'verifier'])
    .executeTakeFirst();
}

/** Keeps a confirmed identity for the sign-in that follows; returns its one-time token. */
export async function issueTicket(db: IdentityDb, traveller: Traveller, { issuer, subject, email, full_name }: GoogleIdentity, now: Date): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await db
    .insertInto('social_tickets')
    .values({ ...traveller, token_hash: sha256(token), issuer, subject, email, full_name, expires_at: after(now, TICKET_MS), used_at: null })
    .execute();
  return token;
}

export function useTicket(db: IdentityDb, { partner_key, device_hash }: Traveller, token: string, now: Date) {
  return db
    .updateTable('social_tickets')
    .set({ used_at: now })
    .where('token_hash', '=', sha256(token))
    .where('partner_key', '=', partner_key)
    .where('device_hash', '=', device_hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
}

interface Key {
  partner_key: string;
  issuer: string;
  subject: string;
}

/** Makes sign-ins of one identity wait for each other until the transaction ends. */
export async function holdIdentity(tx: IdentityDb, { partner_key, issuer, subject }: Key): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`social ${partner_key} ${issuer} ${subject}`}, 0))`.execute(tx);
}

export function findByIdentity(tx: IdentityDb, { partner_key, issuer, subject }: Key) {
  return tx
    .selectFrom('social_identities')
    .innerJoin('users', 'users.id', 'social_identities.user_id')
    .selectAll('users')
    .where('social_identities.partner_key', '=', partner_key)
    .where('social_identities.issuer', '=', issuer)
    .where('social_identities.subject', '=', subject)
    .executeTakeFirst();
}

export async function linkIdentity(tx: IdentityDb, { partner_key, issuer, subject }: Key, user_id: string, now: Date): Promise<void> {
  await tx.insertInto('social_identities').values({ partner_key, issuer, subject, user_id, linked_at: now }).execute();
}

/** What the account can be signed in to with besides a password. */
export const identitiesOf = (db: IdentityDb, user_id: string) =>
  db.selectFrom('social_identities').select(['issuer', 'subject', 'linked_at']).where('user_id', '=', user_id).orderBy('linked_at').execute();

/** Within the erasure of the account. */
export async function unlinkIdentities(tx: IdentityDb, user_id: string): Promise<void> {
  await tx.deleteFrom('social_identities').where('user_id', '=', user_id).execute();
}

/** Forgets journeys and tickets whose time is over. */
export async function tidySocial(db: IdentityDb, clock: Clock): Promise<void> {
  for (const table of ['social_journeys', 'social_tickets'] as const) await db.deleteFrom(table).where('expires_at', '<', clock()).execute();
}
