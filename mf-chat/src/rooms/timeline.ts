import type { ChatEntry } from '@vimarsh/shared/contract/chat/types.ts';

/** The part of a page of entries that a timeline reads. */
export interface EntryPage {
  readonly entries: readonly ChatEntry[];
  readonly head: number;
  readonly more: boolean;
}

/** The entries of one room as this page has them. Numbers count 1, 2, 3 … in each room without a hole. */
export interface Timeline {
  /** Ascending by `seq` and without a hole. */
  readonly entries: readonly ChatEntry[];
  /** Entries behind a gap, ascending. They are applied once the gap is filled. */
  readonly ahead: readonly ChatEntry[];
  /** The greatest number the room is known to have. */
  readonly head: number;
  /** The room has entries before the first one here. */
  readonly older: boolean;
}

export const openTimeline = ({ entries, head, more }: EntryPage): Timeline => learnHead({ entries, ahead: [], head, older: more }, lastOf({ entries }));

/** The number of the last entry; 0 where there is none. */
export const lastOf = ({ entries }: Pick<Timeline, 'entries'>): number => entries.at(-1)?.seq ?? 0;

/** The number behind which entries are missing; null while the timeline is whole. */
export const missingAfter = (timeline: Timeline): number | null => (timeline.head > lastOf(timeline) ? lastOf(timeline) : null);

/** Somebody said how far the room has come: with that, a gap is known before the next entry. */
export const learnHead = (timeline: Timeline, head: number): Timeline => (head > timeline.head ? { ...timeline, head } : timeline);

/** The next number applies, a lower one is known already, a greater one waits for what is missing before it. */
export function receiveEntry(timeline: Timeline, entry: ChatEntry): Timeline {
  const last = lastOf(timeline);
  if (entry.seq <= last || timeline.ahead.some(({ seq }) => seq === entry.seq)) return timeline;
  const ahead = [...timeline.ahead, entry].sort((one, other) => one.seq - other.seq);
  let next = last + 1;
  while (ahead[next - last - 1]?.seq === next) next += 1;
  const applied = next - last - 1;
  return {
    ...timeline,
    entries: applied === 0 ? timeline.entries : [...timeline.entries, ...ahead.slice(0, applied)],
    ahead: ahead.slice(applied),
    head: Math.max(timeline.head, entry.seq),
  };
}

/** Applies what the server answered about a gap. */
export const fillGap = (timeline: Timeline, page: EntryPage): Timeline => learnHead(page.entries.reduce(receiveEntry, timeline), page.head);

/** Puts the page before the first entry. A page that does not end right there is left out: it would make a hole. */
export function prependOlder(timeline: Timeline, page: EntryPage): Timeline {
  const first = timeline.entries[0]?.seq ?? timeline.head + 1;
  const before = page.entries.filter(({ seq }) => seq < first);
  if ((before.at(-1)?.seq ?? first - 1) !== first - 1) return timeline;
  return { ...timeline, entries: [...before, ...timeline.entries], older: before.length > 0 && page.more };
}
