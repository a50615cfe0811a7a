import { CONFLICTS } from '@vimarsh/shared/contract/buzz/types.ts';
import { disclosureFooter } from '@vimarsh/shared/domain/buzz/disclosure-footer.ts';
import { declaredConflicts } from '@vimarsh/shared/domain/calls/conflicts.ts';
import type { Calls } from '../../calls/index.ts';
import type { Identity } from '../../identity/index.ts';
import type { Platform } from '../../platform/platform.ts';
import { insertComment } from '../comments.store.ts';
import { react } from '../posts.store.ts';
import { type BuzzDb, buzzTables } from '../tables.ts';
import { DEMO_POSTS, type DemoPost } from './demo-posts.ts';

interface SeedParts {
  readonly platform: Pick<Platform, 'db' | 'transaction'>;
  readonly identity: Pick<Identity, 'asker' | 'entries' | 'known'>;
  readonly calls: Pick<Calls, 'endedCallsOf'>;
  readonly now: Date;
}

const HOUR_MS = 3600_000;
const demoId = (kind: string, n: number): string => `demo_${kind}_${String(n).padStart(3, '0')}`;
const stands = { removed_by: '', remover_id: '', removed_reason: '', removed_at: null } as const;

/** The author’s latest ended call, with what it declares. */
async function latestEnded({ identity, calls }: SeedParts, author_id: string) {
  const asker = await identity.asker(author_id);
  if (!asker) return null;
  for await (const page of calls.endedCallsOf(author_id, asker, 1)) {
    const published = page[0]?.events[0];
    if (published) return { id: published.call_id, conflicts: declaredConflicts((JSON.parse(published.canonical) as { payload: object }).payload) };
  }
  return null;
}

/** Fills an empty Expert Buzz with posts of the demo’s experts, dated before this start. Nothing is written where there is a post already. */
export async function seedBuzz(parts: SeedParts): Promise<void> {
  const { platform, identity, now } = parts;
  const db = buzzTables(platform.db);
  const isEmpty = async (from: BuzzDb) => (await from.selectFrom('buzz_posts').select('id').limit(1).executeTakeFirst()) === undefined;
  if (!(await isEmpty(db))) return;
  const authors = await identity.entries(platform.db, [...new Set(DEMO_POSTS.map(({ by }) => by))]);
  const people = await identity.known(DEMO_POSTS.flatMap(({ comments = [], likes = [] }) => [...comments.map(({ by }) => by), ...likes]));
  const ended = new Map<DemoPost, Awaited<ReturnType<typeof latestEnded>>>();
  for (const post of DEMO_POSTS) if (post.call) ended.set(post, await latestEnded(parts, post.by));

  await platform.transaction(async (shared) => {
    const tx = buzzTables(shared);
    if (!(await isEmpty(tx))) return;
    let comments = 0;
    for (const [n, post] of DEMO_POSTS.entries()) {
      const author = authors.get(post.by);
      if (author?.standing !== 'registered') continue;
      const id = demoId('post', n + 1);
      const at = new Date(now.getTime() - post.hours * HOUR_MS);
      const call = ended.get(post) ?? null;
      const conflicts = CONFLICTS.filter((conflict) => post.conflicts?.includes(conflict) || call?.conflicts.includes(conflict));
      await tx
        .insertInto('buzz_posts')
        .values({
          id,
          author_id: post.by,
          status: 'live',
          text: post.text,
          symbols: JSON.stringify(post.symbols ?? []),
          conflicts: JSON.stringify(conflicts),
          call_id: call?.id ?? null,
          author_name: author.name,
          category: author.category,
          reg_no: author.reg_no,
          disclosure: disclosureFooter(author, conflicts),
          created_at: at,
          changed_at: at,
          published_at: at,
          scheduled_at: null,
          edited_at: null,
          ...stands,
          ...{ likes: 0, saves: 0, comments: 0, reports: 0 },
        })
        .execute();
      const ids: string[] = [];
      for (const [place, comment] of (post.comments ?? []).entries()) {
        comments += 1;
        const comment_id = demoId('comment', comments);
        ids.push(comment_id);
        if (!people.has(comment.by)) continue;
        const root_id = comment.answers === undefined ? comment_id : ids[comment.answers]!;
        const written = new Date(at.getTime() + (place + 1) * (HOUR_MS / 2));
        await insertComment(tx, { id: comment_id, post_id: id, root_id, author_id: comment.by, text: comment.text, at: written, ...stands });
      }
      for (const user_id of post.likes ?? []) if (people.has(user_id)) await react(tx, 'like', id, user_id, true, at);
    }
  });
}
