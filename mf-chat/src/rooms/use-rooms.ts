import { listChats, markRead } from '@vimarsh/shared/contract/chat/routes.ts';
import { chatTopic } from '@vimarsh/shared/contract/chat/socket.ts';
import type { RecentChat } from '@vimarsh/shared/contract/chat/types.ts';
import { useQuery, useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { useEffect, useRef, useState } from 'react';
import { mergeRooms } from './recent-rooms.ts';
import { type FollowedRoom, useRoomLine } from './use-room-line.ts';

/** Between two looks at the server while the line does not carry the chats, ms. */
export const POLL_MS = 10_000;

export interface Rooms {
  /** Undefined until the first answer. */
  readonly rooms: readonly RecentChat[] | undefined;
  readonly error: ReturnType<typeof useQuery<typeof listChats>>['error'];
  readonly refetch: () => void;
  /** Takes over what a call answered about a room. */
  readonly update: (room: RecentChat) => void;
  /** The server has taken this person's marks of a room: its list counts by them, and tells only the person's other pages. */
  readonly marked: (room: string, marks: { readonly delivered: number; readonly seen: number; readonly unread: number }) => void;
  readonly more: (() => void) | null;
  readonly busy: boolean;
  readonly line: FollowedRoom<typeof chatTopic>;
}

/** The person's rooms: the first page by the API, what changes by the line, and by the API again while that is away. */
export function useRooms(user_id: string): Rooms {
  const session = useSessionApi();
  const [arrived, setArrived] = useState<readonly RecentChat[]>([]);
  const [after, setAfter] = useState<string | null>();
  const line = useRoomLine(
    chatTopic,
    user_id,
    (news) => {
      if (news?.event === 'recent-chat') setArrived((known) => mergeRooms(known, news.payload.entries));
    },
    (say) => void say('get_recent_chat', { user_id }),
  );
  const away = line.state !== 'joined';
  const { data, error, refetch } = useQuery(listChats, { query: { limit: '50' } }, { fresh: 0, shown: true, ...(away && { every: POLL_MS }) });
  const { busy, send } = useRequest(listChats);
  const next = after === undefined ? (data?.next ?? null) : after;
  const more = async (behind: string) => {
    const { data: page } = await send({ query: { limit: '50', after: behind } });
    if (!page) return;
    setArrived((known) => mergeRooms(known, page.rooms));
    setAfter(page.next);
  };
  const rooms = data && mergeRooms(data.rooms, arrived);

  // The other's page may say "delivered" once this one has the message.
  const delivered = useRef(new Map<string, number>());
  useEffect(() => {
    for (const { title, head, me, unread } of rooms ?? []) {
      if (unread === 0 || head <= me.delivered || head <= (delivered.current.get(title) ?? 0)) continue;
      delivered.current.set(title, head);
      void session.request(markRead, { body: { room: title, delivered: head } }, { quiet: true });
    }
  });

  return {
    rooms,
    error,
    refetch,
    update: (room) => setArrived((known) => mergeRooms(known, [room])),
    marked: (title, { delivered, seen, unread }) =>
      setArrived((known) => {
        const room = mergeRooms(data?.rooms ?? [], known).find((each) => each.title === title);
        if (!room || seen < room.me.seen) return known;
        return mergeRooms(known, [{ ...room, unread, me: { delivered, seen } }]);
      }),
    more: next === null ? null : () => void more(next),
    busy,
    line,
  };
}
