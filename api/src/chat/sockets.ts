import { chatTopic, PRESENCE_MS, roomTopic, TYPING_MS } from '@vimarsh/shared/contract/chat/socket.ts';
import type { RecentChat } from '@vimarsh/shared/contract/chat/types.ts';
import { Fail, type Platform } from '../platform/platform.ts';
import type { Connection, RoomSender } from '../platform/sockets/realtime.ts';
import type { Deciding } from './deciding.ts';
import { entriesAfter, headsOf, shownEntry } from './entries.store.ts';
import type { Mark } from './marking.ts';
import { Presence } from './presence.ts';
import { roomOf } from './rooms.store.ts';
import { type ChatDb, chatTables, type EntryRow, type RoomRow, type ToldEntry } from './tables.ts';
import { tellInTurn } from './tell-in-turn.ts';
import type { RoomMembers, Write } from './writing.ts';

interface Parts {
  readonly platform: Platform;
  readonly write: Write;
  readonly decide: Deciding['decide'];
  readonly mark: Mark;
  /** Some of a person’s rooms, or the latest of them, as they see them. */
  readonly recent: (user_id: string, only?: readonly string[]) => Promise<RecentChat[]>;
}

export interface ChatSockets {
  /** Sends an entry to the room, and both members what their lists show of it now. */
  entry(row: ToldEntry, room: RoomMembers): void;
  /** The same for an entry that was kept before, as members may read it now: whoever kept it may have ended before it was sent. */
  entryAgain(row: EntryRow): void;
  /** Sends a member’s marks to the room, and what is unread to the member’s other pages. */
  marks(room: RoomRow, user_id: string, marks: { delivered: number; seen: number }): void;
  isHere(user_id: string): boolean;
}

const BEAT_MS = 30_000;

