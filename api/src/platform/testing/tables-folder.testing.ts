import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../database/database.ts';
import { createLogger } from '../log/logging.ts';
import { madeOnce } from './made-once.testing.ts';

/** What the test processes of a run share; undefined where no run has been prepared. */
const RUN = process.env.API_TEST_FOLDER;

/** A data folder whose embedded database has all tables and nothing in them: a copy, for to make PostgreSQL's files and the tables takes eleven seconds of a core. */
export async function folderWithTables(copy = mkdtempSync(join(tmpdir(), 'vimarsh-tables-'))): Promise<string> {
  if (RUN) cpSync(join(await made(RUN), 'postgres'), join(copy, 'postgres'), { recursive: true });
  return copy;
}

/** The same as a tar, for a database in memory. */
export const imageWithTables = async (): Promise<string | null> => (RUN ? join(await made(RUN), 'image.tar') : null);

const made = (run: string): Promise<string> =>
  madeOnce(run, 'tables', async (folder) => {
    await (await openDatabase({ kind: 'embedded', directory: folder }, createLogger('silent'))).close();
    // PGlite takes names from the root.
    execFileSync('tar', ['-cPf', join(folder, 'image.tar'), '--transform=s|^\\.||', '-C', join(folder, 'postgres'), '.']);
  });
