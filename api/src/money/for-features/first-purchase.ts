import { sql } from 'kysely';
import type { Database } from '../../platform/platform.ts';
import { moneyOf } from '../tables.ts';

/** Whether somebody has paid for a plan of investors that they did not cancel. Nothing else of it is told. */
export type HasBought = 'nothing' | 'kept' | 'cancelled';

/** Of these people those who have bought, whatever became of it. A plan that was given is no purchase. */
export async function boughtBy(db: Database, user_ids: readonly string[]): Promise<Map<string, Exclude<HasBought, 'nothing'>>> {
  if (user_ids.length === 0) return new Map();
  const rows = await moneyOf(db)
    .selectFrom('plan_orders')
    .select(['user_id', sql<boolean>`not bool_or(ended = '')`.as('cancelled')])
    .where('user_id', 'in', user_ids)
    .where('state', '=', 'paid')
    .where('plan', '!=', 'Publisher')
    .groupBy('user_id')
    .execute();
  return new Map(rows.map(({ user_id, cancelled }) => [user_id, cancelled ? 'cancelled' : 'kept']));
}
