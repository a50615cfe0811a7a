import type { Profession } from '@vimarsh/shared/contract/identity/types.ts';
import { BRAND_TITLE } from '@vimarsh/shared/domain/brand.ts';
import type { Kysely, Selectable } from 'kysely';
import { linksOf } from '../../brokers/index.ts';
import { keepConsent } from '../consents/consent.store.ts';
import type { IdentityTables, ProfileRow, User } from '../identity.tables.ts';
import type { Subscription } from './plans.ts';

export type IdentityDb = Kysely<IdentityTables>;
export type Registration = Selectable<IdentityTables['expert_registrations']>;

/** All we know of one person's account. */
export interface Account {
  user: User;
  profile: ProfileRow;
  registration: Registration | null;
  subscriptions: Subscription[];
}

export async function readAccount(db: IdentityDb, user_id: string): Promise<Account | null> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', user_id).executeTakeFirst();
  if (!user) return null;
  const profile = await db.selectFrom('profiles').selectAll().where('user_id', '=', user_id).executeTakeFirstOrThrow();
  const registration = await db.selectFrom('expert_registrations').selectAll().where('user_id', '=', user_id).executeTakeFirst();
  const subscriptions = await db
    .selectFrom('subscriptions')
    .select(['plan_name', 'promotional', 'kyc_gate', 'starts_at', 'ends_at'])
    .where('user_id', '=', user_id)
    .execute();
  return { user, profile, registration: registration ?? null, subscriptions };
}

/** Reads it for a change: nobody else who asks this way judges by what stands there until the transaction ends. First of all locks. */
export async function lockAccount(tx: IdentityDb, user_id: string): Promise<Account | null> {
  await tx.selectFrom('profiles').select('user_id').where('user_id', '=', user_id).forUpdate().execute();
  return readAccount(tx, user_id);
}

export interface Mobile {
  /** With plus, e.g. `+91`. */
  country_code: string;
  /** Digits only. */
  mobile: string;
}

/** Accounts are found within one partner only; `email` in lower case. */
export function findByEmail(db: IdentityDb, partner_key: string, email: string): Promise<User | undefined> {
  return db.selectFrom('users').selectAll().where('partner_key', '=', partner_key).where('email', '=', email).executeTakeFirst();
}

/** The same with the hash of its password; null for who signs in by other ways only. */
export function findWithPassword(
  db: IdentityDb,
  partner_key: string,
  email: string,
): Promise<(Pick<User, 'id' | 'status'> & { phc: string | null }) | undefined> {
  return db
    .selectFrom('users')
    .leftJoin('passwords', 'passwords.user_id', 'users.id')
    .select(['users.id', 'users.status', 'passwords.phc'])
    .where('users.partner_key', '=', partner_key)
    .where('users.email', '=', email)
    .executeTakeFirst();
}

export function findByMobile(db: IdentityDb, partner_key: string, { country_code, mobile }: Mobile): Promise<User | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('partner_key', '=', partner_key)
    .where('country_code', '=', country_code)
    .where('mobile', '=', mobile)
    .executeTakeFirst();
}

export async function readPhc(db: IdentityDb, user_id: string): Promise<string | null> {
  const row = await db.selectFrom('passwords').select('phc').where('user_id', '=', user_id).executeTakeFirst();
  return row?.phc ?? null;
}

/** Found by what was proven: a mobile number, or the user name somebody else vouched for. */
export interface NewAccount extends Partial<Mobile> {
  id: string;
  partner_key: string;
  username: string;
  /** Lower case, verified by whoever vouches for the account. */
  email?: string;
  full_name: string;
  profession: Profession;
  referral_code: string;
  /** Display name of the partner, '' on the main site. */
  utm_source: string;
  /** The app its customers live in; otherwise the account comes from the site itself. */
  source?: string | undefined;
  /** The words about the terms that were on the screen, and the address they were agreed to from; absent where none were shown. */
  agreed?: { words: string; ip: string } | undefined;
  /** Its first sign-in is a broker's. */
  through_broker?: boolean;
  now: Date;
}

/** An account of somebody who has proven who they are. */
export async function createAccount(
  tx: IdentityDb,
  {
    id,
    partner_key,
    username,
    email = '',
    country_code = '',
    mobile = '',
    full_name,
    profession,
    referral_code,
    utm_source,
    source = utm_source,
    agreed,
    through_broker = false,
    now,
  }: NewAccount,
): Promise<User> {
  const user = await tx
    .insertInto('users')
    .values({
      id,
      partner_key,
      username,
      email,
      email_verified: email !== '',
      country_code,
      mobile,
      mobile_verified: mobile !== '',
      profession,
      roles: JSON.stringify([profession]),
      source,
      referral_code,
      through_broker,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx.insertInto('profiles').values({ user_id: id, full_name, utm_source }).execute();
  if (agreed) await keepConsent(tx, { user_id: id, kind: 'terms', words: agreed.words }, { site: utm_source || BRAND_TITLE, ip: agreed.ip, now });
  return user;
}

/** Whether a broker introduced the account. */
export async function isThroughBroker(db: IdentityDb, user_id: string): Promise<boolean> {
  const user = await db.selectFrom('users').select('through_broker').where('id', '=', user_id).executeTakeFirst();
  // A server of the release before writes no answer, and links only the accounts that it registers.
  return user?.through_broker ?? (await linksOf(db, user_id)).length > 0;
}

export interface NewMailAccount extends Omit<NewAccount, 'username' | 'country_code' | 'mobile'> {
  /** In lower case, proven. */
  email: string;
  phc: string;
}

/** An account made by a proven e-mail address, with its password. */
export async function createMailAccount(tx: IdentityDb, { phc, ...account }: NewMailAccount): Promise<void> {
  const { id } = await createAccount(tx, { ...account, username: account.email });
  await tx.insertInto('passwords').values({ user_id: id, phc, changed_at: account.now }).execute();
}

export async function storeRiskCategory(tx: IdentityDb, user_id: string, risk: { readonly category: string; readonly ends_at: Date } | null): Promise<void> {
  const said = { risk_category: risk?.category ?? '', risk_ends_at: risk?.ends_at ?? null };
  await tx.updateTable('profiles').set(said).where('user_id', '=', user_id).execute();
}

/** Counts a sign-in and moves `last_seen`. */
export async function recordSignIn(tx: IdentityDb, user_id: string, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set((eb) => ({ sign_in_count: eb('sign_in_count', '+', 1), last_seen: now }))
    .where('id', '=', user_id)
    .execute();
}

/**
 * Customers of a partner without plans pay nothing themselves: the partner's bundle gives them Premium, renewed for a
 * year whenever none runs.
 */
export async function ensurePartnerBundle(tx: IdentityDb, { id, user_id, now, until }: { id: string; user_id: string; now: Date; until: Date }): Promise<void> {
  const running = await tx.selectFrom('subscriptions').select('id').where('user_id', '=', user_id).where('ends_at', '>', now).executeTakeFirst();
  if (running) return;
  await tx.insertInto('subscriptions').values({ id, user_id, plan_name: 'Premium', source: 'partner', starts_at: now, ends_at: until }).execute();
}
