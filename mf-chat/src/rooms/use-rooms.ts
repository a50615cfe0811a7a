import { listChats, markRead } from '@vimarsh/shared/contract/chat/routes.ts';
import { chatTopic } from '@vimarsh/shared/contract/chat/socket.ts';
import type { RecentChat, RecentPage } from '@vimarsh/shared/contract/chat/types.ts';
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
  /** The server's instant, in ms: waits are counted by it, whatever this device's clock says. */
  readonly serverNow: () => number;
}

/** Pages of those who wait that are read at most: an expert has 40 open chats, and requests beside them. */
const WAITING_PAGES = 5;

/** The person's rooms, with `waits` all in which somebody waits for them: the first page by the API, what changes by the line, and by the API again while that is away. */
export function useRooms(user_id: string, waits = false): Rooms {
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
  const serverNow = useServerNow([...(data?.rooms ?? []), ...arrived]);

  // A room that begins to wait is written to, so that the line or the first page brings it. Those that have waited for long stand behind others.
  useEffect(() => {
    if (!waits) return;
    let isOver = false;
    const read = async (): Promise<void> => {
      let behind: string | null = '';
      for (let page = 0; page < WAITING_PAGES && behind !== null && !isOver; page += 1) {
        const found: RecentPage | null = (
          await session.request(listChats, { query: { waits: '1', limit: '50', ...(behind && { after: behind }) } }, { quiet: true })
        ).data;
        if (found && !isOver) setArrived((known) => mergeRooms(known, found.rooms));
        behind = found?.next ?? null;
      }
    };
    void read();
    return () => {
      isOver = true;
    };
  }, [session, waits]);

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
    serverNow,
  };
}

/** The server's instant: the latest that it told, and what has passed on this device since, whose clock may be wrong. */
function useServerNow(rooms: readonly RecentChat[]): () => number {
  const told = useRef<{ at: number; here: number } | null>(null);
  const latest = Math.max(0, ...rooms.map(({ as_of }) => (as_of === undefined ? 0 : Date.parse(as_of))));
  useEffect(() => {
    if (latest > (told.current?.at ?? 0)) told.current = { at: latest, here: performance.now() };
  }, [latest]);
  return () => {
    if (latest === 0) return Date.now();
    return told.current && told.current.at >= latest ? told.current.at + performance.now() - told.current.here : latest;
  };
}
