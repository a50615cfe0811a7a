import type { RecentChat } from '@vimarsh/shared/contract/chat/types.ts';
import { stillWaitsTill } from '@vimarsh/shared/domain/chat/request-rules.ts';
import type { Identity } from '../identity/index.ts';
import { GONE } from '../identity/index.ts';
import { chatsOf, type ListedRoom, type RoomFilter } from './rooms.store.ts';
import type { ChatDb } from './tables.ts';

export type RecentIdentity = Pick<Identity, 'contactsOf' | 'expert'>;

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Rooms as one of their members sees them. */
export async function recentOf(db: ChatDb, identity: RecentIdentity, user_id: string, filter: RoomFilter, limit: number, now: Date): Promise<RecentChat[]> {
  const rooms = await chatsOf(db, user_id, filter, limit);
  const others = [...new Set(rooms.map((room) => otherOf(room, user_id)))];
  const experts = [...new Set(rooms.flatMap(({ investor_id, expert_id }) => (investor_id === user_id ? expert_id : [])))];
  const [contacts, records] = await Promise.all([identity.contactsOf(others), Promise.all(experts.map((id) => identity.expert(id)))]);
  const registered = new Map(records.flatMap((record) => (record ? [[record.user_id, record] as const] : [])));
  return rooms.map((room) => {
    const other = otherOf(room, user_id);
    const record = registered.get(other);
    return {
      title: room.id,
      status_str: room.status,
      retail_user_id: room.investor_id,
      second_user_details: {
        user_id: other,
        full_name: contacts.get(other)?.name ?? GONE,
        profession: contacts.get(other)?.profession ?? '',
        picture: record?.picture ?? '',
        verified: record?.verified ?? false,
      },
      topic: room.topic,
      symbol: room.symbol,
      request_text: room.request_text,
      requested_at: room.requested_at.toISOString(),
      decided_at: iso(room.decided_at),
      ends_at: iso(room.ends_at),
      reason: room.reason,
      again_at: stillWaitsTill(room, now),
      last: room.text && { ...room.text, at: new Date(room.text.at).toISOString() },
      waits_since: iso(room.waits_since),
      as_of: now.toISOString(),
      head: room.last_seq,
      unread: room.unread,
      me: { delivered: room.delivered, seen: room.seen },
      other: { delivered: room.other_delivered, seen: room.other_seen },
    };
  });
}

const otherOf = ({ investor_id, expert_id }: Pick<ListedRoom, 'investor_id' | 'expert_id'>, user_id: string): string =>
  investor_id === user_id ? expert_id : investor_id;
