import type { RecentChat } from '@vimarsh/shared/contract/chat/types.ts';
import { formatAge } from '@vimarsh/shared/domain/text/formats.ts';

const progress = ({ me, other }: RecentChat): number => me.delivered + me.seen + other.delivered + other.seen;

/** Of two descriptions of a room the later one. Numbers and marks only grow, so no clock is needed. */
export function laterOf(known: RecentChat | undefined, arrived: RecentChat): RecentChat {
  if (!known || arrived.head !== known.head) return known && known.head > arrived.head ? known : arrived;
  return progress(known) > progress(arrived) ? known : arrived;
}

const touchedAt = ({ last, requested_at, decided_at }: RecentChat): string => [last?.at ?? '', requested_at, decided_at ?? ''].toSorted().at(-1)!;

/** All rooms that were told of, each once as it is now, the latest first. */
export function mergeRooms(...lists: readonly (readonly RecentChat[])[]): readonly RecentChat[] {
  const rooms = new Map<string, RecentChat>();
  for (const room of lists.flat()) rooms.set(room.title, laterOf(rooms.get(room.title), room));
  return [...rooms.values()].sort((one, other) => touchedAt(other).localeCompare(touchedAt(one)));
}

export const ROOM_FILTERS = ['all', 'waits', 'requested', 'open', 'ended'] as const;
export type RoomFilter = (typeof ROOM_FILTERS)[number];

/** Since when the investor waits for words of the expert; null where none waits. An older server says it of no room, and a request waits in any case. */
export const waitsSince = ({ status_str, waits_since, requested_at }: RecentChat): string | null =>
  waits_since ?? (status_str === 'Requested' ? requested_at : null);

/** Rooms in which an investor waits, the longest wait first. */
export const longestWaitFirst = (rooms: readonly RecentChat[]): readonly RecentChat[] =>
  rooms.filter((room) => waitsSince(room) !== null).toSorted((one, other) => waitsSince(one)!.localeCompare(waitsSince(other)!));

/** 'Just asked', 'Waits 25 min': by the server's instant. */
export function waitWords(since: string, now: number): string {
  const age = formatAge(since, Math.max(now, Date.parse(since)));
  return age === 'now' ? 'Just asked' : `Waits ${age}`;
}

export function isIn(filter: RoomFilter, room: RecentChat): boolean {
  const { status_str } = room;
  if (filter === 'all') return true;
  if (filter === 'waits') return waitsSince(room) !== null;
  if (filter === 'requested') return status_str === 'Requested';
  if (filter === 'open') return status_str === 'Active';
  return status_str !== 'Requested' && status_str !== 'Active';
}
