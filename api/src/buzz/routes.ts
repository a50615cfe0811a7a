import {
  appealRemoval,
  createPost,
  discardPost,
  editPost,
  likePost,
  listCommentedPosts,
  listOwnPosts,
  listSavedPosts,
  publishPost,
  readComments,
  readFeed,
  readPost,
  reportBuzz,
  savePost,
  schedulePost,
  withdrawComment,
  withdrawPost,
  writeComment,
} from '@vimarsh/shared/contract/buzz/routes.ts';
import type { BuzzComment, BuzzPost, OwnPost } from '@vimarsh/shared/contract/buzz/types.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { OPEN_PART, postsLeft } from '@vimarsh/shared/domain/buzz/limits.ts';
import type { Calls } from '../calls/index.ts';
import { callerOf } from '../platform/access/access.ts';
import { type Ctx, Fail, type Platform, refuseField } from '../platform/platform.ts';
import { commentById, commentsBy, commentsOf, readThreadPlace, writeThreadPlace } from './comments.store.ts';
import type { Joining } from './joining.ts';
import type { Moderating } from './moderating.ts';
import type { Posting } from './posting.ts';
import {
  earlierTexts,
  type FeedFilter,
  type ListPlace,
  livePosts,
  postById,
  postCounts,
  postsById,
  postsOf,
  publicationsSince,
  readPlace,
  savedPosts,
  tagsSince,
  writePlace,
} from './posts.store.ts';
import { type BuzzReader, rightsOf, type Showing } from './showing.ts';
import { buzzTables, type PostRow } from './tables.ts';

export interface BuzzRouteParts {
  readonly platform: Platform;
  readonly calls: Pick<Calls, 'followedBy'>;
  readonly posting: Posting;
  readonly joining: Joining;
  readonly moderating: Moderating;
  readonly show: Showing;
  readonly clock: () => Date;
}

const TAGS = 10;
const TAGS_MS = 7 * 86_400_000;
const DAY_MS = 86_400_000;
/** Comments that come with a post. */
const FIRST_COMMENTS = 50;

