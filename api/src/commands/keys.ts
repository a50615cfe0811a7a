import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { BadSetting, readConfig } from '../config.ts';
import { type AccessKeyRow, createTestKeys, KeyRefusal, listLiveKeys, makeLiveKey, type PartnersDb, revokeLiveKey, rotateLiveKey } from '../partners/index.ts';
import { readSecret } from '../platform/access/server-secret.ts';
import { DataInUse, DataUnusable } from '../platform/database/data-lock.ts';
import { databasePlace } from '../platform/database/database.ts';
import { placeWords } from '../platform/database/place-words.ts';
import { answerHelp } from './help.ts';
import { complain, say } from './print.ts';
import { openServerDatabase } from './server-database.ts';

/*
 * npm run keys -- make|rotate|revoke|list …: widget keys of partners, as rows that every node takes up within five seconds. Exit code 0 if it was
 * done, 1 if it was refused, 2 if the command could not start.
 */
const USAGE = `npm run keys -- <what>
  make neem "Neem web site" --origin https://www.neem.example   a key for pages of a partner; --origin may stand several times
       --widget equity-insights                                  only these widgets (several times); without it all
       --test-key pk_test_… --claim claim_…                      refused unless the claim secret is that of the test key
  rotate pk_live_… --overlap 48                                  another key with the same rights; the old one ends after so many hours (24)
  revoke pk_live_…                                               ends a key for good, also on open pages
  list [neem]                                                    keys with their state, of one partner or of all
  --by <name>                                                    who enters it, where that is not the account this runs under
Rows go to the database at DATABASE_URL, or in DATA_DIR: set them, and SECRET_KEY, as the server has them.`;

class BadArguments extends Error {}

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parsed(args);
  const [what = '', first = '', ...rest] = positionals;
  const by = values.by ?? userInfo().username;
  if (by.trim() === '' || by.length > 100) throw new BadArguments('--by needs a name of at most 100 letters.');
  if (!['make', 'rotate', 'revoke', 'list'].includes(what)) throw new BadArguments(`“${what}” is nothing that can be done with keys.\n\n${USAGE}`);
  if (what !== 'list' && first === '') throw new BadArguments(`Name the ${what === 'make' ? 'partner' : 'key'}.\n\n${USAGE}`);
  const config = readConfig(process.env);
  const database = await openServerDatabase(databasePlace(config), { work: 'command' });
  const db: PartnersDb = database.db;
  const now = new Date();
  try {
    if (what === 'list') for (const row of await listLiveKeys(db, first)) say(lineOf(row, now));
    if (what === 'make') {
      const { 'test-key': testKey, claim } = values;
      if ((testKey ?? claim) !== undefined && !createTestKeys(readSecret(config)).isClaimOf(testKey ?? '', claim ?? ''))
        throw new KeyRefusal('This claim secret is not that of the test key, or SECRET_KEY is not the server’s.');
      const made = await makeLiveKey(db, { partner_key: first, name: rest.join(' '), origins: values.origin ?? [], widgets: values.widget ?? [], by }, now);
      say(lineOf(made, now));
    }
    if (what === 'rotate') {
      const { made, ends } = await rotateLiveKey(db, { key: first, overlapHours: Number(values.overlap ?? '24'), by }, now);
      say(lineOf(made, now));
      say(`${first} ends at ${ends.toISOString()}.`);
    }
    if (what === 'revoke') {
      await revokeLiveKey(db, { key: first, by }, now);
      say(`${first} is revoked. Running servers refuse it within five seconds; pages that are open go dark within half a minute.`);
    }
    say(`The database: ${placeWords(database.place)}`);
    return 0;
  } catch (error) {
    if (!(error instanceof KeyRefusal)) throw error;
    complain(error.message);
    return 1;
  } finally {
    await database.close();
  }
}

function lineOf({ key, partner_key, name, origins, widgets, status, expires_at, created_at, replaces }: AccessKeyRow, now: Date): string {
  const ends = expires_at === null ? '' : expires_at <= now ? ', ended' : `, ends ${expires_at.toISOString()}`;
  const state = status === 'revoked' ? 'revoked' : `active${ends}`;
  const before = replaces === null ? '' : `, in the place of ${replaces}`;
  return `${key}  ${partner_key}${name && ` “${name}”`}: ${state}; ${origins.join(' ')}; ${widgets.join(' ')} (made ${created_at.toISOString()}${before})`;
}

function parsed(args: readonly string[]) {
  const [text, texts] = [{ type: 'string' } as const, { type: 'string', multiple: true } as const];
  const options = { by: text, overlap: text, 'test-key': text, claim: text, origin: texts, widget: texts };
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new BadArguments(`${error.message.split('. ')[0]!.replace(/\.$/, '')}.`);
  }
}

answerHelp(USAGE);
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof BadArguments || error instanceof BadSetting || error instanceof DataInUse || error instanceof DataUnusable)) throw error;
  complain(error.message);
  process.exitCode = 2;
}
