import type { BuzzCase } from '@vimarsh/shared/contract/buzz/types.ts';
import type { ChatCase } from '@vimarsh/shared/contract/chat/cases.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { REPORT_WORDS } from '../buzz/buzz-words.ts';
import { CHAT_REPORT_WORDS } from '../rooms/report-words.ts';

/** A case of either area. No text of a chat is in it. */
export type StaffCase = { readonly area: 'posts'; readonly item: BuzzCase } | { readonly area: 'chats'; readonly item: ChatCase };

/** `upheld`: a moderator has acted, or a removal stands after its appeal. `dismissed`: all stays as it was. */
export const CASE_TABS = ['open', 'upheld', 'dismissed'] as const;
export type CaseTab = (typeof CASE_TABS)[number];
export const stateOf = ({ area, item }: StaffCase): CaseTab => (area === 'posts' ? (item.state === 'removed' ? 'upheld' : item.state) : item.state);

/** The time by which a list of cases is ordered, UTC: open ones by when they are due, closed ones by when they were decided. */
const placeOf = ({ item }: StaffCase): string => item.closed_at ?? item.due_at;

interface CaseList {
  readonly items: readonly StaffCase[];
  /** There are more on the server. */
  readonly isCut: boolean;
}

/** One order for the lists of both areas. What may stand behind a case that is not loaded yet waits for it. */
export function mergeCases(lists: readonly CaseList[], tab: CaseTab): StaffCase[] {
  const sign = tab === 'open' ? 1 : -1;
  const inOrder = (a: StaffCase, b: StaffCase): number => sign * (Date.parse(placeOf(a)) - Date.parse(placeOf(b)));
  const ends = lists.flatMap(({ items, isCut }) => (isCut && items.length > 0 ? [items.at(-1)!] : []));
  return lists
    .flatMap(({ items }) => items)
    .filter((item) => ends.every((end) => inOrder(item, end) <= 0))
    .toSorted(inOrder);
}

const POST_TITLES: Readonly<Record<BuzzCase['kind'], string>> = {
  report: 'Reported post',
  review: 'Post that waits for approval',
  appeal: 'Appeal against a removal',
};
export function titleOf({ area, item }: StaffCase): string {
  if (area === 'chats') return item.message === null ? 'Reported chat' : 'Reported message of a chat';
  return item.target_kind === 'comment' ? 'Reported comment' : POST_TITLES[item.kind];
}

export const personOf = ({ area, item }: StaffCase): string => (area === 'posts' ? item.author.name : item.about.name);

export const reportsWords = (count: number): string => (count === 1 ? '1 report' : `${count} reports`);

/** `now` in ms. */
export const isOverdue = (about: StaffCase, now: number): boolean => stateOf(about) === 'open' && Date.parse(about.item.due_at) < now;
export function dueWords(about: StaffCase, now: number): string {
  const { due_at, closed_at } = about.item;
  if (closed_at) return `Decided ${formatIst(closed_at)}`;
  return isOverdue(about, now) ? `Overdue since ${formatIst(due_at)}` : `Due ${formatIst(due_at)}`;
}

/** Why this moderator may not decide; '' where they may. */
export function barredWords({ area, item }: StaffCase): string {
  if (area === 'chats') return item.barred ? 'You are a member of this chat, so another moderator decides.' : '';
  if (item.barred === 'own_text') return 'You wrote this text, so another moderator decides.';
  return item.barred === 'own_decision' ? 'You removed this post, so another moderator hears the appeal.' : '';
}

/** The end of a closed case, in one sentence; '' of an open one. */
export function endWords(about: StaffCase): string {
  const { area, item } = about;
  const state = stateOf(about);
  if (state === 'open') return '';
  if (area === 'chats') return state === 'upheld' ? 'Upheld: the chat is closed.' : 'Dismissed: nothing was found to act on.';
  if (item.kind === 'appeal') return state === 'upheld' ? 'The removal stands.' : 'The appeal was granted: the post is back.';
  if (item.target_kind === 'comment') return state === 'upheld' ? 'The comment was removed.' : 'The comment stands.';
  return state === 'upheld' ? 'The post was removed.' : 'The post stands.';
}

