import type { ChatCase, ChatReportReason, openChatCase } from '@vimarsh/shared/contract/chat/cases.ts';
import type { ChatEntry } from '@vimarsh/shared/contract/chat/types.ts';
import { decidesCase } from '@vimarsh/shared/domain/buzz/case-assignee.ts';
import type * as z from 'zod/mini';
import {
  addStep,
  assignCase,
  type CaseRow,
  caseById,
  caseInHand,
  closeCase,
  lockedCase,
  reportsOfCases,
  seeAssignee,
  stepsOfCases,
} from '../../cases/index.ts';
import { GONE, type Identity } from '../../identity/index.ts';
import { type Ctx, type Database, Fail, type Platform } from '../../platform/platform.ts';
import { passRoom } from '../deciding.ts';
import { writtenAfter } from '../entries.store.ts';
import { fileOfRoom } from '../files/files.store.ts';
import { lockedRoom, membersOf } from '../rooms.store.ts';
import type { ChatSockets } from '../sockets.ts';
import { chatTables, type RoomRow } from '../tables.ts';
import type { ChatNews } from '../telling.ts';
import { caseStateOf, caseStepOf } from './case-words.ts';
import { reportedMessage } from './reporting.ts';

interface Parts {
  readonly platform: Pick<Platform, 'db' | 'transaction' | 'audit'>;
  readonly identity: Pick<Identity, 'askers' | 'contactsOf'>;
  readonly clock: () => Date;
  readonly news: ChatNews;
  readonly tell: ChatSockets['entry'];
}

/** Entries of one answer. */
const PAGE = 200;

/**
 * What moderators do with cases about chats. Nobody reads a text but who has taken an open case that names its room; each opening is in the
 * case's history and in the audit, and both members are told once the case is closed (product D.10).
 */
