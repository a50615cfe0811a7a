import { sql } from 'kysely';
import { schemaOf } from '../database/database.ts';
import type { OpenDatabase } from '../database/database.types.ts';
import { fingerprint, tablesInOrder } from '../database/move-tables.ts';
import { waitingJobs } from '../jobs/move-jobs.ts';
import { type Manifest, writeArchive } from './archive.ts';
import { filesBelow } from './files.ts';
import { linesOf } from './rows.ts';
import type { Entry } from './tar.ts';

export interface BackedUp {
  readonly tables: Manifest['tables'];
  readonly files: number;
}

/**
 * Writes everything into one archive: the tables as they are at one moment, waiting jobs, and the data folder's files, keys and releases among
 * them. What is sealed stays sealed. Servers on PostgreSQL may run meanwhile.
 */
export async function backUp(source: OpenDatabase, directory: string, file: string): Promise<BackedUp> {
  const schema = schemaOf(source.place);
  const at = new Date().toISOString();
  const tables: Manifest['tables'] = [];
  let migrations: string[] = [];
  let files = 0;
  async function* entries(): AsyncGenerator<Entry> {
    const jobs = await waitingJobs(source);
    for await (const entry of inOneMoment()) yield entry;
    yield { name: 'jobs.json', body: Buffer.from(JSON.stringify(jobs)) };
    // After the tables: a key's file is there before its row.
    for (const entry of filesBelow(directory)) {
      files += 1;
      yield entry;
    }
  }
  async function* inOneMoment(): AsyncGenerator<Entry> {
    const tx = await source.db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute();
    try {
      await sql`set local timezone = 'UTC'`.execute(tx);
      const made = await sql<{ name: string }>`select name from ${sql.id(schema, 'kysely_migration')} order by name`.execute(tx);
      migrations = made.rows.map(({ name }) => name);
      for (const table of await tablesInOrder(tx, schema)) {
        let part = 0;
        for await (const lines of linesOf(tx, schema, table)) {
          part += 1;
          yield { name: `tables/${table}/${String(part).padStart(6, '0')}.ndjson`, body: Buffer.from(lines) };
        }
        tables.push({ name: table, ...(await fingerprint(tx, schema, table)) });
      }
    } finally {
      await tx.rollback().execute();
    }
  }
  await writeArchive(file, entries(), () => ({ format: 'vimarsh-backup-1', at, migrations, tables }));
  return { tables, files };
}
