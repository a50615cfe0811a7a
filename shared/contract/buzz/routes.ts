import * as z from 'zod/mini';
import { route } from '../route.ts';
import { count, id, instant, symbol, text } from '../text.ts';
import {
  buzzCase,
  buzzComment,
  CASE_KINDS,
  CASE_STATES,
  commentedPage,
  commentPage,
  FEED_TABS,
  feedPage,
  newAppeal,
  newComment,
  newPost,
  newReport,
  ownPage,
  ownPost,
  POST_STATUSES,
  postDetail,
  postEdit,
  REPORT_REASONS,
  reaction,
  savedPage,
  WITHDRAW_REASONS,
} from './types.ts';

const post = id;
/** A place in a list, as a page’s `next` gave it. */
const after = z.optional(text(100));

export const readFeed = route({
  method: 'GET',
  path: '/buzz/v1/feed',
  summary: 'Posts of experts, the latest first: of those the caller follows, all, or with one symbol. Visitors read the last three.',
  access: 'open',
  query: z.object({ tab: z._default(z.enum(FEED_TABS), 'all'), symbol: z.optional(symbol), after, limit: count(50, 20) }),
  data: feedPage,
});

/** NOT_FOUND for posts that the caller may not read. */
export const readPost = route({
  method: 'GET',
  path: '/buzz/v1/posts/:post',
  summary: 'One post with its earlier texts and the first page of its comments. A removed one is a tombstone.',
  access: 'open',
  params: z.object({ post }),
  data: postDetail,
});

export const readComments = route({
  method: 'GET',
  path: '/buzz/v1/posts/:post/comments',
  summary: 'Comments of a post, each thread together, the oldest first; with `after` those behind a page’s `next`.',
  access: 'open',
  params: z.object({ post }),
  query: z.object({ after, limit: count(100, 50) }),
  data: commentPage,
});

/**
 * FORBIDDEN without a registration in force, BUZZ_BLOCKED by the guard of texts, BUZZ_ID_USED for another text, BUZZ_MOST at a limit. A refused
 * tip has problems `tip.symbol`, `tip.call_type`, `tip.entry_low`, `tip.entry_high`, `tip.target`, `tip.stop_loss` with what was recognised.
 */
export const createPost = route({
  method: 'POST',
  path: '/buzz/v1/posts',
  summary: 'Write a draft. The same client_id with the same post has the same answer.',
  access: 'session',
  body: newPost,
  data: ownPost,
});

/** BUZZ_EDIT_OVER after a quarter of an hour, BUZZ_BLOCKED by the guard of texts, BUZZ_ID_USED for another text. */
export const editPost = route({
  method: 'POST',
  path: '/buzz/v1/posts/edit',
  summary: 'Change one’s own draft or scheduled post, or a live one within 15 minutes. Earlier published texts stay readable.',
  access: 'session',
  body: postEdit,
  data: ownPost,
});

/** BUZZ_MOST beyond the day’s limit. A post that is published already is answered as it is. */
export const publishPost = route({
  method: 'POST',
  path: '/buzz/v1/posts/publish',
  summary: 'Publish a draft or a scheduled post now.',
  access: 'session',
  body: z.object({ post }),
  data: ownPost,
});

export const schedulePost = route({
  method: 'POST',
  path: '/buzz/v1/posts/schedule',
  summary: 'Publish a draft later, within 90 days; without `at` it is a draft again.',
  access: 'session',
  body: z.object({ post, at: z.nullable(instant) }),
  data: ownPost,
});

export const withdrawPost = route({
  method: 'POST',
  path: '/buzz/v1/posts/withdraw',
  summary: 'Take one’s own published post away. A tombstone with the reason stays; the text is kept for five years.',
  access: 'session',
  body: z.object({ post, reason: z.enum(WITHDRAW_REASONS) }),
  data: ownPost,
});

export const discardPost = route({
  method: 'POST',
  path: '/buzz/v1/posts/discard',
  summary: 'Delete one’s own draft or scheduled post, which nobody else ever saw.',
  access: 'session',
  body: z.object({ post }),
  data: z.object({ post: z.string() }),
});