const STEP_WORDS: Readonly<Record<(BuzzCase | ChatCase)['history'][number]['step'], string>> = {
  opened: 'Opened',
  reported: 'Reported',
  assigned: 'Assigned',
  read: 'Chat read',
  removed: 'Removed',
  upheld: 'Upheld',
  dismissed: 'Dismissed',
};
const ALL_REASONS: Readonly<Record<string, string>> = { ...CHAT_REPORT_WORDS, ...REPORT_WORDS };
const OPENINGS: Readonly<Record<string, string>> = {
  'By reports of members': 'By reports of members',
  'By a report of a member': 'By a report of a member',
  'Sent for approval': 'Sent for approval',
};

export interface HistoryLine {
  readonly at: string;
  readonly title: string;
  /** Who did it; '' for members who reported, whose names moderators do not see. */
  readonly by: string;
  /** In this site’s own words; '' where the step has none. */
  readonly detail: string;
  /** In somebody’s own words, which nobody translates. */
  readonly quote: string;
}

/** A step of a case's history. Reasons of reports are codes; all other words are their writer's own. */
export function historyLine({ at, by, step, words }: StaffCase['item']['history'][number], isAppeal: boolean): HistoryLine {
  const line = { at, by, title: STEP_WORDS[step], detail: '', quote: '' };
  if (step === 'assigned') return { ...line, title: words === 'given back' ? 'Given back' : 'Taken' };
  if (step === 'reported') return { ...line, detail: Object.hasOwn(ALL_REASONS, words) ? ALL_REASONS[words]! : '' };
  if (step === 'opened' && !isAppeal) return { ...line, detail: OPENINGS[words] ?? '' };
  if (step === 'removed' && isAppeal) return { ...line, title: 'Removal upheld', quote: words };
  if (step === 'dismissed' && isAppeal) return { ...line, title: 'Appeal granted', quote: words };
  return { ...line, quote: words };
}

export interface Choice {
  /** `true`: what the case asks for is done, or the removal stands. */
  readonly acts: boolean;
  readonly label: string;
  /** What follows, in a sentence or two. */
  readonly after: string;
}

/** What may be decided of a case, with what follows; the first choice acts. */
export function choicesOf({ area, item }: StaffCase): readonly [Choice, Choice] {
  if (area === 'chats')
    return [
      { acts: true, label: 'Uphold, and close the chat', after: 'The chat takes no more messages. Both members are told.' },
      { acts: false, label: 'Dismiss the case', after: 'The chat goes on. The member who reported is told; the other is told only if the chat was read.' },
    ];
  if (item.kind === 'appeal')
    return [
      { acts: true, label: 'The removal stands', after: 'The note stays in the post’s place. There is no second appeal.' },
      { acts: false, label: 'Put the post back', after: 'Readers see the post again, where it stood.' },
    ];
  if (item.target_kind === 'comment')
    return [
      { acts: true, label: 'Remove the comment', after: 'A note stays in its place. The text is kept in the record for five years.' },
      { acts: false, label: 'Let it stand', after: 'Nothing changes for readers.' },
    ];
  const removed = { acts: true, label: 'Remove the post', after: 'Readers see this note in its place:' };
  if (item.kind === 'review') return [removed, { acts: false, label: 'Approve the post', after: 'Readers see the post from now on.' }];
  return [removed, { acts: false, label: 'Let it stand', after: 'Readers see the post, unless another case about it is open.' }];
}

/** A reason is chosen where a post or a comment is removed: its tombstone shows it. */
export const needsReason = ({ area, item }: StaffCase): boolean => area === 'posts' && item.kind !== 'appeal';
