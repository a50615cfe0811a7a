import type { newComment, newReport } from '@vimarsh/shared/contract/buzz/types.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { COMMENTS, isHiddenByReports, LIKES, REPORTER_AGE_MS, REPORTS } from '@vimarsh/shared/domain/buzz/limits.ts';
import { movePost } from '@vimarsh/shared/domain/buzz/post.machine.ts';
import type * as z from 'zod/mini';
import { addReport, openCase, reportBy, reportById, reportersIn, wasLetStand } from '../cases/index.ts';
import type { Identity } from '../identity/index.ts';
import { callerOf } from '../platform/access/access.ts';
import { Fail, type Platform, refuseField } from '../platform/platform.ts';
import { ulid } from '../platform/text/id.ts';
import type { CheckPublicText } from './check-text.ts';
import { commentById, insertComment, removeComment } from './comments.store.ts';
import type { BuzzWriter } from './posting.ts';
import { lockedPost, react } from './posts.store.ts';
import { type BuzzDb, buzzTables, type PostRow } from './tables.ts';
import { keepWrite, once, refuseGuarded, targetOf, wishOf } from './writes.ts';

interface Parts {
  readonly platform: Pick<Platform, 'db' | 'transaction' | 'audit' | 'limits'>;
  readonly identity: Pick<Identity, 'isOpen' | 'settled'>;
  readonly checkText: CheckPublicText;
  readonly clock: () => Date;
}

/** Deeds of readers: comments, likes, bookmarks, reports. */
export function createJoining({ platform, identity, checkText, clock }: Parts) {
  const db = buzzTables(platform.db);

  async function livePost(tx: BuzzDb, id: string): Promise<PostRow> {
    const post = await lockedPost(tx, id);
    if (!post || post.status === 'draft' || post.status === 'scheduled') throw new Fail('NOT_FOUND');
    if (post.status !== 'live') throw new Fail('BUZZ_STATE');
    return post;
  }

  async function comment(writer: BuzzWriter, { client_id, post, parent, text }: z.output<typeof newComment>): Promise<string> {
    if (!may(callerOf(writer), 'buzz.comment')) throw new Fail('NOT_ENTITLED');
    const { user_id } = writer.caller!;
    const wish = wishOf(user_id, { client_id, ...{ post, parent, text } }, 'comment');
    const existing = await targetOf(db, wish);
    if (existing !== null) return existing;
    await platform.limits.take(`buzz comments ${user_id}`, COMMENTS);
    await refuseGuarded(db, checkText, wish, text, clock());
    return once(db, wish, () =>
      platform.transaction(async (shared) => {
        const tx = buzzTables(shared);
        if (!(await identity.isOpen(shared, user_id))) throw new Fail('FORBIDDEN');
        const { id: post_id } = await livePost(tx, post);
        const answered = parent === null ? null : await commentById(tx, parent);
        if (answered !== null && (answered?.post_id !== post_id || answered.root_id !== answered.id || answered.removed_by !== ''))
          refuseField('parent', 'This comment can’t be answered');
        const id = ulid();
        const now = clock();
        const stands = { removed_by: '', remover_id: '', removed_reason: '', removed_at: null } as const;
        await insertComment(tx, { id, post_id, root_id: answered?.id ?? id, author_id: user_id, text, at: now, ...stands });
        await keepWrite(tx, wish, id, now);
        return id;
      }),
    );
  }

  async function withdrawComment({ caller }: BuzzWriter, id: string): Promise<void> {
    const { user_id } = caller!;
    await platform.transaction(async (shared) => {
      const tx = buzzTables(shared);
      const found = await commentById(tx, id);
      if (found?.author_id !== user_id) throw new Fail('NOT_FOUND');
      // The post first, as moderators lock it: two who remove one comment never wait for each other.
      await lockedPost(tx, found.post_id);
      await removeComment(tx, found, { removed_by: 'author', remover_id: '', removed_reason: 'other', removed_at: clock() });
    });
  }

  async function toggle({ caller }: BuzzWriter, kind: 'like' | 'save', post: string, on: boolean): Promise<PostRow> {
    const { user_id } = caller!;
    await platform.limits.take(`buzz likes ${user_id}`, LIKES);
    return platform.transaction(async (shared) => {
      const tx = buzzTables(shared);
      if (!(await identity.isOpen(shared, user_id))) throw new Fail('FORBIDDEN');
      await livePost(tx, post);
      await react(tx, kind, post, user_id, on, clock());
      return (await lockedPost(tx, post))!;
    });
  }

  async function report({ caller }: BuzzWriter, { client_id, kind, target, reason, note }: z.output<typeof newReport>) {
    const { user_id } = caller!;
    const wish = wishOf(user_id, { client_id, ...{ kind, target, reason, note } }, 'report');
    const existing = (await targetOf(db, wish)) ?? (await reportBy(db, target, user_id))?.id ?? null;
    if (existing !== null) return answered(existing);
    await platform.limits.take(`buzz reports ${user_id}`, REPORTS);
    return answered(
      await once(db, wish, () =>
        platform.transaction(async (shared) => {
          const tx = buzzTables(shared);
          if (!(await identity.isOpen(shared, user_id))) throw new Fail('FORBIDDEN');
          const about = kind === 'comment' ? await commentById(tx, target) : null;
          if (kind === 'comment' && !about) throw new Fail('NOT_FOUND');
          const post = await livePost(tx, about?.post_id ?? target);
          // The same member may have reported it twice at once.
          const first = await reportBy(tx, target, user_id);
          if (first) return first.id;
          const author_id = about?.author_id ?? post.author_id;
          if (author_id === user_id) refuseField('target', 'You can’t report yourself');
          if (about && about.removed_by !== '') throw new Fail('BUZZ_STATE');
          const now = clock();
          const opened = await openCase(
            tx,
            { area: 'buzz', kind: 'report', target_kind: kind, target_id: target, post_id: post.id, author_id },
            '',
            'By reports of members',
            now,
          );
          const id = await addReport(tx, { case_id: opened.id, target_id: target, reporter_id: user_id, reason, note }, now);
          if (kind === 'post') await flag(tx, post, opened.id, now);
          await keepWrite(tx, wish, id, now);
          await platform.audit.write(shared, { actor: user_id, action: 'buzz.report', object: target, result: 'done', session_id: caller!.session_id });
          return id;
        }),
      ),
    );
  }

  /** Counts a report, and takes the post from readers while a moderator looks at it, once enough settled members ask for that. */
  async function flag(tx: BuzzDb, post: PostRow, case_id: string, now: Date): Promise<void> {
    const when = { before: new Date(now.getTime() - REPORTER_AGE_MS), at: now };
    const settled = await identity.settled(tx, await reportersIn(tx, case_id), when);
    const isHidden = isHiddenByReports(settled.size, await wasLetStand(tx, post.id, post.edited_at));
    const status = (isHidden && movePost(post.status, { type: 'FLAG', by: 'reports' })) || post.status;
    await tx
      .updateTable('buzz_posts')
      .set((eb) => ({ reports: eb('reports', '+', 1), status, ...(status !== post.status && { changed_at: now }) }))
      .where('id', '=', post.id)
      .execute();
  }

  async function answered(report: string): Promise<{ report: string; at: string }> {
    const { at } = (await reportById(db, report))!;
    return { report, at: at.toISOString() };
  }

  return { comment, withdrawComment, toggle, report };
}
export type Joining = ReturnType<typeof createJoining>;
