import { istDay } from '../market/calendar.ts';

/** How long after its publication a post may be edited. */
export const POST_EDIT_MS = 15 * 60_000;
/** Publications of one author on one IST day, scheduled ones by the day they go live. */
export const POSTS_A_DAY = 20;
/** Drafts and scheduled posts of one author. */
export const DRAFTS = 50;
/** How far ahead a post may be scheduled, and how near. */
export const SCHEDULE_MS = { least: 60_000, most: 90 * 24 * 3600_000 } as const;
/** Of one member (product D.7). */
export const COMMENTS = { max: 10, perSeconds: 60 } as const;
export const LIKES = { max: 60, perSeconds: 60 } as const;
export const REPORTS = { max: 20, perSeconds: 24 * 3600 } as const;
/** Members who report a live post before it goes to review (product B.2). */
const REPORTS_TO_REVIEW = 3;
/** How old an account without a plan is before its reports count towards hiding a post: three accounts of an afternoon silence nobody. */
export const REPORTER_AGE_MS = 7 * 24 * 3600_000;

/**
 * Whether reports take a live post from readers before a moderator has looked. `settled`: reporters of the open case whose accounts are old
 * enough or have a plan. What a moderator let stand as it reads now stays until one decides again; reports go on to the queue.
 */
export const isHiddenByReports = (settled: number, wasLetStand: boolean): boolean => settled >= REPORTS_TO_REVIEW && !wasLetStand;

/** Posts of the part that is open to visitors (product D.4). */
export const OPEN_PART = 3;

/** When a case of moderation is due, after it was opened. The advertisement code gives 24 hours. */
export const CASE_DUE_MS = 24 * 3600_000;

/**
 * The advertisement code’s prior review, as one dated switch: from this instant on every publication waits for a moderator, or null while
 * nothing does.
 */
export const REVIEW_FIRST_FROM: Date | null = null;

export const isReviewedFirst = (now: Date, from: Date | null = REVIEW_FIRST_FROM): boolean => from !== null && now >= from;

/** Until when a live post may be edited; null where that is over. */
export function editableUntil(published_at: Date, now: Date): Date | null {
  const until = new Date(published_at.getTime() + POST_EDIT_MS);
  return now <= until ? until : null;
}

/** Whether a post may be scheduled for an instant. */
export function isSchedulable(at: Date, now: Date): boolean {
  const ahead = at.getTime() - now.getTime();
  return ahead >= SCHEDULE_MS.least && ahead <= SCHEDULE_MS.most;
}

/** How many publications an author has left on the IST day of `now`, by the instants of earlier ones. */
export function postsLeft(published: readonly Date[], now: Date): number {
  const today = istDay(now);
  return Math.max(0, POSTS_A_DAY - published.filter((at) => istDay(at) === today).length);
}
