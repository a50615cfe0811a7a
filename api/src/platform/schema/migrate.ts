import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../database/database.types.ts';
import { wordsOf } from '../text/error-words.ts';
import { type AppliedMigration, type FinishedRelease, type MigrationFile, oldestFor, readSchemaReleases, refuseUnservable, releaseOf } from './releases.ts';

const SOURCES = new URL('../../', import.meta.url);
/** The table of Kysely's migrator, which kept this list first. Releases from then still read it. */
const TABLE = 'kysely_migration';
/** The advisory lock of Kysely's migrator, so that a node of an older release waits for this one. */
const LOCK = '3853314791062309107';

/** The migrations of a version of the server. */
export interface Migrations {
  readonly files: ReadonlyMap<string, MigrationFile>;
  readonly finished: readonly FinishedRelease[];
}

/** `NNNN_name.sql` in the `migrations` folder of the feature whose tables it makes, in the order of the numbers. */
export async function readMigrations(sources: URL = SOURCES): Promise<ReadonlyMap<string, MigrationFile>> {
  const paths = new Map<string, string>();
  for await (const path of glob('**/migrations/*.sql', { cwd: sources })) {
    const name = basename(path, '.sql');
    if (!/^\d{4}_[a-z0-9_]+$/.test(name)) throw new Error(`The migration ${path} must be named NNNN_name.sql`);
    if (paths.has(name)) throw new Error(`Two migrations are named ${name}: ${paths.get(name)} and ${path}`);
    paths.set(name, path);
  }
  const inOrder = [...paths].sort(([a], [b]) => (a < b ? -1 : 1));
  const files = inOrder.map(async ([name, path]): Promise<[string, MigrationFile]> => {
    const text = await readFile(new URL(path, sources), 'utf8');
    return [name, { name, sql: text, sha256: checksumOf(text) }];
  });
  return new Map(await Promise.all(files));
}

/** A checkout with other line ends holds the same migration. */
export const checksumOf = (text: string): string => createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');

/** A migration that this version does not have. */
export class UnknownMigration extends Error {}

/**
 * Brings the tables of a schema up to date, or to where only these migrations have made them, in one transaction. Each migration runs once, and
 * the database remembers its release and its checksum. Features number their files in their own tens, so a lower number may come later.
 * Throws DataUnusable where this version may not serve the database.
 */
export async function migrate(db: Database, schema: string, only: ReadonlySet<string> | null = null, given?: Migrations): Promise<void> {
  const { files, finished } = given ?? { files: await readMigrations(), finished: readSchemaReleases() };
  for (const name of only ?? []) if (!files.has(name)) throw new UnknownMigration(name);
  const wanted = [...files.values()].filter(({ name }) => only?.has(name) ?? true);
  const found = await readApplied(db, schema);
  refuseUnservable(found ?? [], files, finished);
  if (found && openWork(wanted, found).length === 0) return;

  await db.transaction().execute(async (tx) => {
    const table = sql.table(`${schema}.${TABLE}`);
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)}::bigint)`.execute(tx);
    await sql`create table if not exists ${table} (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(tx);
    await sql`alter table ${table} add column if not exists release integer, add column if not exists oldest_release integer,
      add column if not exists sha256 text`.execute(tx);
    // Another node may have been here meanwhile.
    const applied = (await readApplied(tx, schema))!;
    refuseUnservable(applied, files, finished);
    const ran = new Set(applied.map(({ name }) => name));
    for (const file of openWork(wanted, applied)) {
      if (!ran.has(file.name)) await runOne(tx, file);
      const release = releaseOf(file.name, finished);
      await sql`insert into ${table} (name, timestamp, release, oldest_release, sha256)
        values (${file.name}, ${new Date().toISOString()}, ${release}, ${oldestFor(release)}, ${file.sha256})
        on conflict (name) do update set release = excluded.release, oldest_release = excluded.oldest_release, sha256 = excluded.sha256`.execute(tx);
    }
  });
}

/** Migrations that have not run, or whose checksum the database does not know yet. */
function openWork(wanted: readonly MigrationFile[], applied: readonly AppliedMigration[]): MigrationFile[] {
  const known = new Set(applied.filter(({ sha256 }) => sha256 !== null).map(({ name }) => name));
  return wanted.filter(({ name }) => !known.has(name));
}

async function runOne(tx: Database, file: MigrationFile): Promise<void> {
  try {
    await sql.raw(file.sql).execute(tx);
  } catch (error) {
    throw new Error(`The migration ${file.name} failed: ${wordsOf(error)}`, { cause: error });
  }
}

/** Migrations that have run; null where none has. Tables of an older release lack the later columns, which read as null. */
async function readApplied(db: Database, schema: string): Promise<AppliedMigration[] | null> {
  const { rows } = await sql<{ table: string | null }>`select to_regclass(format('%I.%I', ${schema}::text, ${TABLE}::text))::text as table`.execute(db);
  if (!rows[0]?.table) return null;
  const applied = await sql<AppliedMigration>`
    select name, (to_jsonb(m) ->> 'release')::integer as release, (to_jsonb(m) ->> 'oldest_release')::integer as oldest_release,
      to_jsonb(m) ->> 'sha256' as sha256 from ${sql.table(`${schema}.${TABLE}`)} m order by name`.execute(db);
  return applied.rows;
}
