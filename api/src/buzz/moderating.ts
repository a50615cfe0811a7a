import type { newAppeal, ReportReason } from '@vimarsh/shared/contract/buzz/types.ts';
import { decidesCase } from '@vimarsh/shared/domain/buzz/case-assignee.ts';
import { movePost } from '@vimarsh/shared/domain/buzz/post.machine.ts';
import type * as z from 'zod/mini';
import { appealsOf, assignCase, type CaseRow, caseById, closeCase, lockedCase, openCase, openCasesOf, seeAssignee } from '../cases/index.ts';
import type { Identity } from '../identity/index.ts';
import { type Ctx, type Database, Fail, type Platform } from '../platform/platform.ts';
import type { CheckPublicText } from './check-text.ts';
import { commentById, removeComment } from './comments.store.ts';
import { type BuzzWriter, removePost } from './posting.ts';
import { lockedPost, nextPublication, postById } from './posts.store.ts';
import { type BuzzDb, buzzTables, type PostRow } from './tables.ts';
import { keepWrite, once, refuseGuarded, targetOf, wishOf } from './writes.ts';

interface Parts {
  readonly platform: Pick<Platform, 'db' | 'transaction' | 'audit'>;
  readonly identity: Pick<Identity, 'askers'>;
  readonly checkText: CheckPublicText;
  readonly clock: () => Date;
}

/** Why this moderator may not decide a case; '' where they may. */
export function barredFrom(
  row: Pick<CaseRow, 'author_id' | 'kind'>,
  post: Pick<PostRow, 'remover_id'> | undefined,
  user_id: string,
): '' | 'own_text' | 'own_decision' {
  if (row.author_id === user_id) return 'own_text';
  return row.kind === 'appeal' && post?.remover_id === user_id ? 'own_decision' : '';
}

/** Appeals of authors, and what moderators do with cases. Every step is kept in the case’s history and audited. */
export function createModerating({ platform, identity, checkText, clock }: Parts) {
  const db = buzzTables(platform.db);

  async function audited(tx: Database, { caller }: BuzzWriter, action: string, object: string): Promise<void> {
    const { user_id: actor, session_id, partner_key } = caller!;
    await platform.audit.write(tx, { actor, session_id, partner_key, action, object, result: 'done' });
  }

  async function appeal(writer: BuzzWriter, { client_id, post: id, text }: z.output<typeof newAppeal>): Promise<void> {
    const { user_id } = writer.caller!;
    const wish = wishOf(user_id, { client_id, ...{ id, text } }, 'appeal');
    if ((await targetOf(db, wish)) !== null) return;
    const seen = await postById(db, id);
    if (seen?.author_id !== user_id) throw new Fail('NOT_FOUND');
    await refuseGuarded(db, checkText, wish, text, clock());
    await once(db, wish, () =>
      platform.transaction(async (shared) => {
        const tx = buzzTables(shared);
        const post = (await lockedPost(tx, id))!;
        if ((await appealsOf(tx, [id])).has(id)) throw new Fail('BUZZ_APPEALED');
        if (post.status !== 'removed' || post.removed_by !== 'moderator') throw new Fail('BUZZ_STATE');
        const now = clock();
        const opened = await openCase(
          tx,
          { area: 'buzz', kind: 'appeal', target_kind: 'post', target_id: id, post_id: id, author_id: user_id },
          user_id,
          text,
          now,
        );
        await keepWrite(tx, wish, opened.id, now);
        await audited(shared, writer, 'buzz.appeal', id);
        return opened.id;
      }),
    );
  }

  /** The open case and the post it is about, locked in one order. */
  async function lockedBoth(tx: BuzzDb, id: string): Promise<{ row: CaseRow; post: PostRow }> {
    const seen = await caseById(tx, 'buzz', id);
    if (!seen) throw new Fail('NOT_FOUND');
    const post = (await lockedPost(tx, seen.post_id))!;
    const row = (await lockedCase(tx, 'buzz', id))!;
    if (row.state !== 'open') throw new Fail('BUZZ_STATE');
    return { row, post };
  }

  async function assign(writer: Ctx, id: string, take: boolean): Promise<void> {
    const { user_id } = writer.caller!;
    const seen = await seeAssignee(identity, (await caseById(db, 'buzz', id))?.assignee ?? null, 'buzz.moderate');
    await platform.transaction(async (shared) => {
      const tx = buzzTables(shared);
      const { row, post } = await lockedBoth(tx, id);
      if (take && barredFrom(row, post, user_id)) throw new Fail('FORBIDDEN');
      const done = await assignCase(tx, row, user_id, take, seen, clock());
      if (done === false) throw new Fail('BUZZ_STATE');
      if (done) await audited(shared, writer, 'buzz.assign', id);
    });
  }

  async function decide(writer: Ctx, id: string, remove: boolean, reason: ReportReason, words: string): Promise<void> {
    const { user_id } = writer.caller!;
    await platform.transaction(async (shared) => {
      const tx = buzzTables(shared);
      const { row, post } = await lockedBoth(tx, id);
      if (barredFrom(row, post, user_id)) throw new Fail('FORBIDDEN');
      if (!decidesCase(row, user_id)) throw new Fail('BUZZ_STATE');
      const now = clock();
      await closeCase(tx, row, user_id, remove ? 'removed' : 'dismissed', words, now);
      if (row.kind === 'appeal') {
        if (!remove) await restore(tx, post, now);
      } else if (row.target_kind === 'comment') {
        const comment = (await commentById(tx, row.target_id))!;
        if (remove) await removeComment(tx, comment, { removed_by: 'moderator', remover_id: user_id, removed_reason: reason, removed_at: now });
      } else if (remove) {
        await removePost(tx, post, { type: 'REMOVE', by: 'moderator' }, user_id, reason, now);
        // Whatever else was open about it is decided with it, but for what another moderator has in hand.
        for (const other of await openCasesOf(tx, post.id))
          if (other.assignee === null || decidesCase(other, user_id)) await closeCase(tx, other, user_id, 'removed', words, now);
      } else await approve(tx, post, now);
      const action = row.kind === 'appeal' ? `buzz.appeal-${remove ? 'upheld' : 'granted'}` : `buzz.${remove ? 'remove' : 'dismiss'}`;
      await audited(shared, writer, action, row.target_id);
    });
  }

  /** Lets a post stand that waited: where it stood, or as a new publication. It goes on waiting while another case is open. */
  async function approve(tx: BuzzDb, post: PostRow, now: Date): Promise<void> {
    const status = movePost(post.status, { type: 'APPROVE', by: 'moderator' });
    if (!status || (await openCasesOf(tx, post.id)).length > 0) return;
    const published_at = post.published_at ?? (await nextPublication(tx, now));
    await tx.updateTable('buzz_posts').set({ status, published_at, changed_at: now }).where('id', '=', post.id).execute();
  }

  async function restore(tx: BuzzDb, post: PostRow, now: Date): Promise<void> {
    const status = movePost(post.status, { type: 'RESTORE', by: 'moderator' });
    // An account that was closed meanwhile took the post along.
    if (!status || post.removed_by !== 'moderator') return;
    const published_at = post.published_at ?? (await nextPublication(tx, now));
    await tx
      .updateTable('buzz_posts')
      .set({ status, published_at, removed_by: '', remover_id: '', removed_reason: '', removed_at: null, changed_at: now })
      .where('id', '=', post.id)
      .execute();
  }

  return { appeal, assign, decide };
}
export type Moderating = ReturnType<typeof createModerating>;
