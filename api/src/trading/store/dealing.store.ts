import { DEALING_DAYS } from '@vimarsh/shared/domain/calls/publishing/publish-rules.ts';
import { addDays, istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { sql } from 'kysely';
import type { Database } from '../../platform/platform.ts';
import { tradingTables } from '../tables.ts';
import { ALIVE } from './order.store.ts';

/** One person's accounts, and the names that a share has or had. */
export interface Dealing {
  readonly user_ids: readonly string[];
  readonly symbols: readonly string[];
}

/**
 * Until the transaction ends nobody publishes a call and nobody places an order for these accounts: an order and a call of the same instant
 * come one after the other, and the later one sees the earlier. Locked in the order of the ids, so that two accounts of one person never wait
 * for each other.
 */
export async function lockDealing(tx: Database, user_ids: readonly string[]): Promise<void> {
  for (const user_id of [...user_ids].toSorted()) await sql`select pg_advisory_xact_lock(hashtextextended(${`dealing ${user_id}`}, 0))`.execute(tx);
}

/** Until which IST day an author may not deal in a share of an own call; null: may. */
export async function conflictUntil(db: Database, { user_ids, symbols }: Dealing, now: Date): Promise<string | null> {
  const latest = await tradingTables(db)
    .selectFrom('trading_authors')
    .select('published_at')
    .where('user_id', 'in', user_ids)
    .where('symbol', 'in', symbols)
    .orderBy('published_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!latest) return null;
  const until = addDays(istDay(latest.published_at), DEALING_DAYS.after);
  return istDay(now) <= until ? until : null;
}

/**
 * The latest IST day from `from` on, on which somebody dealt in a share or its contracts; an order that is still open deals today. Null: none.
 */
export async function latestDealing(db: Database, { user_ids, symbols }: Dealing, from: string, today: string): Promise<string | null> {
  const orders = tradingTables(db)
    .selectFrom('trading_orders')
    .where('user_id', 'in', user_ids)
    .where((eb) => eb.or([eb('instrument', 'in', symbols), ...symbols.map((symbol) => sql<boolean>`starts_with(instrument, ${`${symbol} `})`)]));
  const open = await orders.select('id').where('state', 'in', ALIVE).limit(1).executeTakeFirst();
  if (open) return today;
  const filled = await orders
    .select('day')
    .where('day', '>=', from)
    .where(sql<boolean>`(record ->> 'filled')::numeric > 0`)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return filled?.day ?? null;
}

export async function storeAuthor(
  tx: Database,
  call: { readonly user_id: string; readonly symbol: string; readonly call_id: string; readonly published_at: Date },
): Promise<void> {
  await tradingTables(tx)
    .insertInto('trading_authors')
    .values(call)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
