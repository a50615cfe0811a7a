import type { BuzzCase, BuzzComment, BuzzPost, OwnPost, PostVersion, ReportReason } from '@vimarsh/shared/contract/buzz/types.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { commentName } from '@vimarsh/shared/domain/buzz/comment-name.ts';
import { editableUntil } from '@vimarsh/shared/domain/buzz/limits.ts';
import { movePost } from '@vimarsh/shared/domain/buzz/post.machine.ts';
import type { Calls } from '../calls/index.ts';
import { appealsOf, type CaseRow, reportedBy, reportsOfCases, stepsOfCases } from '../cases/index.ts';
import type { Identity } from '../identity/index.ts';
import { GONE } from '../identity/index.ts';
import { callerOf } from '../platform/access/access.ts';
import type { Ctx } from '../platform/platform.ts';
import { commentsById } from './comments.store.ts';
import { barredFrom } from './moderating.ts';
import { postsById, reactionsOf } from './posts.store.ts';
import type { BuzzDb, CommentRow, PostRow, VersionRow } from './tables.ts';
import { refusedWhenDue } from './writes.ts';

interface Parts {
  readonly db: BuzzDb;
  readonly identity: Pick<Identity, 'contactsOf' | 'expert'>;
  readonly calls: Pick<Calls, 'cardsOf' | 'followedBy' | 'stocksOf'>;
  readonly clock: () => Date;
}

type BuzzStep = BuzzCase['history'][number]['step'];
export type BuzzReader = Pick<Ctx, 'caller' | 'partner'>;
const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
const NOBODY: ReadonlySet<string> = new Set();

const removalOf = ({ removed_by, removed_reason, removed_at }: Pick<PostRow, 'removed_by' | 'removed_reason' | 'removed_at'>): BuzzPost['removed'] =>
  removed_by === '' || removed_reason === '' ? null : { by: removed_by, reason: removed_reason, at: removed_at!.toISOString() };

/** What the caller may do in Expert Buzz. */
export function rightsOf(reader: BuzzReader) {
  const caller = callerOf(reader);
  return { post: may(caller, 'buzz.post'), comment: may(caller, 'buzz.comment'), like: may(caller, 'buzz.like') };
}

