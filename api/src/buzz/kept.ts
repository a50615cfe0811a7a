import { dropCases, openedBy, reportsBy } from '../cases/index.ts';
import type { Identity } from '../identity/index.ts';
import type { Database } from '../platform/platform.ts';
import { removeComment } from './comments.store.ts';
import { removePost } from './posting.ts';
import { lockedPost, react } from './posts.store.ts';
import { type BuzzDb, buzzTables } from './tables.ts';

/** How long what was published stays, also after the account that wrote it. */
const YEARS_KEPT = 5;
/** A member reports twenty things a day at most. */
const EVERY_REPORT = 50_000;

/** Everything a person wrote, also what was removed or refused, and what they liked, saved and reported. */
async function buzzKept(db: BuzzDb, user_id: string) {
  const posts = await db.selectFrom('buzz_posts').selectAll().where('author_id', '=', user_id).orderBy('id').execute();
  const ids = posts.map(({ id }) => id);
  const versions = ids.length === 0 ? [] : await db.selectFrom('buzz_versions').selectAll().where('post_id', 'in', ids).orderBy('n').execute();
  const comments = await db.selectFrom('buzz_comments').selectAll().where('author_id', '=', user_id).orderBy('id').execute();
  const blocked = await db.selectFrom('buzz_blocked').selectAll().where('author_id', '=', user_id).orderBy('at').execute();
  const reports = await reportsBy(db, 'buzz', user_id, EVERY_REPORT);
  const likes = await db.selectFrom('buzz_likes').select(['post_id', 'at']).where('user_id', '=', user_id).orderBy('at').execute();
  const saves = await db.selectFrom('buzz_saves').select(['post_id', 'at']).where('user_id', '=', user_id).orderBy('at').execute();
  const appeals = await openedBy(db, 'buzz', user_id);
  return {
    // Authors are not told who moderates.
    posts: posts.map(({ author_id: _, remover_id: __, ...post }) => ({ ...post, versions: versions.filter(({ post_id }) => post_id === post.id) })),
    comments: comments.map(({ author_id: _, remover_id: __, ...comment }) => comment),
    blocked: blocked.map(({ author_id: _, digest: __, ...row }) => row),
    reports: reports.map(({ id, target_id, reason, note, at }) => ({ id, target_id, reason, note, at })),
    appeals,
    likes,
    saves,
  };
}

/**
 * Leaves tombstones in place of what the person published, and forgets drafts, likes and bookmarks. The texts are kept for five years under
 * the number of an account that has neither name nor contact any more.
 */
async function eraseBuzz(tx: BuzzDb, user_id: string, now: Date): Promise<void> {
  await tx.deleteFrom('buzz_posts').where('author_id', '=', user_id).where('status', 'in', ['draft', 'scheduled']).execute();
  const posts = await tx.selectFrom('buzz_posts').selectAll().where('author_id', '=', user_id).orderBy('id').forUpdate().execute();
  for (const post of posts) await removePost(tx, post, { type: 'WITHDRAW', by: 'author' }, '', 'gone', now);
  const comments = await tx.selectFrom('buzz_comments').selectAll().where('author_id', '=', user_id).where('removed_by', '=', '').orderBy('id').execute();
  for (const comment of comments) {
    await lockedPost(tx, comment.post_id);
    await removeComment(tx, comment, { removed_by: 'author', remover_id: '', removed_reason: 'gone', removed_at: now });
  }
  for (const [kind, table] of [['like', 'buzz_likes'] as const, ['save', 'buzz_saves'] as const]) {
    const reactions = await tx.selectFrom(table).select('post_id').where('user_id', '=', user_id).orderBy('post_id').execute();
    for (const { post_id } of reactions) {
      await lockedPost(tx, post_id);
      await react(tx, kind, post_id, user_id, false, now);
    }
  }
}

/** Takes away what was removed longer ago than the law asks for, with all that hangs on it; what stands is kept. */
export async function tidyBuzz(tx: BuzzDb, now: Date): Promise<void> {
  const oldest = new Date(now);
  oldest.setUTCFullYear(oldest.getUTCFullYear() - YEARS_KEPT);
  const old = tx.selectFrom('buzz_posts').select('id').where('removed_at', '<', oldest);
  await dropCases(
    tx,
    (await old.execute()).map(({ id }) => id),
  );
  for (const table of ['buzz_versions', 'buzz_comments', 'buzz_likes', 'buzz_saves'] as const) await tx.deleteFrom(table).where('post_id', 'in', old).execute();
  await tx.deleteFrom('buzz_posts').where('removed_at', '<', oldest).execute();
  await tx.deleteFrom('buzz_blocked').where('at', '<', oldest).execute();
  await tx.deleteFrom('buzz_writes').where('at', '<', oldest).execute();
}

export function keepBuzz(identity: Pick<Identity, 'keeps'>, db: Database, clock: () => Date): void {
  const tables = buzzTables(db);
  identity.keeps({ name: 'buzz', of: (user_id) => buzzKept(tables, user_id), erase: (tx, user_id) => eraseBuzz(tx, user_id, clock()) });
}
