import { sql } from 'kysely';
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
  const keyOf = ({ kind, broker_order_id, order_id }: OpenDifference): string => `${kind} ${broker_order_id} ${order_id}`;
  const wanted = [...new Map(differences.map((difference) => [keyOf(difference), difference])).values()];
  // One statement, however long the book: what is gone goes, what is new or different is written.
  await sql`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
        as one (kind text, broker_order_id text, order_id text, symbol text, ours text, theirs text)
    ), gone as (
      delete from trading_differences as old
      where old.user_id = ${user_id} and old.broker_id = ${broker_id}
        and not exists (
          select from wanted
          where wanted.kind = old.kind and wanted.broker_order_id = old.broker_order_id and wanted.order_id = old.order_id
        )
    )
    insert into trading_differences as old (user_id, broker_id, kind, broker_order_id, order_id, symbol, ours, theirs, since)
    select ${user_id}, ${broker_id}::integer, kind, broker_order_id, order_id, symbol, ours, theirs, ${since}::timestamptz from wanted
    on conflict (user_id, broker_id, kind, broker_order_id, order_id)
      do update set symbol = excluded.symbol, ours = excluded.ours, theirs = excluded.theirs, since = excluded.since
      where (old.ours, old.theirs) is distinct from (excluded.ours, excluded.theirs)
  `.execute(tx);
}

export const bookDifferencesOf = (db: Database, { user_id, broker_id }: AccountKey): Promise<DifferenceRow[]> =>
  tradingTables(db)
    .selectFrom('trading_differences')
    .selectAll()
    .where((eb) => eb.and({ user_id, broker_id }))
    .orderBy('since')
    .execute();
