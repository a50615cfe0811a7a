import { parseArgs } from 'node:util';
import { BadSetting, readConfig } from '../config.ts';
import { ArchiveRefused } from '../platform/backup/archive.ts';
import { restore } from '../platform/backup/restore.ts';
import { DataInUse, DataUnusable } from '../platform/database/data-lock.ts';
import { databasePlace } from '../platform/database/database.ts';
import { TargetNotEmpty } from '../platform/database/move-tables.ts';
import { placeWords } from '../platform/database/place-words.ts';
import { createLogger } from '../platform/log/logging.ts';
import { wordsOf } from '../platform/text/error-words.ts';
import { checkWhole } from './check-whole.ts';
import { answerHelp } from './help.ts';
import { complain, say, sayLines } from './print.ts';
import { SealedLines } from './sealed-rows.ts';

/*
 * npm run restore -- <file>: puts a backup into an empty DATA_DIR, and its tables into the empty PostgreSQL at DATABASE_URL or the embedded
 * database. A backup of either goes into either. Ends with 0 where the record in it holds.
 */

process.umask(0o077);
answerHelp('npm run restore -- <file>: puts a backup into the empty database at DATABASE_URL, or in DATA_DIR, and its files into the empty DATA_DIR');
try {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new ArchiveRefused('Which archive? npm run restore -- <file>');
  const config = readConfig(process.env);
  const log = createLogger('silent');
  const sealed = new SealedLines();
  const { manifest, files, checked } = await restore({
    file,
    place: databasePlace(config),
    directory: config.DATA_DIR,
    log,
    before: {
      look: (entry) => sealed.look(entry),
      async decide() {
        const why = await sealed.why(config);
        if (why) throw new ArchiveRefused(`${why} Nothing was restored.`);
      },
    },
    check: (database) => checkWhole(config, log, database),
  });
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  say(`${rows} rows of ${manifest.tables.length} tables and ${files} files of ${manifest.at} are restored.`);
  (checked.holds ? sayLines : complain)(`${checked.words}\nThe database: ${placeWords(databasePlace(config))}`);
  process.exit(checked.holds ? 0 : 1);
} catch (error) {
  const expected = [BadSetting, DataInUse, DataUnusable, ArchiveRefused, TargetNotEmpty].some((kind) => error instanceof kind);
  complain(expected ? (error as Error).message : `The restore was not finished: ${wordsOf(error)}`);
  process.exit(1);
}
