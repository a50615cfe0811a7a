import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { refuseUnfinishedFolder } from '../platform/backup/unfinished.ts';
import { DataUnusable } from '../platform/database/data-lock.ts';
import { type OpenOptions, openDatabase, schemaOf } from '../platform/database/database.ts';
import type { Database, DatabasePlace, OpenDatabase } from '../platform/database/database.types.ts';
import { placeWords } from '../platform/database/place-words.ts';
import { createLogger } from '../platform/log/logging.ts';

/** Whether Vimarsh has made tables there. */
async function hasTables(db: Database, schema: string): Promise<boolean> {
  const { rows } = await sql<{ table: string | null }>`select to_regclass(format('%I.kysely_migration', ${schema}::text))::text as table`.execute(db);
  return Boolean(rows[0]?.table);
}

/** The sentence about a place without a database, where a command would otherwise work on one that it made itself. */
const missing = (place: DatabasePlace): DataUnusable =>
  new DataUnusable(`No database of Vimarsh at ${placeWords(place)}: set DATA_DIR or DATABASE_URL as the server has it.`);

/**
 * Opens the database of a server for a command. Throws DataUnusable where there is none, and leaves the place as it was: in a shell without
 * the server's settings a command would work on an empty database of its own, and succeed.
 */
export async function openServerDatabase(place: DatabasePlace, options: Pick<OpenOptions, 'work' | 'migrations'>): Promise<OpenDatabase> {
  // Half a restore has its own sentence.
  refuseUnfinishedFolder(place);
  if (place.kind === 'embedded' && !existsSync(join(place.directory, 'postgres', 'PG_VERSION'))) throw missing(place);
  return openDatabase(place, createLogger('silent'), {
    ...options,
    beforeMigrations: async (db) => {
      if (!(await hasTables(db, schemaOf(place)))) throw missing(place);
    },
  });
}

/** The same for a command that may come before the first start: where there is no database it makes one, and calls `onNew` before it does. */
export const openOrMakeDatabase = (place: DatabasePlace, onNew: () => void): Promise<OpenDatabase> =>
  openDatabase(place, createLogger('silent'), {
    work: 'command',
    beforeMigrations: async (db) => {
      if (!(await hasTables(db, schemaOf(place)))) onNew();
    },
  });
