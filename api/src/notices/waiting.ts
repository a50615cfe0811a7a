import type { Identity } from '../identity/index.ts';
import type { Platform } from '../platform/platform.ts';
import { happeningOf } from './fanout.store.ts';
import { mutersOf } from './settings.store.ts';
import type { Source } from './source.ts';
import { tablesOf } from './tables.ts';

interface Dependencies {
  readonly platform: Platform;
  readonly identity: Pick<Identity, 'notify'>;
  readonly sourceOf: (name: string) => Source;
  readonly clock: () => Date;
}

const PAGE = 200;

/** Sends to devices what waited for the end of their owners' quiet hours. Nothing is sent to who muted its expert meanwhile. */
export async function sendWaiting({ platform, identity, sourceOf, clock }: Dependencies): Promise<void> {
  const db = tablesOf(platform.db);
  for (;;) {
    const now = clock();
    const due = await db.selectFrom('notice_waiting').select('event_id').where('until', '<=', now).orderBy('until').limit(1).executeTakeFirst();
    if (!due) return;
    const event = await db.selectFrom('notice_events').selectAll().where('id', '=', due.event_id).executeTakeFirstOrThrow();
    const letter = await sourceOf(event.source).letter(happeningOf(event));
    await platform.transaction(async (any) => {
      const tx = tablesOf(any);
      const page = tx
        .selectFrom('notice_waiting')
        .select('user_id')
        .where('event_id', '=', event.id)
        .where('until', '<=', now)
        .orderBy('user_id')
        .limit(PAGE)
        .forUpdate();
      const rows = await tx.deleteFrom('notice_waiting').where('event_id', '=', event.id).where('user_id', 'in', page).returning('user_id').execute();
      const ids = rows.map(({ user_id }) => user_id);
      if (ids.length === 0 || !letter) return;
      const muted = await mutersOf(tx, event.expert_id, ids);
      const { kind, ...text } = letter;
      await identity.notify(
        any,
        kind,
        ids.filter((user_id) => !muted.has(user_id)),
        text,
        { only: ['push', 'whatsapp'] },
      );
    });
  }
}