export const likePost = route({
  method: 'POST',
  path: '/buzz/v1/posts/like',
  summary: 'Like a post, or take that back.',
  access: 'session',
  body: z.object({ post, on: z.boolean() }),
  data: reaction,
});

export const savePost = route({
  method: 'POST',
  path: '/buzz/v1/posts/save',
  summary: 'Save a post for later, or take that back.',
  access: 'session',
  body: z.object({ post, on: z.boolean() }),
  data: reaction,
});

/** NOT_ENTITLED without a plan, BUZZ_BLOCKED by the guard of texts, BUZZ_ID_USED for another text, RATE beyond ten a minute. */
export const writeComment = route({
  method: 'POST',
  path: '/buzz/v1/comments',
  summary: 'Comment on a post, or answer a comment. The same client_id with the same text has the same answer.',
  access: 'session',
  body: newComment,
  data: buzzComment,
});

export const withdrawComment = route({
  method: 'POST',
  path: '/buzz/v1/comments/withdraw',
  summary: 'Take one’s own comment away. Its place stays; the text is kept for five years.',
  access: 'session',
  body: z.object({ comment: id }),
  data: buzzComment,
});

export const reportBuzz = route({
  method: 'POST',
  path: '/buzz/v1/reports',
  summary: 'Report a post or a comment. A member’s second report of the same one is answered as the first.',
  access: 'session',
  body: newReport,
  data: z.object({ report: z.string(), at: z.string() }),
});

export const listOwnPosts = route({
  method: 'GET',
  path: '/buzz/v1/mine',
  summary: 'The caller’s own posts, the latest change first, with counts by status.',
  access: 'session',
  query: z.object({ status: z.optional(z.enum(POST_STATUSES)), after, limit: count(50, 20) }),
  data: ownPage,
});

export const listSavedPosts = route({
  method: 'GET',
  path: '/buzz/v1/saved',
  summary: 'Posts that the caller saved, the latest saved first.',
  access: 'session',
  query: z.object({ after, limit: count(50, 20) }),
  data: savedPage,
});

export const listCommentedPosts = route({
  method: 'GET',
  path: '/buzz/v1/commented',
  summary: 'The caller’s comments with their posts, the latest first.',
  access: 'session',
  query: z.object({ after, limit: count(50, 20) }),
  data: commentedPage,
});

/** BUZZ_APPEALED where an appeal was made, BUZZ_STATE where no moderator removed the post. */
export const appealRemoval = route({
  method: 'POST',
  path: '/buzz/v1/appeals',
  summary: 'Ask once that another moderator looks at the removal of one’s own post.',
  access: 'session',
  body: newAppeal,
  data: ownPost,
});

export const listBuzzCases = route({
  method: 'GET',
  path: '/buzz/v1/cases',
  summary: 'Cases of moderation: open ones by their due time, closed ones the latest first.',
  access: 'admin',
  query: z.object({
    state: z._default(z.enum(CASE_STATES), 'open'),
    queue: z.optional(z.enum(CASE_KINDS)),
    assigned: z.optional(z.enum(['me', 'nobody'])),
    after,
    limit: count(50, 20),
  }),
  data: z.object({ cases: z.array(buzzCase), next: z.nullable(z.string()) }),
});

export const assignBuzzCase = route({
  method: 'POST',
  path: '/buzz/v1/cases/assign',
  summary: 'Take an open case, or give it back.',
  access: 'admin',
  body: z.object({ case: id, take: z.boolean() }),
  data: buzzCase,
});

/** FORBIDDEN for one’s own text, and for an appeal against one’s own decision; BUZZ_STATE where the case is closed or not the caller’s. */
export const decideBuzzCase = route({
  method: 'POST',
  path: '/buzz/v1/cases/decide',
  summary: 'Remove what a case is about with a reason, or let it stand. `words` are kept in the case’s history.',
  access: 'admin',
  body: z.object({ case: id, remove: z.boolean(), reason: z.optional(z.enum(REPORT_REASONS)), words: text(300, 3) }),
  data: buzzCase,
});
