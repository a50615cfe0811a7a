import { UNHEARD_MS } from '@vimarsh/shared/domain/chat/limits.ts';
import { sql } from 'kysely';
import type { Platform } from '../platform/platform.ts';
import { lockedRoom } from './rooms.store.ts';
import { type ChatDb, chatTables } from './tables.ts';
import type { ChatNews } from './telling.ts';

/** Rooms that one look at most goes through; the next one goes on. */
const ROOMS_AT_ONCE = 500;

interface Parts {
  readonly platform: Pick<Platform, 'db' | 'transaction' | 'log'>;
  readonly news: ChatNews;
  readonly clock: () => Date;
}

/**
 * Tells a member once that a room has a message they have not seen for a minute, and again only after they have looked. Decided by marks in
 * the database, so no node has to know who is on a page of another. A room is looked at again once its oldest unseen message is a minute old.
 */
export function createUnheard({ platform, news, clock }: Parts): () => Promise<void> {
  const db = chatTables(platform.db);

  async function look(id: string, due: Date): Promise<void> {
    await platform.transaction(async (tx: ChatDb) => {
      const room = (await lockedRoom(tx, id))!;
      const now = clock();
      let unheard_at: Date | null = null;
      for (const user_id of [room.investor_id, room.expert_id]) {
        const marks = await tx.selectFrom('chat_reads').select(['seen', 'told']).where('room_id', '=', id).where('user_id', '=', user_id).executeTakeFirst();
        const { seen, told } = marks ?? { seen: 0, told: 0 };
        if (told > seen) continue;
        const unseen = await tx
          .selectFrom('chat_messages as m')
          .select(['m.seq', 'm.at'])
          .where('m.room_id', '=', id)
          .where('m.seq', '>', seen)
          .where('m.kind', '=', 'message')
          .where('m.sender_id', '<>', user_id)
          .where(sql<boolean>`not exists (select 1 from chat_messages w where w.room_id = m.room_id and w.kind = 'withdrawal' and w.target = m.seq)`)
          .orderBy('m.seq')
          .executeTakeFirst();
        if (!unseen) continue;
        if (unseen.at > due) {
          if (!unheard_at || unseen.at < unheard_at) unheard_at = unseen.at;
          continue;
        }
        await tx
          .insertInto('chat_reads')
          .values({ room_id: id, user_id, delivered: 0, seen: 0, told: unseen.seq })
          .onConflict((conflict) => conflict.columns(['room_id', 'user_id']).doUpdateSet({ told: unseen.seq }))
          .execute();
        await news.tell(tx, room, { what: 'message', key: `${unseen.seq}`, user_id, at: now });
      }
      await tx.updateTable('chat_rooms').set({ unheard_at }).where('id', '=', id).execute();
    });
  }

  return async function tellUnheard(): Promise<void> {
    const due = new Date(clock().getTime() - UNHEARD_MS);
    const rooms = await db.selectFrom('chat_rooms').select('id').where('unheard_at', '<=', due).orderBy('unheard_at').limit(ROOMS_AT_ONCE).execute();
    for (const { id } of rooms)
      await look(id, due).catch((error: unknown) => platform.log.error({ err: error, object: id }, 'members of a chat could not be told of a message'));
  };
}