/** Rows as their readers see them. */
export function createShowing({ db, identity, calls, clock }: Parts) {
  async function expertsOf(ids: readonly string[]) {
    const records = await Promise.all([...new Set(ids)].map((id) => identity.expert(id)));
    return new Map(records.flatMap((record) => (record ? [[record.user_id, record] as const] : [])));
  }

  /** Stocks of these calls that the reader may not read, by the call: a tag beside a locked card would tell what the card does not. */
  async function hiddenStocks(callIds: readonly string[], reader: BuzzReader): Promise<Map<string, string>> {
    const cards = await calls.cardsOf([...new Set(callIds)], reader);
    return calls.stocksOf(cards.flatMap(({ id, refused }) => (refused === '' ? [] : [id])));
  }

  /** Tags without the stock of a call that the reader may not read. */
  const tagsOf = ({ symbols, call_id }: Pick<PostRow, 'symbols' | 'call_id'>, hidden: ReadonlyMap<string, string>): string[] =>
    call_id === null ? symbols : symbols.filter((symbol) => symbol !== hidden.get(call_id));

  /** Earlier texts of a post. One that had a call beside it hides its stock in all of them. */
  async function versions(rows: readonly VersionRow[], post: PostRow, reader: BuzzReader): Promise<PostVersion[]> {
    const hidden = await hiddenStocks(
      [post, ...rows].flatMap(({ call_id }) => call_id ?? []),
      reader,
    );
    const stocks = new Set(hidden.values());
    return rows.map(({ text, symbols, from_at, until_at }) => ({
      text,
      symbols: symbols.filter((symbol) => !stocks.has(symbol)),
      from: from_at.toISOString(),
      until: until_at.toISOString(),
    }));
  }

  async function posts(rows: readonly PostRow[], reader: BuzzReader): Promise<BuzzPost[]> {
    const user_id = reader.caller?.user_id;
    const ids = rows.map(({ id }) => id);
    const standing = rows.filter(({ status }) => status !== 'removed');
    const callIds = [...new Set(standing.flatMap(({ call_id }) => call_id ?? []))];
    const [experts, followed, liked, saved, reported, cards] = await Promise.all([
      expertsOf(rows.map(({ author_id }) => author_id)),
      user_id ? calls.followedBy(user_id) : NOBODY,
      user_id ? reactionsOf(db, 'like', ids, user_id) : NOBODY,
      user_id ? reactionsOf(db, 'save', ids, user_id) : NOBODY,
      user_id ? reportedBy(db, ids, user_id) : NOBODY,
      calls.cardsOf(callIds, reader).then((found) => new Map(found.map((card) => [card.id, card]))),
    ]);
    const hidden = await calls.stocksOf([...cards.values()].flatMap(({ id, refused }) => (refused === '' ? [] : [id])));
    const now = clock();
    return rows.map((row) => {
      const { author_id, status, likes, saves, comments } = row;
      const expert = experts.get(author_id);
      const isGone = status === 'removed';
      const isAuthor = author_id === user_id;
      return {
        id: row.id,
        status,
        author: {
          user_id: author_id,
          full_name: (expert && row.author_name) || expert?.full_name || GONE,
          category: row.category || expert?.profession || 'Market Expert',
          reg_no: expert ? row.reg_no || expert.reg_no : '',
          picture: expert?.picture ?? '',
          verified: expert?.verified ?? false,
          following: followed.has(author_id),
        },
        text: isGone ? '' : row.text,
        symbols: isGone ? [] : tagsOf(row, hidden),
        call: isGone || row.call_id === null ? null : cards.get(row.call_id)!,
        conflicts: isGone ? [] : row.conflicts,
        disclosure: isGone ? '' : row.disclosure,
        created_at: row.created_at.toISOString(),
        scheduled_at: iso(row.scheduled_at),
        published_at: iso(row.published_at),
        edited_at: iso(row.edited_at),
        edit_until: isAuthor && status === 'live' ? iso(editableUntil(row.published_at!, now)) : null,
        removed: removalOf(row),
        counts: { likes, saves, comments },
        mine: { author: isAuthor, liked: liked.has(row.id), saved: saved.has(row.id), reported: reported.has(row.id) },
      };
    });
  }

  /** Posts on their author’s desk. */
  async function own(rows: readonly PostRow[], reader: BuzzReader): Promise<OwnPost[]> {
    const [shown, refused, appeals] = await Promise.all([
      posts(rows, reader),
      refusedWhenDue(db, rows),
      appealsOf(
        db,
        rows.map(({ id }) => id),
      ),
    ]);
    return rows.map((row, at) => {
      const appeal = appeals.get(row.id);
      const can = !appeal && row.removed_by === 'moderator' && movePost(row.status, { type: 'RESTORE', by: 'moderator' }) !== null;
      const decision = appeal?.state === 'removed' ? 'upheld' : appeal?.state === 'dismissed' ? 'granted' : '';
      const kept = refused.get(row.id);
      const unpublished = kept ? { at: kept.at.toISOString(), kind: kept.kind, sentence: kept.sentence } : null;
      return { post: shown[at]!, unpublished, reports: row.reports, appeal: appeal || can ? { can, at: iso(appeal?.opened_at ?? null), decision } : null };
    });
  }

  async function comments(rows: readonly CommentRow[], reader: BuzzReader): Promise<BuzzComment[]> {
    const user_id = reader.caller?.user_id;
    const authors = [...new Set(rows.map(({ author_id }) => author_id))];
    const [experts, contacts, reported] = await Promise.all([
      expertsOf(authors),
      identity.contactsOf(authors),
      user_id
        ? reportedBy(
            db,
            rows.map(({ id }) => id),
            user_id,
          )
        : NOBODY,
    ]);
    return rows.map((row) => {
      const expert = experts.get(row.author_id);
      return {
        id: row.id,
        post: row.post_id,
        parent: row.root_id === row.id ? null : row.root_id,
        author: {
          user_id: row.author_id,
          name: expert?.full_name ?? (commentName(contacts.get(row.author_id)?.name ?? '') || 'A member who has left'),
          category: expert?.profession ?? '',
          verified: expert?.verified ?? false,
          picture: expert?.picture ?? '',
        },
        text: row.removed_by === '' ? row.text : '',
        at: row.at.toISOString(),
        removed: removalOf(row),
        mine: { author: row.author_id === user_id, reported: reported.has(row.id) },
      };
    });
  }

  /** Cases as moderators see them, with texts that nobody else reads any more. */
  async function cases(rows: readonly CaseRow[], user_id: string): Promise<BuzzCase[]> {
    const ids = rows.map(({ id }) => id);
    const [reports, steps, targets, answers] = await Promise.all([
      reportsOfCases(db, ids),
      stepsOfCases(db, ids),
      postsById(
        db,
        rows.map(({ post_id }) => post_id),
      ),
      commentsById(
        db,
        rows.map(({ target_id }) => target_id),
      ),
    ]);
    const people = [...rows.flatMap(({ author_id, assignee }) => [author_id, assignee ?? '']), ...steps.map(({ by_id }) => by_id)].filter(Boolean);
    const contacts = await identity.contactsOf([...new Set(people)]);
    const nameOf = (id: string): string => (id === '' ? '' : contacts.get(id)?.name || GONE);
    return rows.map((row) => {
      const post = targets.get(row.post_id);
      return {
        id: row.id,
        kind: row.kind,
        queue: row.kind,
        target_kind: row.target_kind === 'comment' ? 'comment' : 'post',
        target: row.target_id,
        post: row.post_id,
        author: { user_id: row.author_id, name: nameOf(row.author_id), reg_no: row.target_kind === 'post' ? (post?.reg_no ?? '') : '' },
        text: (row.target_kind === 'post' ? post?.text : answers.get(row.target_id)?.text) ?? '',
        state: row.state,
        assignee: row.assignee === null ? null : { user_id: row.assignee, name: nameOf(row.assignee) },
        opened_at: row.opened_at.toISOString(),
        due_at: row.due_at.toISOString(),
        closed_at: iso(row.closed_at),
        reports: reports
          .filter(({ case_id }) => case_id === row.id)
          .map(({ reason, note, at }) => ({ reason: reason as ReportReason, note, at: at.toISOString() })),
        history: steps
          .filter(({ case_id }) => case_id === row.id)
          .map(({ at, by_id, step, words }) => ({ at: at.toISOString(), by: nameOf(by_id), step: step as BuzzStep, words })),
        barred: barredFrom(row, post, user_id),
      };
    });
  }

  return { posts, versions, own, comments, cases };
}
export type Showing = ReturnType<typeof createShowing>;
