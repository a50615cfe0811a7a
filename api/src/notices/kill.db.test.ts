import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rng } from '@vimarsh/shared/domain/market/rng.ts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../platform/database/database.ts';
import type { DatabasePlace } from '../platform/database/database.types.ts';
import { createLogger } from '../platform/log/logging.ts';
import { runUntilKilled } from '../platform/testing/killed.testing.ts';
import { folderWithTables } from '../platform/testing/tables-folder.testing.ts';
import { databases, freshPlace } from '../platform/testing.ts';
import { followerId } from './crowd.testing.ts';

/** `NOTICE_KILLS=20 npx vitest run --project api api/src/notices/kill.db.test.ts` kills more often. */
const KILLS = Number(process.env.NOTICE_KILLS ?? 2);
const FOLLOWERS = 150;
const EVENTS = ['told-1', 'told-2'];
const TELLING = new URL('telling.testing.ts', import.meta.url);

/** Runs the telling; kills it so many milliseconds after it began, or never. Returns whether everybody has been told. */
const telling = (given: object, killAfter: number | null): Promise<boolean> => runUntilKilled(TELLING, given, 'told', killAfter);

describe.each(await databases())('tellings that are killed, on %s', (database) => {
  test(`${KILLS} kills: nobody is missed, nobody is told twice, by the bell or by mail, and the numbers have no gaps`, {
    timeout: 60_000 + KILLS * 30_000,
  }, async () => {
    const directory = await mkdtemp(join(tmpdir(), 'vimarsh-kill-'));
    const fresh = database === 'postgres' ? await freshPlace('postgres') : null;
    const place: DatabasePlace = fresh?.place ?? { kind: 'embedded', directory: await folderWithTables(join(directory, 'database')) };
    const random = rng(23);
    let killed = 0;
    try {
      for (let round = 0; killed < KILLS; round += 1) {
        // More each round, so that there is always something to break off.
        const events = EVENTS.map((id) => `${id}-${round}`);
        const told = await telling({ place, followers: FOLLOWERS, directory, events }, random.next() * 250);
        if (!told) killed += 1;
        if (!told && killed % 2 === 0) await telling({ place, followers: FOLLOWERS, directory, events }, random.next() * 200);
        expect(await telling({ place, followers: FOLLOWERS, directory, events }, null)).toBe(true);
        const { db, close } = await openDatabase(place, createLogger('silent'));
        const wrong = await sql`
          select u.user_id, e.id, n.seq, (select count(*) from outbox_messages m where m.recipient = u.user_id and m.subject = e.id) as mails
          from unnest(${Array.from({ length: FOLLOWERS }, (_, n) => followerId(n))}::text[]) as u (user_id) cross join notice_events e
          left join notices n on n.user_id = u.user_id and n.event_id = e.id
          where n.seq is null or (select count(*) from outbox_messages m where m.recipient = u.user_id and m.subject = e.id) <> 1`.execute(db);
        const boxes = await sql`
          select b.user_id from notice_boxes b where b.last_seq <> ${(round + 1) * EVENTS.length}
            or (select array_agg(seq order by seq) from notices n where n.user_id = b.user_id) <> (select array_agg(i) from generate_series(1, b.last_seq) i)`.execute(
          db,
        );
        const counts = await sql`select event_id from notice_fanouts where told <> ${FOLLOWERS} or done_at is null`.execute(db);
        await close();
        expect([wrong.rows, boxes.rows, counts.rows], `after kill ${killed}`).toEqual([[], [], []]);
      }
    } finally {
      await fresh?.remove();
      await rm(directory, { recursive: true, force: true });
    }
  });
});