export function serveBuzz({ platform, calls, posting, joining, moderating, show, clock }: BuzzRouteParts): void {
  const db = buzzTables(platform.db);
  const isOpenPart = (reader: BuzzReader): boolean => !may(callerOf(reader), 'buzz.read');

  function placeOf(after: string | undefined): ListPlace | undefined {
    if (after === undefined) return undefined;
    return readPlace(after) ?? refuseField('after', 'Not a place in the list');
  }
  const nextOf = <Row>(rows: readonly Row[], limit: number, place: (row: Row) => ListPlace): string | null =>
    limit > 0 && rows.length > limit ? writePlace(place(rows[limit - 1]!)) : null;

  /** A post that this reader may see: their own, a published one or its tombstone, and of visitors one of the open part. */
  async function readable(id: string, reader: BuzzReader): Promise<PostRow> {
    const post = await postById(db, id);
    if (!post) throw new Fail('NOT_FOUND');
    if (post.author_id === reader.caller?.user_id) return post;
    if (post.status !== 'live' && post.status !== 'removed') throw new Fail('NOT_FOUND');
    if (isOpenPart(reader) && !(await livePosts(db, {}, OPEN_PART)).some((open) => open.id === id)) throw new Fail('NOT_FOUND');
    return post;
  }

  /** So many posts of the feed. A stock has those whose tag the reader sees: others would tell the stock of a locked call by their place. */
  async function feedPage(filter: FeedFilter, most: number, reader: BuzzReader): Promise<BuzzPost[]> {
    const found: BuzzPost[] = [];
    for (let { behind } = filter; ; ) {
      const rows = await livePosts(db, { ...filter, behind }, most);
      const posts = await show.posts(rows, reader);
      found.push(...posts.filter(({ symbols }) => filter.symbol === undefined || symbols.includes(filter.symbol)));
      // Each round passes posts of one stock, so it ends with the last of them.
      if (found.length >= most || rows.length < most) return found.slice(0, most);
      const { published_at, id } = rows.at(-1)!;
      behind = { at: published_at!, id };
    }
  }

  async function commentPage(post: PostRow, after: string | undefined, limit: number, reader: BuzzReader) {
    const behind = after === undefined ? null : (readThreadPlace(after) ?? refuseField('after', 'Not a place in the list'));
    // Nobody reads what stood below a text that is gone.
    const rows = post.status === 'live' ? await commentsOf(db, post.id, behind, limit + 1) : [];
    const page = rows.slice(0, limit);
    return { comments: await show.comments(page, reader), next: rows.length > limit ? writeThreadPlace(page.at(-1)!) : null };
  }

  async function shownOwn(id: string, ctx: Ctx): Promise<OwnPost> {
    const post = await postById(db, id);
    if (post?.author_id !== ctx.caller!.user_id) throw new Fail('NOT_FOUND');
    return (await show.own([post], ctx))[0]!;
  }
  async function shownComment(id: string, ctx: Ctx): Promise<BuzzComment> {
    return (await show.comments([(await commentById(db, id))!], ctx))[0]!;
  }

  platform.on(readFeed, async ({ query: { tab, symbol, after, limit } }, ctx) => {
    if (tab === 'symbol' && symbol === undefined) refuseField('symbol', 'Choose a stock');
    const open_part = isOpenPart(ctx);
    const rights = rightsOf(ctx);
    const ofSymbol = tab === 'symbol' ? symbol : undefined;
    const tags = after === undefined ? await tagsSince(db, new Date(clock().getTime() - TAGS_MS), TAGS) : [];
    if (open_part) {
      const posts = await show.posts(tab === 'following' ? [] : await livePosts(db, {}, OPEN_PART), ctx);
      return { posts: posts.filter(({ symbols }) => ofSymbol === undefined || symbols.includes(ofSymbol)), next: null, open_part, rights, tags };
    }
    const authors = tab === 'following' ? [...(await calls.followedBy(ctx.caller!.user_id))] : undefined;
    const posts = await feedPage({ authors, symbol: ofSymbol, behind: placeOf(after) }, limit + 1, ctx);
    const next = nextOf(posts, limit, ({ published_at, id }) => ({ at: new Date(published_at!), id }));
    return { posts: posts.slice(0, limit), next, open_part, rights, tags };
  });

  platform.on(readPost, async ({ params }, ctx) => {
    const row = await readable(params.post, ctx);
    const [[post], earlier, page] = await Promise.all([
      show.posts([row], ctx),
      row.status === 'removed' ? [] : earlierTexts(db, row.id),
      commentPage(row, undefined, FIRST_COMMENTS, ctx),
    ]);
    return { post: post!, versions: await show.versions(earlier, row, ctx), ...page, open_part: isOpenPart(ctx), rights: rightsOf(ctx) };
  });
  platform.on(readComments, async ({ params, query: { after, limit } }, ctx) => commentPage(await readable(params.post, ctx), after, limit, ctx));

  platform.on(createPost, async ({ body }, ctx) => shownOwn(await posting.create(ctx, body), ctx));
  platform.on(editPost, async ({ body }, ctx) => shownOwn(await posting.edit(ctx, body), ctx));
  platform.on(publishPost, async ({ body: { post } }, ctx) => {
    await posting.publish(ctx, post);
    return shownOwn(post, ctx);
  });
  platform.on(schedulePost, async ({ body: { post, at } }, ctx) => {
    await posting.plan(ctx, post, at);
    return shownOwn(post, ctx);
  });
  platform.on(withdrawPost, async ({ body: { post, reason } }, ctx) => {
    await posting.withdraw(ctx, post, reason);
    return shownOwn(post, ctx);
  });
  platform.on(discardPost, async ({ body: { post } }, ctx) => {
    await posting.discard(ctx, post);
    return { post };
  });

  platform.on(likePost, async ({ body: { post, on } }, ctx) => {
    const { likes, saves } = await joining.toggle(ctx, 'like', post, on);
    return { post, on, likes, saves };
  });
  platform.on(savePost, async ({ body: { post, on } }, ctx) => {
    const { likes, saves } = await joining.toggle(ctx, 'save', post, on);
    return { post, on, likes, saves };
  });
  platform.on(writeComment, async ({ body }, ctx) => shownComment(await joining.comment(ctx, body), ctx));
  platform.on(withdrawComment, async ({ body: { comment } }, ctx) => {
    await joining.withdrawComment(ctx, comment);
    return shownComment(comment, ctx);
  });
  platform.on(reportBuzz, ({ body }, ctx) => joining.report(ctx, body));
  platform.on(appealRemoval, async ({ body }, ctx) => {
    await moderating.appeal(ctx, body);
    return shownOwn(body.post, ctx);
  });

  platform.on(listOwnPosts, async ({ query: { status, after, limit } }, ctx) => {
    const { user_id } = ctx.caller!;
    const rows = await postsOf(db, user_id, { status, behind: placeOf(after) }, limit + 1);
    const now = clock();
    const [posts, counts, published] = await Promise.all([
      show.own(rows.slice(0, limit), ctx),
      postCounts(db, user_id),
      publicationsSince(db, user_id, new Date(now.getTime() - DAY_MS)),
    ]);
    const next = nextOf(rows, limit, ({ changed_at, id }) => ({ at: changed_at, id }));
    return { posts, next, counts, rights: rightsOf(ctx), left_today: postsLeft(published, now) };
  });
  platform.on(listSavedPosts, async ({ query: { after, limit } }, ctx) => {
    const rows = await savedPosts(db, ctx.caller!.user_id, placeOf(after), limit + 1);
    return { posts: await show.posts(rows.slice(0, limit), ctx), next: nextOf(rows, limit, ({ saved_at, id }) => ({ at: saved_at, id })) };
  });
  platform.on(listCommentedPosts, async ({ query: { after, limit } }, ctx) => {
    const rows = await commentsBy(db, ctx.caller!.user_id, placeOf(after), limit + 1);
    const page = rows.slice(0, limit);
    const found = await postsById(db, [...new Set(page.map(({ post_id }) => post_id))]);
    const [comments, posts] = await Promise.all([show.comments(page, ctx), show.posts([...found.values()], ctx)]);
    const byId = new Map(posts.map((post) => [post.id, post]));
    return { items: comments.map((comment) => ({ comment, post: byId.get(comment.post)! })), next: nextOf(rows, limit, ({ at, id }) => ({ at, id })) };
  });
}
