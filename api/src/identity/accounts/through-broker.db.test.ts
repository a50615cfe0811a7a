import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase, schemaOf } from '../../platform/database/database.ts';
import { createLogger } from '../../platform/log/logging.ts';
import { migrate, readMigrations } from '../../platform/schema/migrate.ts';
import { readSchemaReleases } from '../../platform/schema/releases.ts';
import { featureDatabase, freshPlace } from '../../platform/testing.ts';

const STORED_SINCE = '0257_through_broker';

test.each(await featureDatabase())('accounts of earlier versions came through a broker where they are linked to one (%s)', async (kind) => {
  const { place, remove } = await freshPlace(kind);
  const { db, close } = await openDatabase(place, createLogger('silent'), { migrations: new Set() });
  const all = await readMigrations();
  const start = (files: typeof all) => migrate(db, schemaOf(place), null, { files, finished: readSchemaReleases() });
  const insertUser = (id: string) =>
    sql`insert into users (id, partner_key, username, profession, roles, created_at) values (${id}, '', ${id}, 'Retail Investor', '[]', now())`.execute(db);
  try {
    await start(new Map([...all].filter(([name]) => name < STORED_SINCE)));
    await insertUser('linked');
    await insertUser('not linked');
    await sql`insert into broker_customers values ('', 5, 'AB1001', 'linked', now())`.execute(db);
    await start(all);
    await insertUser('of a server of the release before');
    const { rows } = await sql<{ id: string; through_broker: boolean | null }>`select id, through_broker from users order by id`.execute(db);
    expect(rows).toEqual([
      { id: 'linked', through_broker: true },
      { id: 'not linked', through_broker: false },
      { id: 'of a server of the release before', through_broker: null },
    ]);
  } finally {
    await close();
    await remove();
  }
});
