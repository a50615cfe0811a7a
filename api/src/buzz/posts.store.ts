import type { PostStatus } from '@vimarsh/shared/contract/buzz/types.ts';
import { sql } from 'kysely';
import type { BuzzDb, PostRow } from './tables.ts';

/** A place in a list of posts: an instant, and the id of who has it. */
export interface ListPlace {
  readonly at: Date;
  readonly id: string;
}

const PLACE = /^(\d{1,14})_([0-9A-Za-z_-]{1,64})$/;

/** Null for what no page gave out. */
export function readPlace(place: string): ListPlace | null {
  const [, ms, id] = PLACE.exec(place) ?? [];
  return id === undefined ? null : { at: new Date(Number(ms)), id };
}
export const writePlace = ({ at, id }: ListPlace): string => `${at.getTime()}_${id}`;

export const postById = (db: BuzzDb, id: string): Promise<PostRow | undefined> =>
  db.selectFrom('buzz_posts').selectAll().where('id', '=', id).executeTakeFirst();

export const postsById = async (db: BuzzDb, ids: readonly string[]): Promise<Map<string, PostRow>> => {
  const rows = ids.length === 0 ? [] : await db.selectFrom('buzz_posts').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
};

/** The same, which nobody else changes until the transaction ends. */
export const lockedPost = (tx: BuzzDb, id: string): Promise<PostRow | undefined> =>
  tx.selectFrom('buzz_posts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Until the transaction ends nobody else counts or publishes this author’s posts: two at once must not pass a limit. */
export async function lockAuthor(tx: BuzzDb, author_id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`buzz ${author_id}`}, 0))`.execute(tx);
}

/**
 * The instant of a publication: later than that of every post before. The lock lasts until the commit, so a reader of the feed never finds a
 * post behind a place that they have passed.
 */
export async function nextPublication(tx: BuzzDb, now: Date): Promise<Date> {
  await sql`select pg_advisory_xact_lock(hashtextextended('buzz publications', 0))`.execute(tx);
  const { last } = await tx
    .selectFrom('buzz_posts')
    .select(({ fn }) => fn.max('published_at').as('last'))
    .executeTakeFirstOrThrow();
  return last && last >= now ? new Date(last.getTime() + 1) : now;
}

export interface FeedFilter {
  /** Of these authors only. */
  readonly authors?: readonly string[] | undefined;
  readonly symbol?: string | undefined;
  readonly behind?: ListPlace | undefined;
}

/** Live posts, the latest first. */
export async function livePosts(db: BuzzDb, { authors, symbol, behind }: FeedFilter, limit: number): Promise<PostRow[]> {
  let query = db.selectFrom('buzz_posts').selectAll().where('status', '=', 'live');
  if (authors) {
    if (authors.length === 0) return [];
    query = query.where('author_id', 'in', authors);
  }
  if (symbol !== undefined) query = query.where(sql<boolean>`symbols @> ${JSON.stringify([symbol])}::jsonb`);
  if (behind) query = query.where(sql<boolean>`(published_at, id) < (${behind.at}, ${behind.id})`);
  return query.orderBy('published_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

export async function postsOf(
  db: BuzzDb,
  author_id: string,
  { status, behind }: { status?: PostStatus | undefined; behind?: ListPlace | undefined },
  limit: number,
) {
  let query = db.selectFrom('buzz_posts').selectAll().where('author_id', '=', author_id);
  if (status) query = query.where('status', '=', status);
  if (behind) query = query.where(sql<boolean>`(changed_at, id) < (${behind.at}, ${behind.id})`);
  return query.orderBy('changed_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

export async function postCounts(db: BuzzDb, author_id: string): Promise<Record<PostStatus, number>> {
  const rows = await db
    .selectFrom('buzz_posts')
    .select(({ fn }) => ['status', fn.countAll<number>().as('posts')])
    .where('author_id', '=', author_id)
    .groupBy('status')
    .execute();
  const counts = { draft: 0, scheduled: 0, live: 0, under_review: 0, removed: 0 };
  for (const { status, posts } of rows) counts[status] = Number(posts);
  return counts;
}

/** When an author’s posts were published since an instant; of those that wait for approval, when they were sent. */
export async function publicationsSince(db: BuzzDb, author_id: string, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('buzz_posts')
    .select(sql<Date>`coalesce(published_at, changed_at)`.as('at'))
    .where('author_id', '=', author_id)
    .where('status', 'not in', ['draft', 'scheduled'])
    .where(sql<boolean>`coalesce(published_at, changed_at) >= ${since}`)
    .execute();
  return rows.map(({ at }) => new Date(at));
}

/** Scheduled posts whose time has come, the longest due first. */
export async function duePosts(db: BuzzDb, now: Date, limit: number): Promise<{ id: string; author_id: string }[]> {
  return db
    .selectFrom('buzz_posts')
    .select(['id', 'author_id'])
    .where('status', '=', 'scheduled')
    .where('scheduled_at', '<=', now)
    .orderBy('scheduled_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Keeps the text that stands as an earlier one. */
export async function keepVersion(tx: BuzzDb, post: PostRow, until: Date): Promise<void> {
  const { versions } = await tx
    .selectFrom('buzz_versions')
    .select(({ fn }) => fn.countAll<number>().as('versions'))
    .where('post_id', '=', post.id)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('buzz_versions')
    .values({
      post_id: post.id,
      n: Number(versions) + 1,
      text: post.text,
      symbols: JSON.stringify(post.symbols),
      conflicts: JSON.stringify(post.conflicts),
      call_id: post.call_id,
      disclosure: post.disclosure,
      from_at: post.edited_at ?? post.published_at!,
      until_at: until,
    })
    .execute();
}

export const earlierTexts = (db: BuzzDb, post_id: string) => db.selectFrom('buzz_versions').selectAll().where('post_id', '=', post_id).orderBy('n').execute();

/** The most frequent symbols of live posts since an instant, without those beside a call: who may not read it would learn its stock. */
export async function tagsSince(db: BuzzDb, since: Date, limit: number): Promise<{ symbol: string; posts: number }[]> {
  const { rows } = await sql<{ symbol: string; posts: string }>`
    select tag.symbol, count(*) as posts from buzz_posts p, jsonb_array_elements_text(p.symbols) as tag (symbol)
    where p.status = 'live' and p.call_id is null and p.published_at >= ${since}
    group by tag.symbol order by count(*) desc, tag.symbol limit ${limit}`.execute(db);
  return rows.map(({ symbol, posts }) => ({ symbol, posts: Number(posts) }));
}

const REACTIONS = { like: ['buzz_likes', 'likes'], save: ['buzz_saves', 'saves'] } as const;

/** Sets or takes back a like or a bookmark; the post’s count moves only when it changed. */
export async function react(tx: BuzzDb, kind: keyof typeof REACTIONS, post_id: string, user_id: string, on: boolean, at: Date) {
  const [table, column] = REACTIONS[kind];
  const changed = on
    ? await tx
        .insertInto(table)
        .values({ post_id, user_id, at })
        .onConflict((conflict) => conflict.doNothing())
        .returning('user_id')
        .execute()
    : await tx.deleteFrom(table).where('post_id', '=', post_id).where('user_id', '=', user_id).returning('user_id').execute();
  if (changed.length === 0) return;
  let post = tx
    .updateTable('buzz_posts')
    .set((eb) => ({ [column]: eb(column, '+', on ? 1 : -1) }))
    .where('id', '=', post_id);
  // The author's own like is theirs to see, and no reader's opinion.
  if (kind === 'like') post = post.where('author_id', '<>', user_id);
  await post.execute();
}

/** Which of these posts a member liked or saved. */
export async function reactionsOf(db: BuzzDb, kind: keyof typeof REACTIONS, post_ids: readonly string[], user_id: string): Promise<Set<string>> {
  if (post_ids.length === 0) return new Set();
  const rows = await db.selectFrom(REACTIONS[kind][0]).select('post_id').where('post_id', 'in', post_ids).where('user_id', '=', user_id).execute();
  return new Set(rows.map(({ post_id }) => post_id));
}

/** Saved posts of a member that are still live, the latest saved first, with when they were saved. */
export async function savedPosts(db: BuzzDb, user_id: string, behind: ListPlace | undefined, limit: number) {
  let query = db
    .selectFrom('buzz_saves as s')
    .innerJoin('buzz_posts as p', 'p.id', 's.post_id')
    .selectAll('p')
    .select('s.at as saved_at')
    .where('s.user_id', '=', user_id)
    .where('p.status', '=', 'live');
  if (behind) query = query.where(sql<boolean>`(s.at, s.post_id) < (${behind.at}, ${behind.id})`);
  return query.orderBy('s.at', 'desc').orderBy('s.post_id', 'desc').limit(limit).execute();
}
