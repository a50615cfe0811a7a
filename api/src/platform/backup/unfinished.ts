import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { DataUnusable } from '../database/data-lock.ts';
import type { Database, DatabasePlace } from '../database/database.types.ts';
import { synced } from './synced.ts';

/** Stands in a data folder, and as a table in PostgreSQL, from before the first byte of a restore until after its last. */
const MARK = 'restoring';

/** Nothing starts on half a restore as if it were whole: refuses a folder. */
export function refuseUnfinishedFolder(place: DatabasePlace): void {
  if (place.kind === 'embedded' && existsSync(join(place.directory, MARK)))
    throw new DataUnusable(`A restore into the data folder ${place.directory} was not finished. Empty the folder and restore again.`);
}

/** The same for a database. */
export async function refuseUnfinished(db: Database, schema: string): Promise<void> {
  const { rows } = await sql<{ mark: string | null }>`select to_regclass(format('%I.%I', ${schema}::text, ${MARK}::text))::text as mark`.execute(db);
  if (rows[0]?.mark) throw new DataUnusable('A restore into this database was not finished. Make the database anew, empty, and restore again.');
}

export async function markFolder(directory: string): Promise<void> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  writeFileSync(join(directory, MARK), 'A restore into this folder has begun and not ended.\n', { flush: true });
  await synced(directory);
}

export async function unmarkFolder(directory: string): Promise<void> {
  rmSync(join(directory, MARK));
  await synced(directory);
}

export const markDatabase = (db: Database, schema: string): Promise<unknown> => sql`create table ${sql.id(schema, MARK)} ()`.execute(db);
export const unmarkDatabase = (db: Database, schema: string): Promise<unknown> => sql`drop table ${sql.id(schema, MARK)}`.execute(db);
