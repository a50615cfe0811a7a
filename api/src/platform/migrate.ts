import { glob, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import type { Database } from './database.types.ts';
import { wordsOf } from './error-words.ts';

const SOURCES = new URL('../', import.meta.url);

/**
 * `NNNN_name.sql` in the `migrations` folder of the feature whose tables it makes. All of them together run in the order of their
 * numbers, each once, in one transaction under an advisory lock, so that nodes starting together don't race.
 */
async function findMigrations(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const file of glob('**/migrations/*.sql', { cwd: SOURCES })) {
    const name = basename(file, '.sql');
    if (!/^\d{4}_[a-z0-9_]+$/.test(name)) throw new Error(`The migration ${file} must be named NNNN_name.sql`);
    if (found.has(name)) throw new Error(`Two migrations are named ${name}: ${found.get(name)} and ${file}`);
    found.set(name, file);
  }
  return found;
}

/** All that were found, or only these, with their statements. */
async function readMigrations(found: ReadonlyMap<string, string>, only: ReadonlySet<string> | null): Promise<Record<string, Migration>> {
  for (const name of only ?? []) if (!found.has(name)) throw new UnknownMigration(name);
  const entries = [...found]
    .filter(([name]) => only?.has(name) ?? true)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(async ([name, file]): Promise<[string, Migration]> => {
      const statements = await readFile(new URL(file, SOURCES), 'utf8');
      return [name, { up: async (tx) => void (await sql.raw(statements).execute(tx)) }];
    });
  return Object.fromEntries(await Promise.all(entries));
}

/** Whether exactly these have run. Two small queries tell; Kysely's migrator first reads every column of every table, even where nothing is left to do. */
async function haveRun(db: Database, schema: string, found: ReadonlyMap<string, string>): Promise<boolean> {
  const { rows } = await sql<{ table: string | null }>`
    select to_regclass(format('%I.%I', ${schema}::text, ${DEFAULT_MIGRATION_TABLE}::text))::text as table`.execute(db);
  if (!rows[0]?.table) return false;
  const run = await sql<{ name: string }>`select name from ${sql.table(`${schema}.${DEFAULT_MIGRATION_TABLE}`)}`.execute(db);
  return run.rows.length === found.size && run.rows.every(({ name }) => found.has(name));
}

/** A migration that this version does not have. */
export class UnknownMigration extends Error {}

/**
 * Brings the tables of a schema up to date, or to where only these migrations have made them. Features number their files in their own
 * tens, so a lower number may come later.
 */
export async function migrate(db: Database, schema: string, only: ReadonlySet<string> | null = null): Promise<void> {
  const found = await findMigrations();
  if (!only && (await haveRun(db, schema, found))) return;
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => readMigrations(found, only) },
    migrationTableSchema: schema,
    allowUnorderedMigrations: true,
  });
  const { error, results } = await migrator.migrateToLatest();
  const failed = results?.find((result) => result.status === 'Error');
  if (error instanceof UnknownMigration) throw error;
  if (error)
    throw new Error(`The migration ${failed ? `${failed.migrationName} ` : ''}failed: ${wordsOf(error)}`, {
      cause: error,
    });
}
