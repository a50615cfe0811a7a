import type { Segment } from '@vimarsh/shared/contract/watchlists/types.ts';
import { nameKey } from '@vimarsh/shared/domain/watchlists/rules.ts';
import { sql } from 'kysely';
import type { ListRow, WatchlistDatabase } from './tables.ts';

/** A list with its codes in their order. */
export interface KeptList extends Pick<ListRow, 'id' | 'segment' | 'name' | 'version'> {
  readonly codes: readonly string[];
}

/** Until the transaction ends nobody else makes or deletes this person's lists: two requests at once must not pass the most they may have. */
export async function lockLists(tx: WatchlistDatabase, user_id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`watchlists ${user_id}`}, 0))`.execute(tx);
}

/** By the time they were made, which decides what a smaller plan locks. */
export async function listsOf(db: WatchlistDatabase, user_id: string, segment: Segment): Promise<KeptList[]> {
  const lists = await db
    .selectFrom('watchlists')
    .select(['id', 'segment', 'name', 'version'])
    .where('user_id', '=', user_id)
    .where('segment', '=', segment)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const codes = await codesOf(
    db,
    lists.map(({ id }) => id),
  );
  return lists.map((list) => ({ ...list, codes: codes(list.id) }));
}

async function codesOf(db: WatchlistDatabase, ids: readonly string[]): Promise<(id: string) => string[]> {
  if (ids.length === 0) return () => [];
  const rows = await db.selectFrom('watchlist_items').select(['list_id', 'code']).where('list_id', 'in', ids).orderBy('place').orderBy('code').execute();
  const by = Map.groupBy(rows, ({ list_id }) => list_id);
  return (id) => (by.get(id) ?? []).map(({ code }) => code);
}

/** Another's list is none. Within a transaction it is this caller's until the end. */
export async function listOf(db: WatchlistDatabase, user_id: string, id: string, { lock }: { lock: boolean }): Promise<KeptList | null> {
  const query = db.selectFrom('watchlists').select(['id', 'segment', 'name', 'version']).where('id', '=', id).where('user_id', '=', user_id);
  const list = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return list ? { ...list, codes: (await codesOf(db, [id]))(id) } : null;
}

/** A list made since then under exactly this name, which nobody has changed; null where there is none. */
export async function listMade(
  tx: WatchlistDatabase,
  { user_id, segment, name }: Pick<ListRow, 'user_id' | 'segment' | 'name'>,
  since: Date,
): Promise<KeptList | null> {
  const list = await tx
    .selectFrom('watchlists')
    .select(['id', 'segment', 'name', 'version'])
    .where('user_id', '=', user_id)
    .where('segment', '=', segment)
    .where('name', '=', name)
    .where('version', '=', 1)
    .where('created_at', '>=', since)
    .executeTakeFirst();
  return list ? { ...list, codes: (await codesOf(tx, [list.id]))(list.id) } : null;
}

export async function insertList(tx: WatchlistDatabase, list: Pick<ListRow, 'id' | 'user_id' | 'segment' | 'name'>, now: Date): Promise<void> {
  await tx
    .insertInto('watchlists')
    .values({ ...list, name_key: nameKey(list.name), version: 1, created_at: now, changed_at: now })
    .execute();
}

export async function renameList(tx: WatchlistDatabase, id: string, name: string): Promise<void> {
  await tx
    .updateTable('watchlists')
    .set({ name, name_key: nameKey(name) })
    .where('id', '=', id)
    .execute();
}

/** The list holds these afterwards, in this order. What was there keeps the time it was added. */
export async function writeCodes(tx: WatchlistDatabase, id: string, codes: readonly string[], now: Date): Promise<void> {
  let gone = tx.deleteFrom('watchlist_items').where('list_id', '=', id);
  if (codes.length > 0) gone = gone.where('code', 'not in', codes);
  await gone.execute();
  if (codes.length === 0) return;
  await tx
    .insertInto('watchlist_items')
    .values(codes.map((code, place) => ({ list_id: id, code, place, added_at: now })))
    .onConflict((conflict) => conflict.columns(['list_id', 'code']).doUpdateSet((eb) => ({ place: eb.ref('excluded.place') })))
    .execute();
}

export async function raiseVersion(tx: WatchlistDatabase, id: string, now: Date): Promise<number> {
  const { version } = await tx
    .updateTable('watchlists')
    .set((eb) => ({ version: eb('version', '+', 1), changed_at: now }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

export async function deleteList(tx: WatchlistDatabase, id: string): Promise<void> {
  await tx.deleteFrom('watchlists').where('id', '=', id).execute();
}

/** Whether a failed statement says that another list has this name. */
export const isNameTaken = (error: unknown): boolean => error instanceof Error && (error as { code?: unknown }).code === '23505';

/** All that is kept of a person's lists, for the copy of one's data. */
export async function listsKept(db: WatchlistDatabase, user_id: string) {
  const lists = await db
    .selectFrom('watchlists')
    .select(['id', 'segment', 'name', 'created_at', 'changed_at'])
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .execute();
  const rows = await db
    .selectFrom('watchlist_items as item')
    .innerJoin('watchlists as list', 'list.id', 'item.list_id')
    .select(['item.list_id', 'item.code', 'item.added_at'])
    .where('list.user_id', '=', user_id)
    .orderBy('item.place')
    .execute();
  const items = Map.groupBy(rows, ({ list_id }) => list_id);
  return lists.map(({ id, ...list }) => ({ ...list, items: (items.get(id) ?? []).map(({ code, added_at }) => ({ code, added_at })) }));
}

/** Part of the account's erasure. Items go with their lists. */
export async function forgetLists(tx: WatchlistDatabase, user_id: string): Promise<void> {
  await tx.deleteFrom('watchlists').where('user_id', '=', user_id).execute();
}

/** Whether nobody has a list yet. */
export const isEmpty = async (db: WatchlistDatabase): Promise<boolean> => (await db.selectFrom('watchlists').select('id').limit(1).execute()).length === 0;
