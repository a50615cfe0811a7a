import * as z from 'zod/mini';
import { callCard } from '../calls/cards.ts';
import { PROFESSIONS } from '../identity/types.ts';
import { id, lines, symbol } from '../text.ts';

/** Characters, at most. */
export const POST_LENGTH = 2000;
export const COMMENT_LENGTH = 500;
export const REPORT_NOTE_LENGTH = 300;
export const APPEAL_LENGTH = 1000;
/** Instruments that one post is tagged with, at most. */
export const POST_SYMBOLS = 5;

/** Readers other than the author and admins see `live` posts, and `removed` ones as a tombstone. */
export const POST_STATUSES = ['draft', 'scheduled', 'live', 'under_review', 'removed'] as const;
export type PostStatus = (typeof POST_STATUSES)[number];

/** Conflicts of interest that an author declares about the securities of a post (Regulation 19). */
export const CONFLICTS = ['holds', 'over1pct', 'compensation_12m', 'market_maker', 'officer'] as const;
export type Conflict = (typeof CONFLICTS)[number];

export const REPORT_REASONS = ['spam', 'tip', 'abuse', 'claim', 'impersonation'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** Why something was removed: the reasons of a report, the author’s own ones, and a closed account. */
export const WITHDRAW_REASONS = ['mistake', 'outdated', 'other'] as const;
export const REMOVE_REASONS = [...REPORT_REASONS, ...WITHDRAW_REASONS, 'gone'] as const;

/** Created by the client once for each text, and sent again with it until it is answered. */
const client_id = id;
const post = id;

const postText = lines(POST_LENGTH, 1);
const commentText = lines(COMMENT_LENGTH, 1);

/** What an author writes. Conflicts of an attached call are added by the server. */
const postFields = {
  text: postText,
  symbols: z._default(
    z.array(symbol).check(
      z.maxLength(POST_SYMBOLS, `Choose at most ${POST_SYMBOLS} stocks`),
      z.refine((symbols) => new Set(symbols).size === symbols.length, 'Choose each stock once'),
    ),
    [],
  ),
  /** A call that the author published. */
  call_id: z._default(z.nullable(id), null),
  conflicts: z._default(z.array(z.enum(CONFLICTS)).check(z.maxLength(CONFLICTS.length)), []),
};

export const newPost = z.object({ client_id, ...postFields });
/** Replaces all fields of a draft, a scheduled post, or a live one within a quarter of an hour of its publication. */
export const postEdit = z.object({ post, client_id, ...postFields });
export const newComment = z.object({ post, client_id, /** The comment that this one answers. */ parent: z._default(z.nullable(id), null), text: commentText });
export const TARGET_KINDS = ['post', 'comment'] as const;
export const newReport = z.object({
  client_id,
  kind: z.enum(TARGET_KINDS),
  target: id,
  reason: z.enum(REPORT_REASONS),
  note: z._default(lines(REPORT_NOTE_LENGTH), ''),
});
export const newAppeal = z.object({ client_id, post, text: lines(APPEAL_LENGTH, 20) });

/** A tombstone. `by`: the author’s own wish, or a moderator’s decision. */
export const removal = z.nullable(z.object({ by: z.enum(['author', 'moderator']), reason: z.enum(REMOVE_REASONS), at: z.string() }));

/** The author as the register named them at publication; until then, as it names them now. */
export const buzzAuthor = z.object({
  user_id: z.string(),
  full_name: z.string(),
  category: z.enum(PROFESSIONS),
  /** SEBI registration number. */
  reg_no: z.string(),
  picture: z.string(),
  /** Whether the registration is in force today. */
  verified: z.boolean(),
  following: z.boolean(),
});

/** Text, tags, call and disclosure of a removed post are empty for everybody. */
export const buzzPost = z.object({
  id: z.string(),
  status: z.enum(POST_STATUSES),
  author: buzzAuthor,
  text: z.string(),
  symbols: z.array(z.string()),
  call: z.nullable(callCard),
  conflicts: z.array(z.enum(CONFLICTS)),
  /** The footer that the server wrote from the register and the declared conflicts; '' before publication. */
  disclosure: z.string(),
  /** UTC instants of the server’s clock. `published_at` is null before the first publication, `scheduled_at` unless scheduled. */
  created_at: z.string(),
  scheduled_at: z.nullable(z.string()),
  published_at: z.nullable(z.string()),
  /** The latest change after publication; null without one. */
  edited_at: z.nullable(z.string()),
  /** Until when the author may change a live post; null for others and where it is over. */
  edit_until: z.nullable(z.string()),
  removed: removal,
  counts: z.object({ likes: z.number(), saves: z.number(), comments: z.number() }),
  mine: z.object({ author: z.boolean(), liked: z.boolean(), saved: z.boolean(), reported: z.boolean() }),
});
export type BuzzPost = z.output<typeof buzzPost>;

/** An earlier text of a published post, and until when it stood. */
export const postVersion = z.object({ text: z.string(), symbols: z.array(z.string()), from: z.string(), until: z.string() });
export type PostVersion = z.output<typeof postVersion>;

/** Comments are two deep: `parent` is null, or a comment without parent. A removed one has no text and keeps its place. */
export const buzzComment = z.object({
  id: z.string(),
  post: z.string(),
  parent: z.nullable(z.string()),
  author: z.object({
    user_id: z.string(),
    /** Investors by first name and initial. */
    name: z.string(),
    /** '' for investors and accounts that are gone. */
    category: z.string(),
    verified: z.boolean(),
    picture: z.string(),
  }),
  text: z.string(),
  at: z.string(),
  removed: removal,
  mine: z.object({ author: z.boolean(), reported: z.boolean() }),
});
export type BuzzComment = z.output<typeof buzzComment>;

/** In the order of threads: each comment before its answers, older ones first. */
export const commentPage = z.object({ comments: z.array(buzzComment), next: z.nullable(z.string()) });

/** What the caller may do in Expert Buzz now. */
export const buzzRights = z.object({ post: z.boolean(), comment: z.boolean(), like: z.boolean() });

export const FEED_TABS = ['following', 'all', 'symbol'] as const;

/**
 * The latest first. `open_part`: the reader sees the last posts only, and `next` is null. `tags`: the most frequent symbols of the last seven
 * days, in pages without `after`; empty otherwise.
 */
export const feedPage = z.object({
  posts: z.array(buzzPost),
  next: z.nullable(z.string()),
  open_part: z.boolean(),
  rights: buzzRights,
  tags: z.array(z.object({ symbol: z.string(), posts: z.number() })),
});

export const postDetail = z.object({
  post: buzzPost,
  /** Earlier texts, the oldest first. */
  versions: z.array(postVersion),
  ...commentPage.shape,
  open_part: z.boolean(),
  rights: buzzRights,
});

/** `appeal`: null where none may be made and none was. `can`: the author may appeal now, once. */
export const ownPost = z.object({
  post: buzzPost,
  /** Distinct members who liked, saved, commented or reported. */
  reports: z.number(),
  /** Why the guard put a post back among the drafts when it was due; null where it did not, or the text is another one now. */
  unpublished: z.optional(z.nullable(z.object({ at: z.string(), kind: z.string(), sentence: z.string() }))),
  appeal: z.nullable(z.object({ can: z.boolean(), at: z.nullable(z.string()), decision: z.enum(['', 'upheld', 'granted']) })),
});
export type OwnPost = z.output<typeof ownPost>;

export const ownPage = z.object({
  posts: z.array(ownPost),
  next: z.nullable(z.string()),
  counts: z.record(z.enum(POST_STATUSES), z.number()),
  rights: buzzRights,
  /** Publications that are left today, by the IST day. */
  left_today: z.number(),
});

export const commentedPage = z.object({ items: z.array(z.object({ post: buzzPost, comment: buzzComment })), next: z.nullable(z.string()) });
export const savedPage = z.object({ posts: z.array(buzzPost), next: z.nullable(z.string()) });

/** Whether the caller’s like or bookmark stands, and the post’s counts. */
export const reaction = z.object({ post: z.string(), on: z.boolean(), likes: z.number(), saves: z.number() });

/** `review`: a publication that waits for approval. `appeal`: an author’s answer to a removal. */
export const CASE_KINDS = ['report', 'review', 'appeal'] as const;
export const CASE_STATES = ['open', 'removed', 'dismissed'] as const;
export const CASE_STEPS = ['opened', 'reported', 'assigned', 'removed', 'dismissed'] as const;

/**
 * A case of moderation. Of a report or a review `removed` takes the target away and `dismissed` lets it stand; of an appeal `removed` upholds
 * the removal and `dismissed` puts the post back.
 */
export const buzzCase = z.object({
  id: z.string(),
  kind: z.enum(CASE_KINDS),
  queue: z.enum(CASE_KINDS),
  target_kind: z.enum(TARGET_KINDS),
  target: z.string(),
  /** The post on whose page the target stands. */
  post: z.string(),
  author: z.object({ user_id: z.string(), name: z.string(), reg_no: z.string() }),
  /** As it stands or stood: moderators read removed texts too. */
  text: z.string(),
  state: z.enum(CASE_STATES),
  assignee: z.nullable(z.object({ user_id: z.string(), name: z.string() })),
  opened_at: z.string(),
  due_at: z.string(),
  closed_at: z.nullable(z.string()),
  /** Without the names of those who reported. */
  reports: z.array(z.object({ reason: z.enum(REPORT_REASONS), note: z.string(), at: z.string() })),
  history: z.array(z.object({ at: z.string(), by: z.string(), step: z.enum(CASE_STEPS), words: z.string() })),
  /** Why this caller may not decide: the removal of an appeal was theirs, or the text is; '' where they may. */
  barred: z.enum(['', 'own_decision', 'own_text']),
});
export type BuzzCase = z.output<typeof buzzCase>;
