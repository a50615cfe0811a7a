import type { Database } from '../../platform/platform.ts';
import { tradingTables } from '../tables.ts';
import type { AccountKey } from './account.store.ts';

/** What a broker told last of a person, and when. */
export async function toldBefore<T>(
  db: Database,
  { user_id, broker_id }: AccountKey,
  what: 'positions' | 'holdings' | 'funds',
): Promise<{ value: T; at: Date } | null> {
  const row = await tradingTables(db)
    .selectFrom('trading_told')
    .select(['value', 'at'])
    .where((eb) => eb.and({ user_id, broker_id, what }))
    .executeTakeFirst();
  return row ? { value: row.value as T, at: row.at } : null;
}

export async function storeTold(
  db: Database,
  { user_id, broker_id }: AccountKey,
  what: 'positions' | 'holdings' | 'funds',
  value: unknown,
  at: Date,
): Promise<void> {
  await tradingTables(db)
    .insertInto('trading_told')
    .values({ user_id, broker_id, what, value: JSON.stringify(value), at })
    .onConflict((conflict) => conflict.columns(['user_id', 'broker_id', 'what']).doUpdateSet({ value: JSON.stringify(value), at }))
    .execute();
}

/** Steps are kept for five years, whoever asks to be forgotten: what a broker is asked in somebody’s name has to be shown for that long. */
export const AUDIT_DAYS = 5 * 365 + 2;

/** Everything a person has here, for their copy. */
export async function tradingKept(db: Database, user_id: string): Promise<unknown> {
  const tables = tradingTables(db);
  const [accounts, orders, steps] = await Promise.all([
    tables
      .selectFrom('trading_accounts')
      .select(['broker_id', 'limits', 'limits_next', 'limits_day', 'paused_day', 'draft'])
      .where('user_id', '=', user_id)
      .execute(),
    tables
      .selectFrom('trading_orders')
      .select(['id', 'broker_id', 'ticket', 'state', 'broker_order_id', 'placed_at', 'updated_at'])
      .where('user_id', '=', user_id)
      .orderBy('placed_at')
      .execute(),
    tables
      .selectFrom('trading_steps as step')
      .innerJoin('trading_orders as order', 'order.id', 'step.order_id')
      .select(['step.order_id', 'step.n', 'step.at', 'step.by', 'step.kind', 'step.text'])
      .where('order.user_id', '=', user_id)
      .orderBy('step.order_id')
      .orderBy('step.n')
      .execute(),
  ]);
  return { accounts, orders, steps };
}

/**
 * Within the erasure of an account. What is a wish of today goes; orders and their steps stay for their five years with the id alone, which
 * leads to nobody any more, and without which call they followed.
 */
export async function forgetTrader(tx: Database, user_id: string): Promise<void> {
  const tables = tradingTables(tx);
  await tables.deleteFrom('trading_told').where('user_id', '=', user_id).execute();
  await tables.deleteFrom('trading_authors').where('user_id', '=', user_id).execute();
  await tables.deleteFrom('trading_differences').where('user_id', '=', user_id).execute();
  await tables.deleteFrom('trading_accounts').where('user_id', '=', user_id).execute();
}

/** Forgets orders whose five years are over. */
export async function tidyTrading(tx: Database, before: Date): Promise<void> {
  const tables = tradingTables(tx);
  const old = tables.selectFrom('trading_orders').select('id').where('updated_at', '<', before);
  await tables.deleteFrom('trading_steps').where('order_id', 'in', old).execute();
  await tables.deleteFrom('trading_orders').where('updated_at', '<', before).execute();
}
