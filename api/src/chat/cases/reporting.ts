import type { ChatReport, ChatReportReason, reportChat } from '@vimarsh/shared/contract/chat/cases.ts';
import { CHAT_REPORTS } from '@vimarsh/shared/domain/chat/limits.ts';
import type * as z from 'zod/mini';
import { addReport, openCase, reportBy, reportsBy } from '../../cases/index.ts';
import { type Ctx, Fail, type Platform, refuseField } from '../../platform/platform.ts';
import { entryAt } from '../entries.store.ts';
import { lockedRoom, roomOf } from '../rooms.store.ts';
import { caseStateOf } from './case-words.ts';

interface Parts {
  readonly platform: Pick<Platform, 'db' | 'transaction' | 'audit' | 'limits'>;
  readonly clock: () => Date;
}

/** Reports that a list has at most. */
const LISTED = 50;
/** As many as a member makes in five years. */
const EVERY_REPORT = 50_000;

/** A message by its number, a chat by whom it is reported about: both members may report the same chat. */
const targetOf = (room: string, message: number | null, author_id: string): string => `${room}/${message ?? author_id}`;
export const reportedMessage = ({ target_kind, target_id }: { target_kind: string; target_id: string }): number | null =>
  target_kind === 'message' ? Number(target_id.slice(target_id.indexOf('/') + 1)) : null;

/** Reports of members, and what each sees of their own. */
export function createReporting({ platform, clock }: Parts) {
  async function reports(user_id: string, room?: string, limit = LISTED): Promise<ChatReport[]> {
    const rows = await reportsBy(platform.db, 'chat', user_id, limit);
    return rows
      .filter(({ post_id }) => room === undefined || post_id === room)
      .map((row) => ({
        report: row.id,
        case: row.case_id,
        room: row.post_id,
        message: reportedMessage(row),
        reason: row.reason as ChatReportReason,
        at: row.at.toISOString(),
        state: caseStateOf(row.state),
        due_at: row.due_at.toISOString(),
        closed_at: row.closed_at?.toISOString() ?? null,
      }));
  }

  async function report({ caller }: Ctx, { room: room_id, message, reason, note }: z.output<typeof reportChat.body>): Promise<ChatReport> {
    const { user_id, session_id } = caller!;
    const seen = await roomOf(platform.db, room_id, user_id);
    if (!seen) throw new Fail('NOT_FOUND');
    const author_id = seen.investor_id === user_id ? seen.expert_id : seen.investor_id;
    const target_id = targetOf(room_id, message, author_id);
    if (!(await reportBy(platform.db, target_id, user_id))) {
      await platform.limits.take(`chat reports ${user_id}`, CHAT_REPORTS);
      await platform.transaction(async (tx) => {
        await lockedRoom(tx, room_id);
        // The same member may have reported it twice at once.
        if (await reportBy(tx, target_id, user_id)) return;
        const about = message === null ? null : await entryAt(tx, room_id, message);
        if (message !== null && about?.kind !== 'message' && about?.kind !== 'request') refuseField('message', 'No message of this chat');
        if (about?.sender_id === user_id) refuseField('message', 'You can’t report yourself');
        const now = clock();
        const target = { target_kind: message === null ? 'room' : 'message', target_id, post_id: room_id, author_id } as const;
        const { id } = await openCase(tx, { area: 'chat', kind: 'report', ...target }, '', 'By a report of a member', now);
        await addReport(tx, { case_id: id, target_id, reporter_id: user_id, reason, note }, now);
        await platform.audit.write(tx, { actor: user_id, session_id, action: 'chat.report', object: id, result: 'done' });
      });
    }
    const made = (await reportBy(platform.db, target_id, user_id))!;
    return (await reports(user_id, room_id, EVERY_REPORT)).find((each) => each.report === made.id)!;
  }

  return { report, reports };
}
export type Reporting = ReturnType<typeof createReporting>;
