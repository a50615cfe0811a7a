import type { Acknowledgement } from '@vimarsh/shared/contract/chat/types.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { EDIT_MS, FILES, MESSAGES } from '@vimarsh/shared/domain/chat/limits.ts';
import type { ChatMember } from '@vimarsh/shared/domain/chat/room.machine.ts';
import { callerOf } from '../platform/access/access.ts';
import { type Ctx, Fail, type Platform, refuseField } from '../platform/platform.ts';
import { type CheckText, checkWith, isPieceOfNumber, PIECES } from './check-text.ts';
import { appendEntry, entryAt, entryBy, isWithdrawn, keepBlocked, lastTextsOf } from './entries.store.ts';
import { keepFile, sentWith } from './files/files.store.ts';
import { type FileCopy, fileName, type SentFile, takeFile } from './files/take-file.ts';
import { createKeepTogether } from './keep-together.ts';
import { lockedRoom, roomOf } from './rooms.store.ts';
import { type BlockedRow, type ChatDb, chatTables, type EntryRow, type RoomRow, type ToldEntry } from './tables.ts';

/** Who writes: a signed-in caller on a host, by HTTP or by socket. */
export type Writer = Pick<Ctx, 'caller' | 'partner'>;

export interface ChatWrite {
  readonly room: string;
  readonly client_msg_id: string;
  readonly kind: 'message' | 'edit' | 'withdrawal';
  readonly body: string;
  readonly target: number | null;
  /** One of the two may come with a message. */
  readonly file?: SentFile;
  /** A published call that the message shows. */
  readonly call_id?: string | null;
}

/** Whose a room is. */
export type RoomMembers = Pick<RoomRow, 'id' | 'investor_id' | 'expert_id'>;

interface Parts {
  readonly platform: Pick<Platform, 'db' | 'transaction' | 'limits' | 'safeCopies'>;
  readonly checkText: CheckText;
  /** Whether the writer published this call. */
  readonly hasPublished: (call_id: string, writer: Writer) => Promise<boolean>;
  readonly clock: () => Date;
  /** Told of each entry after its commit. */
  readonly tell: (row: ToldEntry, room: RoomMembers) => void;
  /** Told of an entry that was kept before: the node that kept it may have ended before it told the others. */
  readonly tellAgain: (row: EntryRow) => void;
}

/** Which of the two a member is. */
export const memberOf = (room: Pick<RoomRow, 'investor_id'>, user_id: string): ChatMember => (room.investor_id === user_id ? 'investor' : 'expert');

/** Whether a failed statement says that the sender used the number before. */
export const isIdTaken = (error: unknown): boolean => error instanceof Error && (error as { code?: unknown }).code === '23505';

/** What was sent before has its acknowledgement also from somebody who sends too fast. */
function isOverRate(error: unknown): false {
  if (error instanceof Fail && error.code === 'RATE') return false;
  throw error;
}

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

/** Hours are long: the sentence says what the limit is. */
function sayFileLimit(error: unknown): never {
  if (!(error instanceof Fail) || error.code !== 'RATE') throw error;
  const retry_after = error.options.retry_after ?? FILES.perSeconds;
  throw new Fail('RATE', { validation: `${FILES.max} files an hour are the most. Try again in ${Math.ceil(retry_after / 60)} minutes.`, retry_after });
}

/** Says of which of the two texts it speaks. */
const ofName = (found: ReturnType<CheckText>): ReturnType<CheckText> => found && { ...found, sentence: `Rename the file first. ${found.sentence}` };

/** The refusal of a text: its kind is the path of the one problem, as with rules of publishing. */
export const blockedFail = (kind: string, sentence: string): Fail =>
  new Fail('MESSAGE_BLOCKED', { validation: sentence, problems: [{ path: kind, message: sentence }] });

/**
 * Messages, edits and withdrawals. What is acknowledged was committed; the sender's own number, sent again, has the same acknowledgement, so
 * that whoever got none may send it until there is one.
 */
