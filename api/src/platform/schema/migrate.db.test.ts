import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { DataUnusable } from '../database/data-lock.ts';
import { openDatabase, schemaOf } from '../database/database.ts';
import type { Database } from '../database/database.types.ts';
import { createLogger } from '../log/logging.ts';
import { databases, freshPlace } from '../testing.ts';
import { checksumOf, type Migrations, migrate } from './migrate.ts';

const fileOf = (name: string, text: string) => [name, { name, sql: text, sha256: checksumOf(text) }] as const;
const MAKE = fileOf('0001_make', "create table notes (id text primary key, old_text text not null default '')");
const EXPAND = fileOf('0002_expand', "alter table notes add column text text not null default ''; create index notes_by_text on notes (text)");
const CONTRACT = fileOf('0003_contract', 'alter table notes drop column old_text');
const releaseWith = (number: number, [name, { sha256 }]: typeof MAKE) => ({ number, migrations: { [name]: sha256 } });

/** Three releases of one server, and a later commit of the second. */
const FIRST: Migrations = { files: new Map([MAKE]), finished: [] };
const SECOND: Migrations = { files: new Map([MAKE, EXPAND]), finished: [releaseWith(1, MAKE)] };
const SECOND_EARLIER: Migrations = { ...SECOND, files: new Map([MAKE]) };
const THIRD: Migrations = { files: new Map([MAKE, EXPAND, CONTRACT]), finished: [releaseWith(1, MAKE), releaseWith(2, EXPAND)] };

describe.each(await databases())('releases of the tables on %s', (kind) => {
  const onEmpty = async (work: (db: Database, start: (version: Migrations) => Promise<void>) => Promise<void>): Promise<void> => {
    const { place, remove } = await freshPlace(kind);
    const { db, close } = await openDatabase(place, createLogger('silent'), { migrations: new Set() });
    try {
      await work(db, (version) => migrate(db, schemaOf(place), null, version));
    } finally {
      await close();
      await remove();
    }
  };
  const listed = async (db: Database) => (await sql<object>`select name, release, oldest_release, sha256 from kysely_migration order by name`.execute(db)).rows;

  test('a server serves one release ahead, forth and back, and refuses two in one sentence', async () => {
    await onEmpty(async (db, start) => {
      for (const version of [FIRST, SECOND, FIRST, SECOND_EARLIER, SECOND]) await start(version);
      await sql`insert into notes (id, old_text) values ('by the first', 'x')`.execute(db);
      await start(THIRD);
      expect(await listed(db)).toEqual([
        { name: '0001_make', release: 1, oldest_release: 1, sha256: MAKE[1].sha256 },
        { name: '0002_expand', release: 2, oldest_release: 1, sha256: EXPAND[1].sha256 },
        { name: '0003_contract', release: 3, oldest_release: 2, sha256: CONTRACT[1].sha256 },
      ]);
      for (const version of [SECOND, THIRD, SECOND_EARLIER]) await start(version);
      const refused = start(FIRST);
      await expect(refused).rejects.toBeInstanceOf(DataUnusable);
      await expect(refused).rejects.toThrow(
        'The database is of release 3 of the tables and this server of release 1, which serves one release ahead at most: start release 2 or newer.',
      );
      expect(await listed(db)).toHaveLength(3);
    });
  });

  test('an edited migration is noticed by its checksum, other line ends are no edit', async () => {
    await onEmpty(async (_, start) => {
      await start(FIRST);
      await expect(start({ ...FIRST, files: new Map([fileOf('0001_make', 'create table notes (id text)')]) })).rejects.toThrow(
        'The migration 0001_make is not what has run on this database (its checksum differs): put the file back as it was, and make the change in a new migration.',
      );
      const lines = 'create table a (id text);\ncreate table b (id text)';
      await start({ ...FIRST, files: new Map([MAKE, fileOf('0002_two', lines)]) });
      await start({ ...FIRST, files: new Map([MAKE, fileOf('0002_two', lines.replaceAll('\n', '\r\n'))]) });
    });
  });

  test('a database from before releases were recorded gets them, and its checksums, at the next start', async () => {
    await onEmpty(async (db, start) => {
      await sql`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(db);
      await sql`insert into kysely_migration values ('0001_make', '2026-11-20T00:00:00.000Z')`.execute(db);
      await sql.raw(MAKE[1].sql).execute(db);
      await start(SECOND);
      expect(await listed(db)).toMatchObject([
        { release: 1, sha256: MAKE[1].sha256 },
        { release: 2, sha256: EXPAND[1].sha256 },
      ]);
      const { rows } = await sql<{ timestamp: string }>`select timestamp from kysely_migration where name = '0001_make'`.execute(db);
      expect(rows).toEqual([{ timestamp: '2026-11-20T00:00:00.000Z' }]);
    });
  });

  test('a migration of another product, or one that a finished release should have, is refused', async () => {
    await onEmpty(async (db, start) => {
      await start(FIRST);
      await sql`insert into kysely_migration values ('0009_of_another', '2026-11-20T00:00:00.000Z')`.execute(db);
      await expect(start(FIRST)).rejects.toThrow(/0009_of_another, which this server does not know and which names no release: start the server that ran it/);
      await sql`update kysely_migration set release = 1, oldest_release = 1 where name = '0009_of_another'`.execute(db);
      await expect(start(SECOND)).rejects.toThrow(/0009_of_another as one of release 1, which does not have it here/);
    });
  });

  test('a migration that was struck from the list behind a later release does not run again', async () => {
    await onEmpty(async (db, start) => {
      for (const version of [FIRST, SECOND, THIRD]) await start(version);
      await sql`delete from kysely_migration where name = '0002_expand'`.execute(db);
      const refused = start(THIRD);
      await expect(refused).rejects.toBeInstanceOf(DataUnusable);
      await expect(refused).rejects.toThrow(
        'The database is of release 3 of the tables, but its list of migrations lacks 0002_expand of release 2: somebody changed that list. Restore a backup.',
      );
      expect(await listed(db)).toHaveLength(2);
    });
  });

  test('a migration that fails leaves everything as it was', async () => {
    await onEmpty(async (db, start) => {
      await start(FIRST);
      const broken: Migrations = { ...SECOND, files: new Map([MAKE, EXPAND, fileOf('0003_broken', 'create table x (y nothing)')]) };
      await expect(start(broken)).rejects.toThrow(/^The migration 0003_broken failed: .*nothing/);
      expect(await listed(db)).toHaveLength(1);
      await start(SECOND);
    });
  });
});
