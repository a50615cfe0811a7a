import type { BuzzPost, Conflict, PostStatus, ReportReason } from '@vimarsh/shared/contract/buzz/types.ts';

export const REPORT_WORDS: Readonly<Record<ReportReason, string>> = {
  spam: 'Advertising or spam',
  tip: 'A tip outside of published calls',
  abuse: 'Insults or threats',
  claim: 'A promise or a false claim',
  impersonation: 'Somebody else’s name',
};

type Removed = NonNullable<BuzzPost['removed']>;

export const REMOVED_WORDS: Readonly<Record<Removed['reason'], string>> = {
  ...REPORT_WORDS,
  mistake: 'A mistake',
  outdated: 'Out of date',
  other: 'Another reason',
  gone: 'The account is closed',
};

export const STATUS_WORDS: Readonly<Record<PostStatus, string>> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  live: 'Live',
  under_review: 'Under review',
  removed: 'Removed',
};

/** Who removed it and why, as a tombstone says it. */
export const tombstoneWords = ({ by, reason }: Removed): { readonly who: string; readonly why: string } => ({
  who: by === 'author' ? 'Its author took this post away.' : 'A moderator removed this post.',
  why: REMOVED_WORDS[reason],
});

export const commentsWords = (count: number): string => (count === 1 ? '1 comment' : `${count} comments`);
export const likesWords = (count: number): string => (count === 1 ? '1 like' : `${count} likes`);

/** Conflicts of interest as their author declares them. */
export const CONFLICT_LABELS: Readonly<Record<Conflict, string>> = {
  holds: 'I hold securities named here',
  over1pct: 'I hold more than 1 % of a company named here',
  compensation_12m: 'A company named here paid me within 12 months',
  market_maker: 'I make a market in securities named here',
  officer: 'I am an officer or employee of a company named here',
};
