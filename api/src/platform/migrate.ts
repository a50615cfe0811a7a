import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from './platform.ts';

const FOLDER = new URL('../../migrations/', import.meta.url);

/** `api/migrations/NNNN_name.sql`, each run once, in one transaction under an advisory lock, so that nodes starting together don't race. */
async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(FOLDER)).filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file)).sort();
  const entries = files.map(async (file): Promise<[string, Migration]> => {
    const statements = await readFile(new URL(file, FOLDER), 'utf8');
    return [file.replace('.sql', ''), { up: async (tx) => void (await sql.raw(statements).execute(tx)) }];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Brings the tables of a schema up to date. Features number their files in their own tens, so a lower number may come later. */
export async function migrate(db: Database, schema: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations }, migrationTableSchema: schema, allowUnorderedMigrations: true });
  const { error, results } = await migrator.migrateToLatest();
  const failed = results?.find((result) => result.status === 'Error');
  if (error)
    throw new Error(`The migration ${failed ? `${failed.migrationName} ` : ''}failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
}
