import { BadSetting, readConfig } from '../config.ts';
import { DataInUse, DataUnusable } from '../platform/database/data-lock.ts';
import { databasePlace } from '../platform/database/database.ts';
import { placeWords } from '../platform/database/place-words.ts';
import { createLogger } from '../platform/log/logging.ts';
import { wordsOf } from '../platform/text/error-words.ts';
import { checkWhole } from './check-whole.ts';
import { answerHelp } from './help.ts';
import { complain, sayLines } from './print.ts';
import { openServerDatabase } from './server-database.ts';

/*
 * npm run check-record: reads the whole record and compares it with all that was ever signed of it, with the rows that screens show and with
 * who follows whom. Ends with 0 where it holds, 1 where it does not, 2 where it could not be checked. Servers on PostgreSQL may run meanwhile;
 * the embedded database's must be stopped.
 */

process.umask(0o077);
answerHelp('npm run check-record: compares the whole record of the database at DATABASE_URL, or in DATA_DIR, with what was signed');
try {
  const config = readConfig(process.env);
  const place = databasePlace(config);
  const database = await openServerDatabase(place, { work: 'command' });
  const { holds, words } = await checkWhole(config, createLogger('silent'), database);
  (holds ? sayLines : complain)(`${words}\nThe database: ${placeWords(place)}`);
  process.exit(holds ? 0 : 1);
} catch (error) {
  const expected = error instanceof BadSetting || error instanceof DataInUse || error instanceof DataUnusable;
  complain(expected ? error.message : `The record was not checked: ${wordsOf(error)}`);
  process.exit(2);
}
