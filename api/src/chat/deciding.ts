import type { ChatStatus, newRequest } from '@vimarsh/shared/contract/chat/types.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { chatRights, EXPERT_ROOMS, WITHOUT_PLAN_MS } from '@vimarsh/shared/domain/chat/limits.ts';
import { refuseRequest, roomEndsAt } from '@vimarsh/shared/domain/chat/request-rules.ts';
import { moveRoom, type RoomEvent } from '@vimarsh/shared/domain/chat/room.machine.ts';
import type * as z from 'zod/mini';
import type { Identity } from '../identity/index.ts';
import { mayPublish } from '../identity/index.ts';
import { callerOf } from '../platform/access/access.ts';
import { type Database, Fail, type Platform, refuseField } from '../platform/platform.ts';
import { ulid } from '../platform/text/id.ts';
import type { CheckText } from './check-text.ts';
import { appendEntry, entryBy } from './entries.store.ts';
import { countRooms, dueRooms, lockChats, lockedPair, lockedRoom, noteWithoutPlan, openRoomsAfter, roomOf } from './rooms.store.ts';
import { type ChatDb, chatTables, type EntryRow, type RoomRow } from './tables.ts';
import type { ChatNews } from './telling.ts';
import { blockedFail, isIdTaken, memberOf, refuseBlocked, type Writer } from './writing.ts';

interface Parts {
  readonly platform: Pick<Platform, 'db' | 'transaction' | 'audit' | 'log'>;
  readonly identity: Pick<Identity, 'expert' | 'isOpen' | 'askers'>;
  readonly checkText: CheckText;
  readonly clock: () => Date;
  readonly tell: (row: EntryRow, room: RoomRow) => void;
  readonly news: ChatNews;
}

/** The member's side of a decision. */
type Wish = 'ACCEPT' | 'DENY' | 'CANCEL' | 'CLOSE';

/** Rooms that one look of the clock moves on at most; the next one goes on. */
const DUE_AT_ONCE = 500;

const ROOMS_AT_ONCE = 500;
const idsOf = (rooms: readonly { id: string }[]): string[] => rooms.map(({ id }) => id);
const isOver = (since: Date | null, now: Date): boolean => since !== null && now.getTime() - since.getTime() >= WITHOUT_PLAN_MS;

/** What the row of a room says once it has moved. */
function moved(room: RoomRow, status: ChatStatus, event: RoomEvent, reason: string, now: Date): RoomRow {
  const next = { ...room, status, reason };
  if (status === 'Closed') next.closed_at = now;
  else next.decided_at = now;
  if (event.type === 'ACCEPT' || event.type === 'DENY') next.answered_at = now;
  return { ...next, ends_at: roomEndsAt(next) };
}

async function storeMove(tx: ChatDb, next: RoomRow, sender_id: string, now: Date, news: ChatNews) {
  const { id, status, reason, decided_at, answered_at, closed_at, ends_at } = next;
  await tx.updateTable('chat_rooms').set({ status, reason, decided_at, answered_at, closed_at, ends_at }).where('id', '=', id).execute();
  const row = await appendEntry(tx, id, { kind: 'state', sender_id, client_msg_id: '', body: '', target: null, status_str: status, reason }, now);
  await news.entry(tx, row, next);
  return row;
}

