import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { DataUnusable } from '../database/data-lock.ts';
import { openDatabase, schemaOf } from '../database/database.ts';
import type { Database, DatabasePlace, OpenDatabase } from '../database/database.types.ts';
import { freeMbOf, LEAST_FREE_AT_FIRST_MB } from '../database/free-room.ts';
import { fingerprint, TargetNotEmpty } from '../database/move-tables.ts';
import { queueJobs, type WaitingJob } from '../jobs/move-jobs.ts';
import { migrate, readMigrations } from '../schema/migrate.ts';
import { makeFolder } from '../start/make-folder.ts';
import { ArchiveRefused, checkArchive, type Manifest } from './archive.ts';
import { isFile, putFile } from './files.ts';
import { goOnCounting, putLines } from './rows.ts';
import { synced } from './synced.ts';
import type { Entry } from './tar.ts';
import { markDatabase, markFolder, unmarkDatabase, unmarkFolder } from './unfinished.ts';

export interface Restoring<T> {
  readonly file: string;
  /** Where the tables go; nothing may be there. */
  readonly place: DatabasePlace;
  /** The data folder for the files; nothing may be in it. */
  readonly directory: string;
  readonly log: Logger;
  /** Sees every entry before anything is written, and in the end says what must not go on. */
  readonly before: { look(entry: Entry): void; decide(): Promise<void> };
  /** Looks at the whole when it is there, and closes it. */
  readonly check: (database: OpenDatabase) => Promise<T>;
}

/**
 * Puts a backup into an empty folder and an empty database. The archive is read to its end and compared with its manifest before the first
 * byte is written. From then until all is there and checked, no server starts on it.
 */
export async function restore<T>({ file, place, directory, log, before, check }: Restoring<T>): Promise<{ manifest: Manifest; files: number; checked: T }> {
  refuseUsedFolder(directory);
  let bytes = 0;
  const manifest = await checkArchive(file, (entry) => {
    bytes += entry.body.length;
    before.look(entry);
  });
  const known = await readMigrations();
  if (manifest.migrations.some((name) => !known.has(name)))
    throw new ArchiveRefused(`The archive ${file} was made by a newer version of this server. Restore it with that one.`);
  await before.decide();
  makeFolder(directory);
  refuseSmallDisk(directory, place, bytes);
  await markFolder(directory);
  let begun = false;
  const database = await openEmpty(place, manifest, log, () => {
    begun = true;
  }).catch(async (error: unknown) => {
    // A database that was not reached, or is not empty, has been left as it was; the embedded one lies in the folder.
    if (error instanceof TargetNotEmpty || (place.kind === 'postgres' && !begun)) await unmarkFolder(directory);
    throw error;
  });
  try {
    const schema = schemaOf(place);
    const { files, jobs } = await fill(database.db, schema, { file, manifest, directory });
    await queueJobs(database, jobs);
    // The archive may be of an older version.
    await migrate(database.db, schema);
    const checked = await check(database);
    const whole = await openDatabase(place, log, { unfinished: true });
    await unmarkDatabase(whole.db, schema);
    await whole.close();
    await unmarkFolder(directory);
    return { manifest, files, checked };
  } catch (error) {
    await database.close().catch(() => undefined);
    throw error;
  }
}

function refuseUsedFolder(directory: string): void {
  const used = existsSync(directory) ? readdirSync(directory).find((name) => name !== 'lost+found' && name !== 'cache') : undefined;
  if (used !== undefined) throw new TargetNotEmpty(`The data folder ${directory} is not empty (${used}), so nothing was restored. Name another with DATA_DIR.`);
}

/** Rows of the embedded database take their indexes and its write-ahead log with them. */
const EMBEDDED_TIMES = 3;

/** A disk that is full in the middle leaves half a restore behind. */
function refuseSmallDisk(directory: string, place: DatabasePlace, bytes: number): void {
  const needed = Math.ceil(bytes / 1_000_000) * (place.kind === 'embedded' ? EMBEDDED_TIMES : 1) + LEAST_FREE_AT_FIRST_MB;
  const free = freeMbOf(directory);
  if (free < needed)
    throw new DataUnusable(
      `Only ${free} MB are free on the disk of the data folder ${directory}, and ${needed} MB are needed, so nothing was restored. Make room, or set DATA_DIR to another folder.`,
    );
}

/** A database with the archive's tables and nothing in them. `begin` is called before the first change of it. */
async function openEmpty(place: DatabasePlace, { migrations, tables }: Manifest, log: Logger, begin: () => void): Promise<OpenDatabase> {
  const schema = schemaOf(place);
  const database = await openDatabase(place, log, {
    unfinished: true,
    work: 'backup',
    migrations: new Set(migrations),
    beforeMigrations: async (db) => {
      const { rows } = await sql<{ name: string }>`
        select relname as name from pg_class where relnamespace = ${schema}::regnamespace and relkind in ('r', 'p') limit 1`.execute(db);
      if (rows[0]) throw new TargetNotEmpty(`The database is not empty (it has a table ${rows[0].name}), so nothing was restored. Make an empty one.`);
      begin();
      await markDatabase(db, schema);
    },
  });
  // Rows that the migrations themselves wrote make way.
  for (const { name } of tables.toReversed()) {
    const { rows } = await sql`select 1 from ${sql.id(schema, name)} limit 1`.execute(database.db);
    if (rows.length > 0) await sql`delete from ${sql.id(schema, name)}`.execute(database.db);
  }
  return database;
}

interface Filling {
  readonly file: string;
  readonly manifest: Manifest;
  readonly directory: string;
}

/** All rows in one transaction, which compares them with those that were saved; and all files. */
async function fill(db: Database, schema: string, { file, manifest, directory }: Filling): Promise<{ files: number; jobs: WaitingJob[] }> {
  let files = 0;
  let jobs: WaitingJob[] = [];
  const folders = new Set<string>([directory]);
  await db.transaction().execute(async (tx) => {
    await sql`set local timezone = 'UTC'`.execute(tx);
    // Triggers that count along leave alone what is copied with its counts.
    await sql`set local vimarsh.copying = 'on'`.execute(tx);
    await checkArchive(file, async (entry) => {
      const [kind, table] = entry.name.split('/');
      if (kind === 'tables') await putLines(tx, schema, table!, entry.body.toString());
      else if (entry.name === 'jobs.json') jobs = JSON.parse(entry.body.toString()) as WaitingJob[];
      else if (isFile(entry)) {
        putFile(directory, entry);
        files += 1;
        folders.add(dirname(join(directory, entry.name.slice('files/'.length))));
      }
    });
    for (const { name, rows, hash } of manifest.tables) {
      await goOnCounting(tx, schema, name);
      const there = await fingerprint(tx, schema, name);
      if (there.rows !== rows || there.hash !== hash)
        throw new Error(`The table ${name} is another after the restore than it was, so nothing of it can be used.`);
    }
  });
  for (const folder of folders) await synced(folder);
  return { files, jobs };
}
