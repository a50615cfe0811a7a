import { CONFLICTS, type Conflict, type newPost, type postEdit, type WITHDRAW_REASONS } from '@vimarsh/shared/contract/buzz/types.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { disclosureFooter } from '@vimarsh/shared/domain/buzz/disclosure-footer.ts';
import { DRAFTS, editableUntil, isReviewedFirst, isSchedulable, postsLeft } from '@vimarsh/shared/domain/buzz/limits.ts';
import { movePost, type PostEvent } from '@vimarsh/shared/domain/buzz/post.machine.ts';
import { declaredConflicts } from '@vimarsh/shared/domain/calls/conflicts.ts';
import type * as z from 'zod/mini';
import type { Calls } from '../calls/index.ts';
import { openCase } from '../cases/index.ts';
import type { Identity } from '../identity/index.ts';
import type { Market } from '../market/index.ts';
import { callerOf } from '../platform/access/access.ts';
import { type Ctx, type Database, Fail, type Platform, refuseField } from '../platform/platform.ts';
import { ulid } from '../platform/text/id.ts';
import type { CheckPublicText } from './check-text.ts';
import { duePosts, keepVersion, lockAuthor, lockedPost, nextPublication, postCounts, publicationsSince } from './posts.store.ts';
import { type BuzzDb, buzzTables, type PostRow } from './tables.ts';
import { dueWish, keepRefusedText, keepWrite, once, refuseGuarded, targetOf, wishOf } from './writes.ts';

export type BuzzWriter = Pick<Ctx, 'caller' | 'partner'>;

export interface PostingParts {
  readonly platform: Pick<Platform, 'db' | 'transaction' | 'audit' | 'log'>;
  readonly identity: Pick<Identity, 'asker' | 'entries' | 'isOpen'>;
  readonly calls: Pick<Calls, 'readableCall'>;
  readonly market: Pick<Market, 'instrument'>;
  readonly checkText: CheckPublicText;
  readonly clock: () => Date;
  /** From when publications are reviewed first; null: never. */
  readonly reviewFrom: Date | null;
}

type Fields = Omit<z.output<typeof newPost>, 'client_id'>;

/** Publications that one look of the clock makes at most; the next one goes on. */
const DUE_AT_ONCE = 200;
/** Long enough to reach back over the whole of an IST day. */
const DAY_MS = 24 * 3600_000;

