import { sql } from 'kysely';
import type { Database } from '../../platform/platform.ts';
import { type AccountRow, tradingTables } from '../tables.ts';

export interface AccountKey {
  readonly user_id: string;
  readonly broker_id: number;
}

/** The account, locked until the transaction ends. It is made when it is first needed. */
export async function lockTradingAccount(tx: Database, { user_id, broker_id }: AccountKey, partner_key = ''): Promise<AccountRow> {
  const db = tradingTables(tx);
  const found = await db
    .selectFrom('trading_accounts')
    .selectAll()
    .where((eb) => eb.and({ user_id, broker_id }))
    .forUpdate()
    .executeTakeFirst();
  if (found) return found;
  await db
    .insertInto('trading_accounts')
    .values({ user_id, broker_id, partner_key, look: 0, failed_looks: 0, limits: JSON.stringify({ orders: null, rupees: null }), draft_why: '' } as never)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return lockTradingAccount(tx, { user_id, broker_id }, partner_key);
}

/** Without making or locking it. */
export const tradingAccountOf = (db: Database, { user_id, broker_id }: AccountKey): Promise<AccountRow | undefined> =>
  tradingTables(db)
    .selectFrom('trading_accounts')
    .selectAll()
    .where((eb) => eb.and({ user_id, broker_id }))
    .executeTakeFirst();

type AccountChange = Partial<Omit<AccountRow, 'user_id' | 'broker_id'>>;

export async function updateAccount(tx: Database, { user_id, broker_id }: AccountKey, change: AccountChange): Promise<void> {
  const json = Object.fromEntries(
    Object.entries(change).map(([name, value]) => [
      name,
      value !== null && typeof value === 'object' && !(value instanceof Date) ? JSON.stringify(value) : value,
    ]),
  );
  await tradingTables(tx)
    .updateTable('trading_accounts')
    .set(json as never)
    .where((eb) => eb.and({ user_id, broker_id }))
    .execute();
}

/** Has a book read by then at the latest. */
export async function lookAtBookBy(db: Database, { user_id, broker_id }: AccountKey, at: Date): Promise<void> {
  await tradingTables(db)
    .updateTable('trading_accounts')
    .set({ next_look_at: at })
    .where((eb) => eb.and({ user_id, broker_id }))
    .where((eb) => eb.or([eb('next_look_at', 'is', null), eb('next_look_at', '>', at)]))
    .execute();
}

/** Accounts whose book is due, at most so many of each broker, the longest due first; none of brokers that are `busy`. */
export const dueAccounts = (db: Database, now: Date, most: number, busy: readonly number[]): Promise<AccountKey[]> =>
  tradingTables(db)
    .selectFrom((eb) =>
      eb
        .selectFrom('trading_accounts')
        .select(['user_id', 'broker_id', sql<string>`row_number() over (partition by broker_id order by next_look_at)`.as('place')])
        .where('next_look_at', '<=', now)
        .where(sql<boolean>`broker_id <> all (${[...busy]}::integer[])`)
        .as('due'),
    )
    .select(['user_id', 'broker_id'])
    .where('place', '<=', String(most))
    .orderBy('place')
    .execute();
