import type { Database } from '../../platform/platform.ts';
import { type DifferenceRow, tradingTables } from '../tables.ts';
import type { AccountKey } from './account.store.ts';

export type OpenDifference = Pick<DifferenceRow, 'kind' | 'broker_order_id' | 'order_id' | 'symbol' | 'ours' | 'theirs'>;

/** Stores where the broker's book and ours disagree now. A difference that stays keeps the time since which it has been there. */
export async function storeBookDifferences(
  tx: Database,
  { user_id, broker_id }: AccountKey,
  differences: readonly OpenDifference[],
  since: Date,
): Promise<void> {
  const db = tradingTables(tx);
  const stored = await db
    .selectFrom('trading_differences')
    .selectAll()
    .where((eb) => eb.and({ user_id, broker_id }))
    .execute();
  const keyOf = ({ kind, broker_order_id, order_id }: OpenDifference): string => `${kind} ${broker_order_id} ${order_id}`;
  const wanted = new Map(differences.map((difference) => [keyOf(difference), difference]));
  for (const old of stored) {
    const same = wanted.get(keyOf(old));
    if (same && same.ours === old.ours && same.theirs === old.theirs) wanted.delete(keyOf(old));
    else {
      const { kind, broker_order_id, order_id } = old;
      await db
        .deleteFrom('trading_differences')
        .where((eb) => eb.and({ user_id, broker_id, kind, broker_order_id, order_id }))
        .execute();
    }
  }
  for (const difference of wanted.values())
    await db
      .insertInto('trading_differences')
      .values({ ...difference, user_id, broker_id, since })
      .execute();
}

export const bookDifferencesOf = (db: Database, { user_id, broker_id }: AccountKey): Promise<DifferenceRow[]> =>
  tradingTables(db)
    .selectFrom('trading_differences')
    .selectAll()
    .where((eb) => eb.and({ user_id, broker_id }))
    .orderBy('since')
    .execute();
