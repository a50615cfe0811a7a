import type { Profession } from '@vimarsh/shared/contract/identity/types.ts';
import { sql } from 'kysely';
import { ulid } from '../../platform/text/id.ts';
import { createAccount, type Db } from '../accounts/account.store.ts';
import { plainName } from '../accounts/names.ts';
import type { User } from '../identity.tables.ts';
import type { BrokerDb } from './broker.tables.ts';
import type { Customer } from './desk.ts';

export interface Introduction {
  partner_key: string;
  /** Display name of the partner, '' on the main site. */
  utm_source: string;
  source: string | undefined;
  broker_id: number;
  customer: Customer;
  /** Of a new account; an existing one keeps its own. */
  profession: Profession;
  agreed: { words: string; ip: string } | undefined;
}

/** The account of a broker's customer; the first visit makes one. */
export async function accountOfCustomer(
  tx: BrokerDb,
  { partner_key, utm_source, source, broker_id, customer, profession, agreed }: Introduction,
  now: Date,
): Promise<User> {
  const client_id = customer.client_id.trim().toUpperCase();
  await sql`select pg_advisory_xact_lock(hashtextextended(${`customer ${partner_key} ${broker_id} ${client_id}`}, 0))`.execute(tx);
  const known = await tx
    .selectFrom('broker_customers')
    .innerJoin('users', 'users.id', 'broker_customers.user_id')
    .selectAll('users')
    .where((eb) => eb.and({ 'broker_customers.partner_key': partner_key, broker_id, client_id }))
    .executeTakeFirst();
  if (known) return known;
  const full_name = plainName(customer.full_name).slice(0, 100);
  const account = { id: ulid(), partner_key, username: client_id, full_name, profession, referral_code: '', utm_source, source, agreed, now };
  const user = await createAccount(tx as unknown as Db, account);
  await tx.insertInto('broker_customers').values({ partner_key, broker_id, client_id, user_id: user.id, linked_at: now }).execute();
  return user;
}

/** The account of a client ID as somebody typed it; '' when nobody came with it yet. */
export async function userOfClient(db: BrokerDb, { partner_key, broker_id, client_id }: { partner_key: string; broker_id: number; client_id: string }) {
  const customer = { partner_key, broker_id, client_id: client_id.trim().toUpperCase() };
  const row = await db
    .selectFrom('broker_customers')
    .select('user_id')
    .where((eb) => eb.and(customer))
    .executeTakeFirst();
  return row?.user_id ?? '';
}

/** Whether a broker introduced the account. */
export const isCustomer = async (db: BrokerDb, user_id: string): Promise<boolean> =>
  (await db.selectFrom('broker_customers').select('broker_id').where('user_id', '=', user_id).executeTakeFirst()) !== undefined;

/** At which brokers the account is a customer, and as whom. */
export const customerOf = (db: BrokerDb, user_id: string) =>
  db.selectFrom('broker_customers').select(['broker_id', 'client_id', 'linked_at']).where('user_id', '=', user_id).orderBy('linked_at').execute();

/** Within the erasure of the account: who comes from the broker again is somebody new. */
export async function forgetCustomer(tx: BrokerDb, user_id: string): Promise<void> {
  await tx.deleteFrom('broker_customers').where('user_id', '=', user_id).execute();
}