export function createWriting({ platform, checkText, hasPublished, clock, tell, tellAgain }: Parts) {
  const db = chatTables(platform.db);
  const keepTogether = createKeepTogether(db, clock);

  /** What the sender's number names by now; null where it is new. Throws where it names something else. */
  async function kept(from: ChatDb, sender_id: string, { room, client_msg_id, kind, body, target, file, call_id = null }: ChatWrite): Promise<EntryRow | null> {
    const before = await entryBy(from, sender_id, client_msg_id);
    if (!before) return null;
    if (!('seq' in before)) {
      if (before.room_id === room && (before.body === body || (file && before.body === fileName(file)))) throw blockedFail(before.kind, before.sentence);
      throw new Fail('MESSAGE_ID_USED');
    }
    const { room_id, body: text, kind: was, target: about, call_id: shows } = before;
    const same = room_id === room && text === body && was === kind && about === target && shows === call_id;
    if (!same || (await sentWith(from, room, before.seq)) !== (file?.sha256 ?? '')) throw new Fail('MESSAGE_ID_USED');
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

  /** Pieces of a number that a sender sent to a room just before. */
  async function piecesBefore(room: RoomRow, sender_id: string): Promise<string[]> {
    const texts = await lastTextsOf(db, room.id, sender_id, new Date(clock().getTime() - PIECES.withinMs), PIECES.entries);
    return texts.filter(isPieceOfNumber).slice(-PIECES.most);
  }

  /** An expert shows what they published themselves, where its record says so. */
  async function refuseForeignCall(room: RoomRow, writer: Writer, call_id: string): Promise<void> {
    const isExpert = memberOf(room, writer.caller!.user_id) === 'expert';
    if (!isExpert || !(await hasPublished(call_id, writer))) refuseField('call_id', 'Attach a call that you published');
  }

  async function store(writer: Writer, written: ChatWrite, taken: FileCopy | null): Promise<{ row: ToldEntry; again: boolean }> {
    const { user_id } = writer.caller!;
    const { room: room_id, client_msg_id, kind, body, target, call_id = null } = written;
    return platform.transaction(async (tx) => {
      const room = (await lockedRoom(tx, room_id))!;
      // The same may have been sent twice at once.
      const before = await kept(tx, user_id, written);
      if (before) return { row: before, again: true };
      const now = clock();
      await check(tx, room, writer, written, now);
      const row = await appendEntry(tx, room_id, { kind, sender_id: user_id, client_msg_id, body, target, call_id, status_str: '', reason: '' }, now);
      // One commit for both: what is acknowledged has its file, and a file has its message.
      return { row: taken ? { ...row, file: await keepFile(tx, row, taken) } : row, again: false };
    });
  }

  /** Null where it has to be looked at alone: it was sent before, or may not be sent. */
  async function writeTogether(writer: Writer, { room: room_id, client_msg_id, kind, body, target }: ChatWrite): Promise<Acknowledgement | null> {
    const { user_id: sender_id } = writer.caller!;
    const message = { room_id, sender_id, client_msg_id, body };
    const kept = await keepTogether({ ...message, answers: may(callerOf(writer), 'chat.answer') });
    if (!kept) return null;
    const row: EntryRow = { ...message, seq: kept.seq, at: kept.at, kind, target, call_id: null, status_str: '', reason: '' };
    tell(row, { id: room_id, ...kept });
    return acknowledge(row, false);
  }

  return async function write(writer: Writer, written: ChatWrite): Promise<Acknowledgement> {
    const { user_id } = writer.caller!;
    const count = () => platform.limits.take(`chat messages ${user_id}`, MESSAGES);
    // What is refused of either member is looked at alone, by the rules of the one that the sender is.
    const isPlain =
      written.kind === 'message' &&
      written.target === null &&
      !written.file &&
      !written.call_id &&
      !isPieceOfNumber(written.body) &&
      !checkText(written.body, 'expert');
    const isCounted = isPlain && (await count().then(() => true, isOverRate));
    const together = isCounted && (await writeTogether(writer, written));
    if (together) return together;
    const room = await roomOf(db, written.room, user_id);
    if (!room) throw new Fail('NOT_FOUND');
    const before = await kept(db, user_id, written);
    if (before) {
      tellAgain(before);
      return acknowledge(before, true);
    }
    if (!isCounted) await count();
    const { client_msg_id, body, kind, file } = written;
    const refuse = (text: string, check: CheckText = checkText): Promise<void> =>
      refuseBlocked(db, check, memberOf(room, user_id), { sender_id: user_id, client_msg_id, room_id: room.id, body: text, at: clock() });
    if (room.status === 'Active' && kind !== 'withdrawal') await refuse(body);
    if (room.status === 'Active' && kind === 'message' && isPieceOfNumber(body)) await refuse(body, checkWith(await piecesBefore(room, user_id), checkText));
    if (written.call_id) await refuseForeignCall(room, writer, written.call_id);
    let taken: FileCopy | null = null;
    if (file) {
      // Nothing is opened for a room that takes nothing.
      if (room.status !== 'Active') throw new Fail('CHAT_STATE');
      await refuse(fileName(file), (name, by) => ofName(checkText(name, by)));
      await platform.limits.take(`chat files ${user_id}`, FILES).catch(sayFileLimit);
      taken = await takeFile(platform.safeCopies, { owner: user_id }, file);
    }
    try {
      const { row, again } = await store(writer, written, taken);
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
