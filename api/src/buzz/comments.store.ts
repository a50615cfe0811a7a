import { sql } from 'kysely';
import type { ListPlace } from './posts.store.ts';
import type { BuzzDb, CommentRow } from './tables.ts';

export const commentById = (db: BuzzDb, id: string): Promise<CommentRow | undefined> =>
  db.selectFrom('buzz_comments').selectAll().where('id', '=', id).executeTakeFirst();

export const commentsById = async (db: BuzzDb, ids: readonly string[]): Promise<Map<string, CommentRow>> => {
  const rows = ids.length === 0 ? [] : await db.selectFrom('buzz_comments').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
};

/** A place among the comments of a post: thread and comment. */
const THREAD_PLACE = /^([0-9A-Za-z_-]{1,40})\.([0-9A-Za-z_-]{1,40})$/;
export const readThreadPlace = (place: string): [root_id: string, id: string] | null => {
  const [, root, id] = THREAD_PLACE.exec(place) ?? [];
  return root === undefined || id === undefined ? null : [root, id];
};
export const writeThreadPlace = ({ root_id, id }: CommentRow): string => `${root_id}.${id}`;

/** Thread by thread, the oldest first. */
export async function commentsOf(db: BuzzDb, post_id: string, behind: readonly [string, string] | null, limit: number): Promise<CommentRow[]> {
  let query = db.selectFrom('buzz_comments').selectAll().where('post_id', '=', post_id);
  if (behind) query = query.where(sql<boolean>`(root_id, id) > (${behind[0]}, ${behind[1]})`);
  return query.orderBy('root_id').orderBy('id').limit(limit).execute();
}

/** A member’s own comments on posts that are live, the latest first. */
export async function commentsBy(db: BuzzDb, author_id: string, behind: ListPlace | undefined, limit: number): Promise<CommentRow[]> {
  let query = db
    .selectFrom('buzz_comments as c')
    .innerJoin('buzz_posts as p', 'p.id', 'c.post_id')
    .selectAll('c')
    .where('c.author_id', '=', author_id)
    .where('c.removed_by', '=', '')
    .where('p.status', '=', 'live');
  if (behind) query = query.where(sql<boolean>`(c.at, c.id) < (${behind.at}, ${behind.id})`);
  return query.orderBy('c.at', 'desc').orderBy('c.id', 'desc').limit(limit).execute();
}

export async function insertComment(tx: BuzzDb, row: CommentRow): Promise<void> {
  await tx.insertInto('buzz_comments').values(row).execute();
  await tx
    .updateTable('buzz_posts')
    .set((eb) => ({ comments: eb('comments', '+', 1) }))
    .where('id', '=', row.post_id)
    .execute();
}

/** False where it was removed before. */
export async function removeComment(
  tx: BuzzDb,
  { id, post_id }: CommentRow,
  { removed_by, remover_id, removed_reason, removed_at }: Pick<CommentRow, 'removed_by' | 'remover_id' | 'removed_reason' | 'removed_at'>,
): Promise<boolean> {
  const [row] = await tx
    .updateTable('buzz_comments')
    .set({ removed_by, remover_id, removed_reason, removed_at })
    .where('id', '=', id)
    .where('removed_by', '=', '')
    .returning('id')
    .execute();
  if (!row) return false;
  await tx
    .updateTable('buzz_posts')
    .set((eb) => ({ comments: eb('comments', '-', 1) }))
    .where('id', '=', post_id)
    .execute();
  return true;
}