/** Two topics: a person’s own rooms, and one room’s conversation. What counts is read from the database; what is sent may be lost. */
export function openChatSockets({ platform, write, decide, mark, recent }: Parts): ChatSockets {
  const db = chatTables(platform.db);
  const here = new Presence();
  /** By room. */
  const inRoom = new Map<string, Presence>();
  /** Whose place a socket took in which rooms: its caller may be another when it leaves. */
  const joined = new WeakMap<Connection, { room: string; user_id: string }[]>();
  /** Sockets that have asked for the list of their person. */
  const asking = new Map<string, Set<Connection>>();
  const isAlone = platform.config.REDIS_URL === undefined;
  const report = (error: unknown) => platform.log.warn({ err: error }, 'a page could not be told of its chats');

  const own: RoomSender<typeof chatTopic> = platform.realtime.openTopic(chatTopic, {
    mayJoin(room, { caller }) {
      if (caller!.user_id !== room) throw new Fail('NOT_FOUND');
    },
    mayStay: (members) => members.filter(({ room, connection }) => connection.caller?.user_id === room),
    onJoin: (room) => void here.add(room),
    onLeave: (room) => void here.remove(room),
    handlers: {
      async get_recent_chat({ user_id }, connection) {
        refuseOther(user_id, connection);
        listen(user_id, connection);
        sendRecent(connection, user_id, await recent(user_id));
        return undefined;
      },
      async cancel_room_status({ room, user_id }, connection) {
        refuseOther(user_id, connection);
        const seen = await roomOf(db, room, user_id);
        if (!seen) throw new Fail('NOT_FOUND');
        if (seen.expert_id === user_id) await decide(connection, room, 'DENY', 'unsaid');
        else await decide(connection, room, 'CANCEL', '');
        return undefined;
      },
    },
  });

  const rooms: RoomSender<typeof roomTopic> = platform.realtime.openTopic(roomTopic, {
    async mayJoin(room, { caller }) {
      if (!(await roomOf(db, room, caller!.user_id))) throw new Fail('NOT_FOUND');
    },
    async mayStay(members) {
      const found = await membersAmong(db, [...new Set(members.map(({ room }) => room))]);
      return members.filter(({ room, connection }) => found.has(`${room} ${connection.caller?.user_id}`));
    },
    onJoin(room, connection) {
      const { user_id } = connection.caller!;
      const present = inRoom.get(room) ?? new Presence();
      inRoom.set(room, present);
      present.add(user_id);
      joined.set(connection, [...(joined.get(connection) ?? []), { room, user_id }]);
      for (const person of present.keys()) sayPresence(room, person, true);
    },
    onLeave(room, connection) {
      const of = joined.get(connection)?.find((each) => each.room === room);
      if (!of) return;
      joined.set(
        connection,
        joined.get(connection)!.filter((each) => each !== of),
      );
      const present = inRoom.get(room)!;
      if (!present.remove(of.user_id)) return;
      if (present.isEmpty) inRoom.delete(room);
      sayPresence(room, of.user_id, false);
    },
    after: (room, seq, limit) => entriesAfter(db, room, seq, limit),
    latest: (names) => headsOf(db, names),
    handlers: {
      send_message: ({ reply_to = null, ...message }, connection) => write(connection, { ...message, kind: 'message', target: reply_to }),
      edit_message: (edit, connection) => write(connection, { ...edit, kind: 'edit' }),
      withdraw_message: (withdrawal, connection) => write(connection, { ...withdrawal, kind: 'withdrawal', body: '' }),
      message_seen: (input, connection) => mark(connection.caller!.user_id, input),
      typing({ room, on }, connection) {
        if (!rooms.isMember(room, connection)) throw new Fail('NOT_FOUND');
        rooms.emit('typing', { room, user_id: connection.caller!.user_id, on, ttl_ms: TYPING_MS });
        return undefined;
      },
    },
  });
  function sayPresence(room: string, user_id: string, online: boolean): void {
    rooms.emit('presence', { room, user_id, online, lease_ms: PRESENCE_MS });
  }

  const beat = setInterval(() => {
    for (const [room, present] of inRoom) for (const person of present.keys()) sayPresence(room, person, true);
  }, BEAT_MS);
  beat.unref();
  platform.onShutdown(() => clearInterval(beat));

  /** The specification's client joins nothing: from its first question on its socket hears of changes, as far as this node makes them. */
  function listen(user_id: string, connection: Connection): void {
    const askers = asking.get(user_id) ?? new Set();
    if (askers.has(connection)) return;
    asking.set(user_id, askers.add(connection));
    here.add(user_id);
    connection.onClose(() => {
      here.remove(user_id);
      askers.delete(connection);
      if (askers.size === 0) asking.delete(user_id);
    });
  }

  /** Sends a person's pages what their list shows now of these rooms. */
  async function tellList(user_id: string, room_ids: readonly string[]): Promise<void> {
    const entries = await recent(user_id, room_ids);
    if (entries.length === 0) return;
    own.emit('recent-chat', { room: user_id, entries });
    for (const connection of asking.get(user_id) ?? []) if (!own.isMember(user_id, connection)) sendRecent(connection, user_id, entries);
  }
  const lists = tellInTurn(tellList, report);
  function tellLists(room_id: string, user_ids: readonly string[]): void {
    // Pages on other nodes are reached by Redis alone.
    for (const user_id of user_ids) if (!isAlone || here.has(user_id)) lists.add(user_id, room_id);
  }

  return {
    entry(row, room) {
      rooms.emit('message', shownEntry({ ...row, withdrawn: false }));
      tellLists(room.id, [room.investor_id, room.expert_id]);
    },
    entryAgain({ room_id, seq }) {
      entriesAfter(db, room_id, seq - 1, 1).then(([entry]) => entry && rooms.emit('message', entry), report);
    },
    marks(room, user_id, marks) {
      rooms.emit('read_state', { room: room.id, user_id, ...marks });
      tellLists(room.id, [user_id]);
    },
    isHere: (user_id) => here.has(user_id),
  };
}

/** To one socket, whether or not it is in a room of the topic. */
const sendRecent = (connection: Connection, user_id: string, entries: readonly RecentChat[]): void =>
  (connection.send as (event: string, payload: object) => void)('recent-chat', { room: user_id, entries });

function refuseOther(user_id: string, { caller }: Connection): void {
  if (caller!.user_id !== user_id) throw new Fail('FORBIDDEN');
}

async function membersAmong(db: ChatDb, rooms: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('chat_rooms').select(['id', 'investor_id', 'expert_id']).where('id', 'in', rooms).execute();
  return new Set(rows.flatMap(({ id, investor_id, expert_id }) => [`${id} ${investor_id}`, `${id} ${expert_id}`]));
}
