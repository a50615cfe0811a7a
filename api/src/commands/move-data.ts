import { BadSetting, readConfig } from '../config.ts';
import { DataInUse, DataUnusable } from '../platform/database/data-lock.ts';
import type { OpenDatabase } from '../platform/database/database.types.ts';
import { moveTables, openTarget, TargetNotEmpty } from '../platform/database/move-tables.ts';
import { placeWords } from '../platform/database/place-words.ts';
import { moveJobs } from '../platform/jobs/move-jobs.ts';
import { createLogger } from '../platform/log/logging.ts';
import { wordsOf } from '../platform/text/error-words.ts';
import { answerHelp } from './help.ts';
import { complain, say } from './print.ts';
import { keyFilesIn, sealedRowsOf, whyShut } from './sealed-rows.ts';
import { openServerDatabase } from './server-database.ts';

/*
 * npm run move-data: copies the embedded data (DATA_DIR) to the PostgreSQL at DATABASE_URL, compares counts and hashes,
 * and leaves the original as it was. The server must be stopped; the target must be empty.
 */

answerHelp('npm run move-data: copies the embedded database in DATA_DIR to the empty PostgreSQL database at DATABASE_URL');
try {
  const config = readConfig(process.env);
  if (!config.DATABASE_URL) throw new BadSetting('DATABASE_URL must name the PostgreSQL database to move to.');
  const log = createLogger('silent');
  const source = await openServerDatabase({ kind: 'embedded', directory: config.DATA_DIR }, {});
  let target: OpenDatabase | null = null;
  try {
    const why = await whyShut(await sealedRowsOf(source.db), keyFilesIn(config.DATA_DIR), config);
    if (why) throw new DataUnusable(`${why} Nothing was moved.`);
    target = await openTarget({ kind: 'postgres', url: config.DATABASE_URL }, log);
    const tables = await moveTables(source, target, (table, rows) => say(`  ${table}: ${rows} rows`));
    const jobs = await moveJobs(source, target);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    say(`Moved ${rows} rows of ${tables.length} tables and ${jobs} waiting jobs; counts and hashes are equal.`);
    say(`Start the server with the same DATABASE_URL. ${config.DATA_DIR} still holds keys and releases: keep it.`);
    say(`The database: ${placeWords(target.place)}, copied from ${placeWords(source.place)}`);
  } finally {
    await target?.close();
    await source.close();
  }
} catch (error) {
  const sentence = wordsOf(error);
  const expected = error instanceof BadSetting || error instanceof DataInUse || error instanceof DataUnusable || error instanceof TargetNotEmpty;
  complain(expected ? sentence : `The data was not moved: ${sentence}`);
  process.exit(1);
}
