import type { RecentChat } from '@vimarsh/shared/contract/chat/types.ts';

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

export const ROOM_FILTERS = ['all', 'requested', 'open', 'ended'] as const;
export type RoomFilter = (typeof ROOM_FILTERS)[number];

export function isIn(filter: RoomFilter, { status_str }: RecentChat): boolean {
  if (filter === 'all') return true;
  if (filter === 'requested') return status_str === 'Requested';
  if (filter === 'open') return status_str === 'Active';
  return status_str !== 'Requested' && status_str !== 'Active';
}
