import { dropReadyAnswer, listReadyAnswers, READY_ANSWERS_MOST, type ReadyAnswer, saveReadyAnswer } from '@vimarsh/shared/contract/chat/desk.ts';
import { sql } from 'kysely';
import { Fail, type Platform } from '../../platform/platform.ts';
import { ulid } from '../../platform/text/id.ts';
import type { CheckText } from '../check-text.ts';
import { type ChatDb, chatTables } from '../tables.ts';
import { refuseBlocked } from '../writing.ts';

interface Parts {
  readonly platform: Pick<Platform, 'db' | 'transaction' | 'on'>;
  readonly checkText: CheckText;
  readonly clock: () => Date;
}

/** Writes of one expert in an hour. */
const SAVES = { max: 100, perSeconds: 3600 } as const;

export const readyAnswersOf = (db: ChatDb, expert_id: string) =>
  db.selectFrom('chat_ready_answers').selectAll().where('expert_id', '=', expert_id).orderBy('made_at').orderBy('id').execute();

/**
 * Short answers that an expert keeps. They pass the guard of texts when they are kept, and again as messages when they are sent: what the guard
 * knows grows, and so do the names that are listed.
 */
export function serveReadyAnswers({ platform, checkText, clock }: Parts): void {
  const db = chatTables(platform.db);
  const shown = async (from: ChatDb, expert_id: string): Promise<{ answers: ReadyAnswer[] }> => ({
    answers: (await readyAnswersOf(from, expert_id)).map(({ id, body, changed_at }) => ({ id, body, changed_at: changed_at.toISOString() })),
  });

  platform.on(listReadyAnswers, (_input, { caller }) => shown(db, caller!.user_id));

  platform.on(
    saveReadyAnswer,
    async ({ body: { answer: id, body } }, { caller }) => {
      const { user_id: expert_id } = caller!;
      const now = clock();
      // A number of its own for each refusal: the same answer may be refused with other words.
      await refuseBlocked(db, checkText, 'expert', { sender_id: expert_id, client_msg_id: ulid(), room_id: '', body, at: now });
      return platform.transaction(async (tx: ChatDb) => {
        // Two saves at once must not pass the limit.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`ready answers ${expert_id}`}, 0))`.execute(tx);
        const kept = await readyAnswersOf(tx, expert_id);
        if (kept.length >= READY_ANSWERS_MOST && !kept.some((each) => each.id === id)) throw new Fail('CHAT_ANSWERS');
        await tx
          .insertInto('chat_ready_answers')
          .values({ expert_id, id, body, made_at: now, changed_at: now })
          .onConflict((conflict) => conflict.columns(['expert_id', 'id']).doUpdateSet({ body, changed_at: now }))
          .execute();
        return shown(tx, expert_id);
      });
    },
    { limit: SAVES },
  );

  platform.on(dropReadyAnswer, async ({ body: { answer } }, { caller }) => {
    await db.deleteFrom('chat_ready_answers').where('expert_id', '=', caller!.user_id).where('id', '=', answer).execute();
    return shown(db, caller!.user_id);
  });
}
