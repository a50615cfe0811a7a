import type { Acknowledgement } from '@vimarsh/shared/contract/chat/types.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { EDIT_MS, MESSAGES } from '@vimarsh/shared/domain/chat/limits.ts';
import type { ChatMember } from '@vimarsh/shared/domain/chat/room.machine.ts';
import { callerOf } from '../platform/access/access.ts';
import { type Ctx, Fail, type Platform, refuseField } from '../platform/platform.ts';
import type { CheckText } from './check-text.ts';
import { appendEntry, entryAt, entryBy, isWithdrawn, keepBlocked } from './entries.store.ts';
import { lockedRoom, roomOf } from './rooms.store.ts';
import { type BlockedRow, type ChatDb, chatTables, type EntryRow, type RoomRow } from './tables.ts';

/** Who writes: a signed-in caller on a host, by HTTP or by socket. */
export type Writer = Pick<Ctx, 'caller' | 'partner'>;

export interface ChatWrite {
  readonly room: string;
  readonly client_msg_id: string;
  readonly kind: 'message' | 'edit' | 'withdrawal';
  readonly body: string;
  readonly target: number | null;
}

interface Parts {
  readonly platform: Pick<Platform, 'db' | 'transaction' | 'limits'>;
  readonly checkText: CheckText;
  readonly clock: () => Date;
  /** Told of each entry after its commit. */
  readonly tell: (row: EntryRow, room: RoomRow) => void;
  /** Told of an entry that was kept before: the node that kept it may have ended before it told the others. */
  readonly tellAgain: (row: EntryRow) => void;
}

/** Which of the two a member is. */
export const memberOf = (room: Pick<RoomRow, 'investor_id'>, user_id: string): ChatMember => (room.investor_id === user_id ? 'investor' : 'expert');

/** Whether a failed statement says that the sender used the number before. */
export const isIdTaken = (error: unknown): boolean => error instanceof Error && (error as { code?: unknown }).code === '23505';

const acknowledge = ({ room_id, seq, at }: EntryRow, again: boolean): Acknowledgement => ({ room: room_id, seq, at: at.toISOString(), again });

/**
 * Refuses a text that the guard does not let through, and keeps it for compliance. In a transaction of its own, so that the refusal does not
 * undo it.
 */
export async function refuseBlocked(db: ChatDb, checkText: CheckText, by: ChatMember, row: Omit<BlockedRow, 'kind' | 'sentence'>): Promise<void> {
  const found = checkText(row.body, by);
  if (!found) return;
  await keepBlocked(db, { ...row, kind: found.kind, sentence: found.sentence });
  throw blockedFail(found.kind, found.sentence);
}

/** The refusal of a text: its kind is the path of the one problem, as with rules of publishing. */
export const blockedFail = (kind: string, sentence: string): Fail =>
  new Fail('MESSAGE_BLOCKED', { validation: sentence, problems: [{ path: kind, message: sentence }] });

/**
 * Messages, edits and withdrawals. What is acknowledged was committed; the sender's own number, sent again, has the same acknowledgement, so
 * that whoever got none may send it until there is one.
 */
export function createWriting({ platform, checkText, clock, tell, tellAgain }: Parts) {
  const db = chatTables(platform.db);

  /** What the sender's number names by now; null where it is new. Throws where it names something else. */
  async function kept(from: ChatDb, sender_id: string, { room, client_msg_id, kind, body, target }: ChatWrite): Promise<EntryRow | null> {
    const before = await entryBy(from, sender_id, client_msg_id);
    if (!before) return null;
    const same = before.room_id === room && before.body === body;
    if (!('seq' in before)) {
      if (same) throw blockedFail(before.kind, before.sentence);
      throw new Fail('MESSAGE_ID_USED');
    }
    if (!same || before.kind !== kind || before.target !== target) throw new Fail('MESSAGE_ID_USED');
    return before;
  }

  async function check(tx: ChatDb, room: RoomRow, writer: Writer, { kind, target }: ChatWrite, now: Date): Promise<void> {
    const { user_id } = writer.caller!;
    if (room.status !== 'Active' || room.ends_at! <= now) throw new Fail('CHAT_STATE');
    // An expert whose registration ended answers nobody.
    if (room.expert_id === user_id && !may(callerOf(writer), 'chat.answer')) throw new Fail('FORBIDDEN');
    if (target === null) return;
    const about = await entryAt(tx, room.id, target);
    if (kind === 'message') {
      if (about?.kind !== 'message' && about?.kind !== 'request') refuseField('reply_to', 'No message of this chat');
      return;
    }
    const isOpen = about?.kind === 'message' && about.sender_id === user_id && now.getTime() - about.at.getTime() <= EDIT_MS;
    if (!isOpen || (await isWithdrawn(tx, room.id, target))) throw new Fail('CHAT_EDIT_OVER');
  }

  async function store(writer: Writer, written: ChatWrite): Promise<{ row: EntryRow; again: boolean }> {
    const { user_id } = writer.caller!;
    const { room: room_id, client_msg_id, kind, body, target } = written;
    return platform.transaction(async (tx) => {
      const room = (await lockedRoom(tx, room_id))!;
      // The same may have been sent twice at once.
      const before = await kept(tx, user_id, written);
      if (before) return { row: before, again: true };
      const now = clock();
      await check(tx, room, writer, written, now);
      const row = await appendEntry(tx, room_id, { kind, sender_id: user_id, client_msg_id, body, target, status_str: '', reason: '' }, now);
      return { row, again: false };
    });
  }

  return async function write(writer: Writer, written: ChatWrite): Promise<Acknowledgement> {
    const { user_id } = writer.caller!;
    const room = await roomOf(db, written.room, user_id);
    if (!room) throw new Fail('NOT_FOUND');
    const before = await kept(db, user_id, written);
    if (before) {
      tellAgain(before);
      return acknowledge(before, true);
    }
    await platform.limits.take(`chat messages ${user_id}`, MESSAGES);
    const { client_msg_id, body, kind } = written;
    if (room.status === 'Active' && kind !== 'withdrawal')
      await refuseBlocked(db, checkText, memberOf(room, user_id), { sender_id: user_id, client_msg_id, room_id: room.id, body, at: clock() });
    try {
      const { row, again } = await store(writer, written);
      if (!again) tell(row, room);
      return acknowledge(row, again);
    } catch (error) {
      if (!isIdTaken(error)) throw error;
      // The same number was used at once in another room: the room's lock does not see that.
      const first = await kept(db, user_id, written);
      if (!first) throw error;
      return acknowledge(first, true);
    }
  };
}

export type Write = ReturnType<typeof createWriting>;