/** Drafts, publications and what becomes of them by the author’s wish or by the clock. */
export function createPosting({ platform, identity, calls, market, checkText, clock, reviewFrom }: PostingParts) {
  const db = buzzTables(platform.db);

  function requireAuthor(writer: BuzzWriter): string {
    if (!may(callerOf(writer), 'buzz.post')) throw new Fail('FORBIDDEN');
    return writer.caller!.user_id;
  }

  async function audited(tx: Database, writer: BuzzWriter | null, action: string, object: string): Promise<void> {
    const caller = writer?.caller;
    const by = caller ? { actor: caller.user_id, session_id: caller.session_id, partner_key: caller.partner_key } : { actor: 'system' };
    await platform.audit.write(tx, { ...by, action, object, result: 'done' });
  }

  /** An author’s fields as they are stored. Throws where a stock is not listed, or the call is not theirs. */
  async function checked(writer: BuzzWriter, { text, symbols, call_id, conflicts }: Fields) {
    for (const symbol of symbols) if (!market.instrument(symbol)) refuseField('symbols', 'Choose stocks from the list');
    const declared = new Set<Conflict>([...conflicts, ...(call_id === null ? [] : await conflictsOf(writer, call_id))]);
    return { text, symbols: JSON.stringify(symbols), call_id, conflicts: JSON.stringify(CONFLICTS.filter((conflict) => declared.has(conflict))) };
  }

  async function conflictsOf(writer: BuzzWriter, call_id: string): Promise<readonly Conflict[]> {
    const found = await calls.readableCall(call_id, writer).catch((error: unknown) => {
      if (error instanceof Fail) return null;
      throw error;
    });
    const published = found?.events[0];
    if (!published || published.expert_id !== writer.caller!.user_id) refuseField('call_id', 'Attach a call that you published');
    return declaredConflicts((JSON.parse(published.canonical) as { payload: { disclosures?: unknown } }).payload);
  }

  async function create(writer: BuzzWriter, { client_id, ...fields }: z.output<typeof newPost>): Promise<string> {
    const author_id = requireAuthor(writer);
    const wish = wishOf(author_id, { client_id, ...fields }, 'post');
    const existing = await targetOf(db, wish, checkText);
    if (existing !== null) return existing;
    const stored = await checked(writer, fields);
    await refuseGuarded(db, checkText, wish, fields.text, clock());
    return once(db, wish, () =>
      platform.transaction(async (shared) => {
        const tx = buzzTables(shared);
        await lockAuthor(tx, author_id);
        if (!(await identity.isOpen(shared, author_id))) throw new Fail('FORBIDDEN');
        const { draft, scheduled } = await postCounts(tx, author_id);
        if (draft + scheduled >= DRAFTS) throw new Fail('BUZZ_MOST');
        const id = ulid();
        const now = clock();
        await tx
          .insertInto('buzz_posts')
          .values({
            ...stored,
            id,
            author_id,
            status: 'draft',
            author_name: '',
            category: '',
            reg_no: '',
            disclosure: '',
            created_at: now,
            changed_at: now,
            scheduled_at: null,
            published_at: null,
            edited_at: null,
            removed_by: '',
            remover_id: '',
            removed_reason: '',
            removed_at: null,
            likes: 0,
            saves: 0,
            comments: 0,
            reports: 0,
          })
          .execute();
        await keepWrite(tx, wish, id, now);
        return id;
      }),
    );
  }

  /** The author’s own post, locked; NOT_FOUND for posts of others, as for none. */
  async function ownPost(tx: BuzzDb, id: string, author_id: string): Promise<PostRow> {
    const post = await lockedPost(tx, id);
    if (post?.author_id !== author_id) throw new Fail('NOT_FOUND');
    return post;
  }

  async function edit(writer: BuzzWriter, { post: id, client_id, ...fields }: z.output<typeof postEdit>): Promise<string> {
    const author_id = requireAuthor(writer);
    const wish = wishOf(author_id, { client_id, ...fields }, `edit ${id}`);
    const existing = await targetOf(db, wish, checkText);
    if (existing !== null) return existing;
    const stored = await checked(writer, fields);
    await refuseGuarded(db, checkText, wish, fields.text, clock());
    return once(db, wish, () =>
      platform.transaction(async (shared) => {
        const tx = buzzTables(shared);
        const post = await ownPost(tx, id, author_id);
        const now = clock();
        const isLive = post.status === 'live';
        if (!movePost(post.status, { type: 'EDIT', by: 'author' }) || (isLive && !editableUntil(post.published_at!, now))) throw new Fail('BUZZ_EDIT_OVER');
        await keepWrite(tx, wish, id, now);
        if (isLive) {
          await keepVersion(tx, post, now);
          await audited(shared, writer, 'buzz.edit', id);
        }
        const author = { name: post.author_name, category: post.category || 'Market Expert', reg_no: post.reg_no } as const;
        const published = isLive ? { edited_at: now, disclosure: disclosureFooter(author, JSON.parse(stored.conflicts)) } : {};
        await tx
          .updateTable('buzz_posts')
          .set({ ...stored, ...published, changed_at: now })
          .where('id', '=', id)
          .execute();
        return id;
      }),
    );
  }

  /** Puts a post before readers, or before a moderator first. The author is locked. */
  async function publishLocked(shared: Database, post: PostRow, by: 'author' | 'clock', now: Date): Promise<void> {
    const tx = buzzTables(shared);
    const status = movePost(post.status, { type: 'PUBLISH', by, reviewed_first: isReviewedFirst(now, reviewFrom) });
    if (!status) throw new Fail('BUZZ_STATE');
    const since = new Date(now.getTime() - DAY_MS);
    if (postsLeft(await publicationsSince(tx, post.author_id, since), now) === 0) throw new Fail('BUZZ_MOST');
    const author = (await identity.entries(shared, [post.author_id])).get(post.author_id);
    if (author?.standing !== 'registered') throw new Fail('FORBIDDEN');
    const published_at = status === 'live' ? await nextPublication(tx, now) : null;
    await tx
      .updateTable('buzz_posts')
      .set({
        status,
        published_at,
        scheduled_at: null,
        changed_at: now,
        author_name: author.name,
        category: author.category,
        reg_no: author.reg_no,
        disclosure: disclosureFooter(author, post.conflicts),
      })
      .where('id', '=', post.id)
      .execute();
    if (status === 'under_review') {
      const { id, author_id } = post;
      await openCase(tx, { area: 'buzz', kind: 'review', target_kind: 'post', target_id: id, post_id: id, author_id }, '', 'Sent for approval', now);
    }
  }

  async function publish(writer: BuzzWriter, id: string): Promise<void> {
    const author_id = requireAuthor(writer);
    const seen = await db.selectFrom('buzz_posts').selectAll().where('id', '=', id).where('author_id', '=', author_id).executeTakeFirst();
    if (!seen) throw new Fail('NOT_FOUND');
    // Rules and listings may have changed since the draft was written.
    if (seen.status === 'draft' || seen.status === 'scheduled')
      await refuseGuarded(db, checkText, wishOf(author_id, { client_id: `publish_${id}` }, seen.text), seen.text, clock());
    await platform.transaction(async (shared) => {
      const tx = buzzTables(shared);
      await lockAuthor(tx, author_id);
      const post = await ownPost(tx, id, author_id);
      if (post.status === 'live' || post.status === 'under_review') return;
      // It was edited meanwhile, and the guard has read another text.
      if (post.text !== seen.text) throw new Fail('BUZZ_STATE');
      await publishLocked(shared, post, 'author', clock());
      await audited(shared, writer, 'buzz.publish', id);
    });
  }

  /** Moves an own post that nobody else has seen. */
  async function plan(writer: BuzzWriter, id: string, at: Date | null): Promise<void> {
    const author_id = requireAuthor(writer);
    if (at && !isSchedulable(at, clock())) refuseField('at', 'Choose a time from a minute to 90 days ahead');
    await platform.transaction(async (shared) => {
      const tx = buzzTables(shared);
      const post = await ownPost(tx, id, author_id);
      // A draft without a time is what was asked for.
      if (!at && post.status === 'draft') return;
      const status = movePost(post.status, { type: at ? 'SCHEDULE' : 'UNSCHEDULE', by: 'author' });
      if (!status) throw new Fail('BUZZ_STATE');
      await tx.updateTable('buzz_posts').set({ status, scheduled_at: at, changed_at: clock() }).where('id', '=', id).execute();
    });
  }

  async function withdraw(writer: BuzzWriter, id: string, reason: (typeof WITHDRAW_REASONS)[number]): Promise<void> {
    // An expert whose registration ended may still take back what stands under their name.
    const { user_id } = writer.caller!;
    await platform.transaction(async (shared) => {
      const tx = buzzTables(shared);
      const post = await ownPost(tx, id, user_id);
      if (post.status === 'removed' && post.removed_by === 'author' && post.removed_reason === reason) return;
      if (!(await removePost(tx, post, { type: 'WITHDRAW', by: 'author' }, '', reason, clock()))) throw new Fail('BUZZ_STATE');
      await audited(shared, writer, 'buzz.withdraw', id);
    });
  }

  async function discard(writer: BuzzWriter, id: string): Promise<void> {
    const { user_id } = writer.caller!;
    await platform.transaction(async (shared) => {
      const tx = buzzTables(shared);
      const { status } = await ownPost(tx, id, user_id);
      if (status !== 'draft' && status !== 'scheduled') throw new Fail('BUZZ_STATE');
      await tx.deleteFrom('buzz_posts').where('id', '=', id).execute();
    });
  }

  /** Publishes one scheduled post that is due, or puts it back among the drafts where it may not be published any more. */
  async function pass(id: string, author_id: string): Promise<void> {
    const asker = await identity.asker(author_id);
    const mayPost = asker !== null && may(callerOf(asker), 'buzz.post');
    await platform.transaction(async (shared) => {
      const tx = buzzTables(shared);
      await lockAuthor(tx, author_id);
      const post = await lockedPost(tx, id);
      const now = clock();
      // Another node was first, or the author changed the time.
      if (post?.status !== 'scheduled' || post.scheduled_at! > now) return;
      try {
        const refused = checkText(post.text);
        if (refused) await keepRefusedText(tx, dueWish(post), refused, post.text, now);
        if (!mayPost || refused) throw new Fail('FORBIDDEN');
        await publishLocked(shared, post, 'clock', now);
        await audited(shared, null, 'buzz.publish', id);
      } catch (error) {
        if (!(error instanceof Fail)) throw error;
        const status = movePost(post.status, { type: 'UNSCHEDULE', by: 'clock' })!;
        await tx.updateTable('buzz_posts').set({ status, scheduled_at: null, changed_at: now }).where('id', '=', id).execute();
        await audited(shared, null, 'buzz.unschedule', id);
      }
    });
  }

  /** Publishes what is due by the server’s clock. One that fails is logged, so that it keeps no others waiting, and comes again. */
  async function publishDue(): Promise<void> {
    for (const { id, author_id } of await duePosts(db, clock(), DUE_AT_ONCE))
      await pass(id, author_id).catch((error: unknown) => platform.log.error({ err: error, object: id }, 'a scheduled post could not be published'));
  }

  return { create, edit, publish, plan, withdraw, discard, publishDue };
}
export type Posting = ReturnType<typeof createPosting>;

/** Leaves a tombstone where the machine lets the post go; false where it does not. */
export async function removePost(
  tx: BuzzDb,
  post: PostRow,
  event: PostEvent & { readonly type: 'WITHDRAW' | 'REMOVE' },
  remover_id: string,
  removed_reason: Exclude<PostRow['removed_reason'], ''>,
  now: Date,
): Promise<boolean> {
  const status = movePost(post.status, event);
  if (!status) return false;
  const removed_by = event.type === 'WITHDRAW' ? 'author' : 'moderator';
  await tx
    .updateTable('buzz_posts')
    .set({ status, removed_by, remover_id, removed_reason, removed_at: now, changed_at: now })
    .where('id', '=', post.id)
    .execute();
  return true;
}