export function createChatModeration({ platform, identity, clock, news, tell }: Parts) {
  async function audited(tx: Database, { caller }: Ctx, action: string, object: string): Promise<void> {
    const { user_id: actor, session_id, partner_key } = caller!;
    await platform.audit.write(tx, { actor, session_id, partner_key, action, object, result: 'done' });
  }

  async function show(rows: readonly CaseRow[], user_id: string): Promise<ChatCase[]> {
    const ids = rows.map(({ id }) => id);
    const db = chatTables(platform.db);
    const [reports, steps, members] = await Promise.all([
      reportsOfCases(platform.db, ids),
      stepsOfCases(platform.db, ids),
      membersOf(
        db,
        rows.map(({ post_id }) => post_id),
      ),
    ]);
    const people = [...rows.flatMap(({ author_id, assignee }) => [author_id, assignee ?? '']), ...steps.map(({ by_id }) => by_id)].filter(Boolean);
    const contacts = await identity.contactsOf([...new Set(people)]);
    const nameOf = (id: string): string => (id === '' ? '' : contacts.get(id)?.name || GONE);
    return rows.map((row) => ({
      id: row.id,
      room: row.post_id,
      message: reportedMessage(row),
      about: { user_id: row.author_id, name: nameOf(row.author_id), profession: contacts.get(row.author_id)?.profession ?? '' },
      state: caseStateOf(row.state),
      assignee: row.assignee === null ? null : { user_id: row.assignee, name: nameOf(row.assignee) },
      opened_at: row.opened_at.toISOString(),
      due_at: row.due_at.toISOString(),
      closed_at: row.closed_at?.toISOString() ?? null,
      reports: reports
        .filter(({ case_id }) => case_id === row.id)
        .map(({ reason, note, at }) => ({ reason: reason as ChatReportReason, note, at: at.toISOString() })),
      history: steps
        .filter(({ case_id }) => case_id === row.id)
        .map(({ at, by_id, step, words }) => ({ at: at.toISOString(), by: nameOf(by_id), step: caseStepOf(step), words })),
      barred: members.get(row.post_id)?.includes(user_id) ?? false,
    }));
  }

  /** The open case and its room, locked in the order in which reports lock them. */
  async function locked(tx: Database, id: string, user_id: string): Promise<{ row: CaseRow; room: RoomRow }> {
    const seen = await caseById(tx, 'chat', id);
    if (!seen) throw new Fail('NOT_FOUND');
    const room = (await lockedRoom(tx, seen.post_id))!;
    const row = (await lockedCase(tx, 'chat', id))!;
    if (room.investor_id === user_id || room.expert_id === user_id) throw new Fail('FORBIDDEN');
    if (row.state !== 'open') throw new Fail('CHAT_CASE');
    return { row, room };
  }

  async function assign(ctx: Ctx, id: string, take: boolean): Promise<void> {
    const { user_id } = ctx.caller!;
    const seen = await seeAssignee(identity, (await caseById(platform.db, 'chat', id))?.assignee ?? null, 'chat.moderate');
    await platform.transaction(async (tx) => {
      const { row } = await locked(tx, id, user_id);
      const done = await assignCase(tx, row, user_id, take, seen, clock());
      if (done === false) throw new Fail('CHAT_CASE');
      if (done) await audited(tx, ctx, 'chat.case-assign', id);
    });
  }

  /** First the trace, then the text or the file: whoever has read any part of a chat has left a step, since they took the case. */
  async function trace(tx: Database, ctx: Ctx, id: string): Promise<void> {
    const { user_id } = ctx.caller!;
    const steps = await stepsOfCases(tx, [id]);
    const own = steps.slice(steps.findLastIndex(({ step }) => step === 'assigned') + 1);
    if (!own.some(({ step, by_id }) => step === 'read' && by_id === user_id)) await addStep(tx, id, user_id, 'read', '', clock());
    await audited(tx, ctx, 'chat.case-read', id);
  }

  /** A picture or PDF of a chat whose open case the caller has in hand, withdrawn ones too; null of every other. */
  async function file(ctx: Ctx, file_id: string) {
    const { user_id } = ctx.caller!;
    const found = await fileOfRoom(chatTables(platform.db), file_id);
    const seen = found && (await caseInHand(platform.db, 'chat', found.room_id, user_id));
    if (!seen) return null;
    const isRead = await platform.transaction(async (tx) => {
      const room = (await lockedRoom(tx, found.room_id))!;
      const row = (await lockedCase(tx, 'chat', seen.id))!;
      if (room.investor_id === user_id || room.expert_id === user_id || row.state !== 'open' || !decidesCase(row, user_id)) return false;
      await trace(tx, ctx, row.id);
      return true;
    });
    return isRead ? found : null;
  }

  async function open(ctx: Ctx, id: string, after: number): Promise<z.output<typeof openChatCase.data>> {
    const { user_id } = ctx.caller!;
    const { room, found } = await platform.transaction(async (tx) => {
      const { row, room } = await locked(tx, id, user_id);
      if (!decidesCase(row, user_id)) throw new Fail('CHAT_CASE');
      await trace(tx, ctx, id);
      const found: ChatEntry[] = await writtenAfter(tx, room.id, after, PAGE + 1);
      return { room, found };
    });
    const contacts = await identity.contactsOf([room.investor_id, room.expert_id]);
    const member = (user_id: string, side: 'investor' | 'expert') => ({ user_id, name: contacts.get(user_id)?.name || GONE, side });
    return {
      members: [member(room.investor_id, 'investor'), member(room.expert_id, 'expert')],
      entries: found.slice(0, PAGE),
      more: found.length > PAGE,
    };
  }

  async function decide(ctx: Ctx, id: string, uphold: boolean, words: string): Promise<void> {
    const { user_id } = ctx.caller!;
    const ended = await platform.transaction(async (tx) => {
      const { row, room } = await locked(tx, id, user_id);
      if (!decidesCase(row, user_id)) throw new Fail('CHAT_CASE');
      const now = clock();
      await closeCase(tx, row, user_id, uphold ? 'removed' : 'dismissed', words, now);
      const ended = uphold ? await passRoom(tx, room, 'moderation', now, news) : null;
      const [reports, steps] = [await reportsOfCases(tx, [id]), await stepsOfCases(tx, [id])];
      const texts_read = steps.some(({ step }) => step === 'read');
      // Who reported hears of it; the other does where the chat was read, or where something came of it.
      const reporters = new Set(reports.map(({ reporter_id }) => reporter_id));
      for (const member of [room.investor_id, room.expert_id])
        if (uphold || texts_read || reporters.has(member))
          await news.tell(tx, room, { what: 'case', key: `case ${id}`, user_id: member, at: now, case: { id, upheld: uphold, texts_read } });
      await audited(tx, ctx, uphold ? 'chat.case-uphold' : 'chat.case-dismiss', id);
      return ended;
    });
    if (ended) tell(ended.row, ended.room);
  }

  return { show, assign, open, file, decide };
}
export type ChatModeration = ReturnType<typeof createChatModeration>;
