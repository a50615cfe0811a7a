import { parseArgs } from 'node:util';
import { BadSetting, readConfig } from '../config.ts';
import { openLedger, pinKey } from '../ledger/index.ts';
import { DataInUse, DataUnusable } from '../platform/database/data-lock.ts';
import { databasePlace } from '../platform/database/database.ts';
import { placeWords } from '../platform/database/place-words.ts';
import { purposeOf } from '../platform/start/database-purpose.ts';
import { wordsOf } from '../platform/text/error-words.ts';
import { answerHelp } from './help.ts';
import { complain, say } from './print.ts';
import { openServerDatabase } from './server-database.ts';

/*
 * npm run rotate-key: gives the record another key, tied to the one before by signatures of both. Servers on PostgreSQL may run meanwhile and
 * go on with the new key; the embedded database's server must be stopped. `-- --show` says which keys there are and changes nothing.
 */

process.umask(0o077);
answerHelp('npm run rotate-key: gives the record another key; npm run rotate-key -- --show prints the keys and changes nothing');
try {
  const { values } = parseArgs({ options: { show: { type: 'boolean', default: false } } });
  const config = readConfig(process.env);
  const database = await openServerDatabase(databasePlace(config), {});
  try {
    const ledger = await openLedger({ db: database.db, config });
    if (values.show) {
      const { keys = [] } = await ledger.file();
      for (const { public_key, since } of keys) say(`${public_key}  ${since ? `after the root of ${since.after ?? 'no day yet'}` : 'the first'}`);
    } else {
      // A change of the key on top of a changed record would vouch for it.
      await ledger.check();
      await database.transaction((tx) => ledger.beginLog(tx));
      const { previous, key } = await database.transaction((tx) => ledger.rotateKey(tx));
      say(`The record’s key is ${key} from now on.`);
      say(`What ${previous} has signed holds as before; it signs nothing more.`);
      say('Servers that run go on with the new key by themselves.');
      if ((await purposeOf(database.db)) !== 'demo') {
        pinKey(config.DATA_DIR, key, true);
        say(`Builds of the portal trust the new key from now on: releases/ledger-keys.json in ${config.DATA_DIR} names it. Nodes with a`);
        say('release store of their own need that file too. Then release mf-recommendations into each store.');
      }
      say('Witnesses follow by themselves; where others may know the old key, tell them. Name the new key wherever you published the old one,');
      say('and make a backup.');
    }
    say(`The database: ${placeWords(database.place)}`);
  } finally {
    await database.close();
  }
} catch (error) {
  const expected = error instanceof BadSetting || error instanceof DataInUse || error instanceof DataUnusable;
  complain(expected ? error.message : `The key was not changed: ${wordsOf(error)}`);
  process.exit(1);
}
