import { sql } from 'kysely';
import type { Database } from '../platform/platform.ts';
import { brokerTables } from './tables.ts';

/** A customer of a broker on one of our sites. Upper and lower case of the client ID are the same customer. */
export interface BrokerCustomer {
  readonly partner_key: string;
  readonly broker_id: number;
  readonly client_id: string;
}

export const linkKeyOf = ({ partner_key, broker_id, client_id }: BrokerCustomer) => ({ partner_key, broker_id, client_id: client_id.trim().toUpperCase() });

/** Until the transaction ends nobody else links this customer. */
export async function lockCustomer(tx: Database, customer: BrokerCustomer): Promise<void> {
  const { partner_key, broker_id, client_id } = linkKeyOf(customer);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`customer ${partner_key} ${broker_id} ${client_id}`}, 0))`.execute(tx);
}

/** The account that a customer is linked to; '' where there is none yet. */
export async function linkedUser(db: Database, customer: BrokerCustomer): Promise<string> {
  const link = await brokerTables(db)
    .selectFrom('broker_customers')
    .select('user_id')
    .where((eb) => eb.and(linkKeyOf(customer)))
    .executeTakeFirst();
  return link?.user_id ?? '';
}

export async function linkCustomer(tx: Database, customer: BrokerCustomer, user_id: string, now: Date): Promise<void> {
  await brokerTables(tx)
    .insertInto('broker_customers')
    .values({ ...linkKeyOf(customer), user_id, linked_at: now })
    .execute();
}

/** At which brokers the account is a customer, as whom, and whether their sessions are open; never their tokens. */
export const linksOf = (db: Database, user_id: string) =>
  brokerTables(db)
    .selectFrom('broker_customers as link')
    .leftJoin('broker_sessions as session', (join) =>
      join
        .onRef('session.partner_key', '=', 'link.partner_key')
        .onRef('session.broker_id', '=', 'link.broker_id')
        .onRef('session.client_id', '=', 'link.client_id'),
    )
    .select(['link.broker_id', 'link.client_id', 'linked_at', 'session.state as session_state', 'session.expires_at as session_expires_at'])
    .where('link.user_id', '=', user_id)
    .orderBy('linked_at')
    .execute();

/** Within the erasure of the account: who comes from the broker again is somebody new. The brokers' sessions go with the links. */
export async function eraseLinks(tx: Database, user_id: string): Promise<void> {
  await brokerTables(tx).deleteFrom('broker_customers').where('user_id', '=', user_id).execute();
}