/** Requests, and what becomes of rooms. */
export function createDeciding({ platform, identity, checkText, clock, tell, news }: Parts) {
  const db = chatTables(platform.db);

  async function audited(tx: Database, { caller }: Writer, action: string, object: string): Promise<void> {
    const { user_id: actor, session_id, partner_key } = caller!;
    await platform.audit.write(tx, { actor, session_id, partner_key, action, object, result: 'done' });
  }

  /** The room that a request with this number made; null where the number is new. */
  async function madeBefore(
    investor_id: string,
    { client_msg_id, expert_id, text, topic, symbol = null }: z.output<typeof newRequest>,
  ): Promise<RoomRow | null> {
    const before = await entryBy(db, investor_id, client_msg_id);
    if (!before) return null;
    if (!('seq' in before)) {
      if (before.body === textOf(text, before.body)) throw blockedFail(before.kind, before.sentence);
      throw new Fail('MESSAGE_ID_USED');
    }
    const room = (await roomOf(db, before.room_id, investor_id))!;
    // A later request of the pair has other words than the room had then: only the present one can be compared with them.
    const isPresent = room.requested_at.getTime() === before.at.getTime();
    const isOther = isPresent && (room.topic !== topic || room.symbol !== symbol);
    if (before.kind !== 'request' || before.body !== text || room.expert_id !== expert_id || isOther) throw new Fail('MESSAGE_ID_USED');
    return room;
  }

  async function request(writer: Writer, wish: z.output<typeof newRequest>): Promise<string> {
    const { user_id, partner_key } = writer.caller!;
    const rights = chatRights(callerOf(writer));
    if (!rights) throw new Fail('NOT_ENTITLED');
    const before = await madeBefore(user_id, wish);
    if (before) return before.id;
    const { expert_id, topic, symbol = null, text, client_msg_id } = wish;
    const expert = await identity.expert(expert_id);
    if (!expert || !mayPublish(expert) || expert_id === user_id) refuseField('expert_id', 'This expert takes no chats');
    await refuseBlocked(db, checkText, 'investor', { sender_id: user_id, client_msg_id, room_id: '', body: `${topic}\n${text}`, at: clock() });

    const stored = await platform
      .transaction(async (tx: ChatDb) => {
        await lockChats(tx, [user_id, expert_id]);
        if (!(await identity.isOpen(tx, user_id)) || !(await identity.isOpen(tx, expert_id))) throw new Fail('CHAT_STATE');
        const existing = await lockedPair(tx, user_id, expert_id);
        const own = await countRooms(tx, 'investor_id', user_id);
        const { open: expertOpen } = await countRooms(tx, 'expert_id', expert_id);
        const now = clock();
        const code = refuseRequest({ rights, ...own, room: existing ?? null, expertOpen, now });
        if (code) throw new Fail(code);
        const asked = { status: 'Requested', topic, symbol, request_text: text, reason: '', requested_at: now } as const;
        const times = {
          decided_at: null,
          answered_at: null,
          closed_at: null,
          without_plan_since: null,
          ends_at: roomEndsAt({ ...asked, decided_at: null, closed_at: null }),
        };
        const room: RoomRow = existing
          ? { ...existing, ...asked, ...times }
          : { id: ulid(), investor_id: user_id, expert_id, partner_key, ...asked, ...times, last_seq: 0, last_at: now };
        if (existing) {
          if (!moveRoom(existing.status, { type: 'ASK', by: 'investor' })) throw new Fail('CHAT_STATE');
          await tx
            .updateTable('chat_rooms')
            .set({ ...asked, ...times })
            .where('id', '=', room.id)
            .execute();
        } else await tx.insertInto('chat_rooms').values(room).execute();
        const entry = { kind: 'request', sender_id: user_id, client_msg_id, body: text, target: null, status_str: 'Requested', reason: '' } as const;
        const row = await appendEntry(tx, room.id, entry, now);
        await news.entry(tx, row, room);
        await audited(tx, writer, 'chat.request', room.id);
        return { row, room };
      })
      .catch(async (error: unknown) => {
        // The same request came twice at once, and the other was first.
        const first = isAlready(error) ? await madeBefore(user_id, wish) : null;
        if (!first) throw error;
        return { row: null, room: first };
      });
    if (stored.row) tell(stored.row, stored.room);
    return stored.room.id;
  }

  async function decide(writer: Writer, room_id: string, wish: Wish, reason: string): Promise<void> {
    const { user_id } = writer.caller!;
    const seen = await roomOf(db, room_id, user_id);
    if (!seen) throw new Fail('NOT_FOUND');
    const by = memberOf(seen, user_id);
    if (by === 'expert' && wish === 'ACCEPT' && !may(callerOf(writer), 'chat.answer')) throw new Fail('FORBIDDEN');
    const { row, room } = await platform.transaction(async (tx: ChatDb) => {
      await lockChats(tx, [seen.investor_id, seen.expert_id]);
      const room = (await lockedRoom(tx, room_id))!;
      const now = clock();
      const event = { type: wish, by } as const;
      const status = moveRoom(room.status, event);
      // What is due counts as moved, whether or not the clock's job has looked yet.
      if (!status || room.ends_at! <= now) throw new Fail('CHAT_STATE');
      if (status === 'Active' && (await countRooms(tx, 'expert_id', room.expert_id)).open >= EXPERT_ROOMS) throw new Fail('CHAT_FULL');
      const next = moved(room, status, event, reason, now);
      const row = await storeMove(tx, next, user_id, now, news);
      await audited(tx, writer, `chat.${wish.toLowerCase()}`, room_id);
      return { row, room: next };
    });
    tell(row, room);
  }

  /** Ends a room if it is due once it is locked. One that fails is logged, so that it keeps no others waiting, and comes again. */
  async function pass(id: string, reason: string, isDue: (room: RoomRow, now: Date) => boolean): Promise<void> {
    try {
      const done = await platform.transaction(async (tx: ChatDb) => {
        const room = await lockedRoom(tx, id);
        const now = clock();
        return room && isDue(room, now) ? passRoom(tx, room, reason, now, news) : null;
      });
      if (done) tell(done.row, done.room);
    } catch (error) {
      platform.log.error({ err: error, object: id }, 'a chat could not be ended');
    }
  }

  /** Moves on what is due by the server's clock. */
  async function passTime(): Promise<void> {
    for (const id of await dueRooms(db, clock(), DUE_AT_ONCE)) await pass(id, 'time', ({ ends_at }, now) => ends_at !== null && ends_at <= now);
  }

  /** Closes open rooms whose investor has had no right to chats for two days. A plan bought meanwhile keeps the room. */
  async function endPlans(): Promise<void> {
    for (let rooms = await openRoomsAfter(db, '', ROOMS_AT_ONCE); rooms.length > 0; rooms = await openRoomsAfter(db, rooms.at(-1)!.id, ROOMS_AT_ONCE)) {
      const now = clock();
      const askers = await identity.askers([...new Set(rooms.map(({ investor_id }) => investor_id))]);
      const mayAsk = ({ investor_id }: { investor_id: string }): boolean => {
        const asker = askers.get(investor_id);
        return asker !== undefined && chatRights(callerOf(asker)) !== null;
      };
      const back = rooms.filter((room) => room.without_plan_since !== null && mayAsk(room));
      const without = rooms.filter((room) => !mayAsk(room));
      await noteWithoutPlan(db, idsOf(back), null);
      await noteWithoutPlan(db, idsOf(without.filter(({ without_plan_since }) => without_plan_since === null)), now);
      for (const { id, without_plan_since } of without)
        if (isOver(without_plan_since, now)) await pass(id, 'plan', (room, at) => room.status === 'Active' && isOver(room.without_plan_since, at));
    }
  }

  return { request, decide, passTime, endPlans };
}

/** Ends a room or a request without a member's wish: by the clock, by a moderator, or because a member's account is gone. */
export async function passRoom(tx: ChatDb, room: RoomRow, reason: string, now: Date, news: ChatNews): Promise<{ row: EntryRow; room: RoomRow } | null> {
  const status = moveRoom(room.status, { type: 'TIME' });
  if (!status) return null;
  const next = moved(room, status, { type: 'TIME' }, reason, now);
  return { row: await storeMove(tx, next, '', now, news), room: next };
}

/** What a blocked request was kept as: its topic and its text. */
const textOf = (text: string, body: string): string => `${body.slice(0, body.indexOf('\n'))}\n${text}`;

const isAlready = (error: unknown): boolean => isIdTaken(error) || (error instanceof Fail && error.code === 'CHAT_AGAIN');

export type Deciding = ReturnType<typeof createDeciding>;
