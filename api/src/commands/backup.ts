import { statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { BadSetting, readConfig } from '../config.ts';
import { ArchiveRefused } from '../platform/backup/archive.ts';
import { backUp } from '../platform/backup/backup.ts';
import { DataInUse, DataUnusable } from '../platform/database/data-lock.ts';
import { databasePlace } from '../platform/database/database.ts';
import { placeWords } from '../platform/database/place-words.ts';
import { wordsOf } from '../platform/text/error-words.ts';
import { answerHelp } from './help.ts';
import { complain, say } from './print.ts';
import { openServerDatabase } from './server-database.ts';

/*
 * npm run backup [-- <file>]: data, keys, releases and files in one archive. Servers on PostgreSQL may run meanwhile; the embedded
 * database's must be stopped.
 */

process.umask(0o077);
answerHelp('npm run backup -- [<file>]: saves the database at DATABASE_URL, or in DATA_DIR, and the files of DATA_DIR in one archive');
try {
  const { positionals } = parseArgs({ allowPositionals: true });
  const file = positionals[0] ?? `vimarsh-${new Date().toISOString().slice(0, 16).replaceAll(':', '')}.tar.gz`;
  const config = readConfig(process.env);
  // The tables as they are: a newer version must not change those of a server that still runs.
  const database = await openServerDatabase(databasePlace(config), { migrations: new Set(), work: 'backup' });
  try {
    const { tables, files } = await backUp(database, config.DATA_DIR, file);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    say(`${rows} rows of ${tables.length} tables and ${files} files are in ${file} (${(statSync(file).size / 1e6).toFixed(1)} MB).`);
    say(
      config.SECRET_KEY
        ? 'Keys and documents in it are sealed with SECRET_KEY, which is not in it: keep that elsewhere. Without it the archive signs nothing.'
        : 'There is no SECRET_KEY, so the keys lie open in it: whoever has the archive can sign as you. Keep it as you keep keys.',
    );
    say(`The database: ${placeWords(database.place)}`);
  } finally {
    await database.close();
  }
} catch (error) {
  const expected = [BadSetting, DataInUse, DataUnusable, ArchiveRefused].some((kind) => error instanceof kind);
  complain(expected ? (error as Error).message : `There is no backup: ${wordsOf(error)}`);
  process.exit(1);
}
