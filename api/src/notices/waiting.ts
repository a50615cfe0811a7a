import type { NoticeChannel } from '@vimarsh/shared/contract/consents/types.ts';
import { happeningOf } from './fanout.store.ts';
import { mayHear } from './may-hear.ts';
import { mutersOf } from './settings.store.ts';
import type { TellingDependencies } from './source.ts';
import { type NoticeDatabase, noticeTables } from './tables.ts';

const PAGE = 200;
const DEVICES: readonly NoticeChannel[] = ['push', 'whatsapp'];

/**
 * Sends to devices what waited for the end of their owners' quiet hours. Nothing is sent to who muted its expert meanwhile, or may not be
 * told any more: a plan ended in the night.
 */
export async function sendWaiting({ platform, identity, sourceOf, clock }: TellingDependencies): Promise<void> {
  const db = noticeTables(platform.db);
  for (;;) {
    const now = clock();
    const due = await db.selectFrom('notice_waiting').select('event_id').where('until', '<=', now).orderBy('until').limit(1).executeTakeFirst();
    if (!due) return;
    const event = await db.selectFrom('notice_events').selectAll().where('id', '=', due.event_id).executeTakeFirstOrThrow();
    const source = sourceOf(event.source);
    const letter = await source.letter(happeningOf(event));
    const page = await db
      .selectFrom('notice_waiting')
      .select('user_id')
      .where('event_id', '=', event.id)
      .where('until', '<=', now)
      .orderBy('user_id')
      .limit(PAGE)
      .execute();
    const waited = page.map(({ user_id }) => user_id);
    const may = await mayHear(db, source, event, waited);
    await platform.transaction(async (tx: NoticeDatabase) => {
      // Another node may have sent some of the page meanwhile; whoever deletes a row sends it.
      const held = tx
        .selectFrom('notice_waiting')
        .select('user_id')
        .where('event_id', '=', event.id)
        .where('user_id', 'in', waited)
        .orderBy('user_id')
        .forUpdate();
      const rows = await tx.deleteFrom('notice_waiting').where('event_id', '=', event.id).where('user_id', 'in', held).returning('user_id').execute();
      const ids = rows.flatMap(({ user_id }) => (may.has(user_id) ? [user_id] : []));
      if (ids.length === 0 || !letter) return;
      const muted = await mutersOf(tx, event.expert_id, ids);
      const { kind, only = DEVICES, ...text } = letter;
      await identity.notify(
        tx,
        kind,
        ids.filter((user_id) => !muted.has(user_id)),
        text,
        { only: DEVICES.filter((channel) => only.includes(channel)) },
      );
    });
  }
}
