import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { BadSetting, FEEDS, readConfig } from '../config.ts';
import { judgedUntil } from '../ledger/index.ts';
import { CalendarRefusal, CalendarStore, type Declaration, declarationText, inForceFrom, readDeclaration } from '../market/index.ts';
import { DataInUse, DataUnusable } from '../platform/database/data-lock.ts';
import { databasePlace } from '../platform/database/database.ts';
import { placeWords } from '../platform/database/place-words.ts';
import { answerHelp } from './help.ts';
import { complain, say } from './print.ts';
import { openServerDatabase } from './server-database.ts';

/*
 * npm run calendar -- close|open|session|hours|expiry|withdraw … "<reason>", or list: what the exchange declares after the release, as rows that
 * every node of the server takes up within twenty seconds. Exit code 0 if it was declared, 1 if it was refused, 2 if the command could not start.
 */
const USAGE = `npm run calendar -- <what> "<reason, such as the exchange’s circular>"
  close 2026-12-04                        the market stays closed on a day
  open 2026-12-05                         it opens at the ordinary hours
  session 2027-10-29 18:00-19:00          it opens at hours of its own (--preopen 17:45)
  hours 2027-03-01 09:15-15:30            ordinary hours from a day on (--preopen, --fno-close, --auction-end, --post 15:50-16:00, --options-close)
  expiry 2026-12-29 2026-12-28            contracts that would expire on a day expire on another
  withdraw 3                              row 3 counts as never said
  list                                    the rows, those that count no more among them (no reason needed)
  --by <name>                             who declares it, where that is not the account this runs under
Rows go to the database at DATABASE_URL, or in DATA_DIR: set them as the server has them.`;

class BadArguments extends Error {}

async function main(args: readonly string[]): Promise<number> {
  const { what, says, reason, by } = readArguments(args);
  const config = readConfig(process.env);
  const database = await openServerDatabase(databasePlace(config), { work: 'command' });
  try {
    const store = new CalendarStore(database);
    await store.use();
    if (what === 'list') {
      for (const line of await listLines(store)) say(line);
      return 0;
    }
    const drawn = FEEDS[config.MARKET_FEED].invented ? { until: (await judgedUntil(database.db)) ?? new Date() } : null;
    const [row] = await store.add([says!], { reason, file: null, entered_by: by }, drawn);
    say(`Row ${row!.id}: ${declarationText(row!.says)} (${reason}). Running servers take it up within twenty seconds.`);
    say(`The database: ${placeWords(database.place)}`);
    return 0;
  } catch (error) {
    if (!(error instanceof CalendarRefusal)) throw error;
    complain(error.message);
    return 1;
  } finally {
    await database.close();
  }
}

async function listLines(store: CalendarStore): Promise<string[]> {
  const rows = await store.rows();
  if (rows.length === 0) return ['Nothing was declared since the release.'];
  const counting = new Set(inForceFrom(rows, '').map(({ id }) => id));
  return rows.map(({ id, says, reason, file, entered_by, known_at }) => {
    const source = file ? `${file.name}, SHA-256 ${file.sha256}` : `entered by ${entered_by}`;
    const state = says.kind === 'withdraw' || counting.has(id) ? '' : ' [counts no more]';
    return `${id}  ${declarationText(says)}${state}: ${reason} (${source}, known ${known_at.toISOString()})`;
  });
}

function readArguments(args: readonly string[]): { what: string; says: Declaration | null; reason: string; by: string } {
  const { values, positionals } = parsed(args);
  const [what = '', ...rest] = positionals;
  const { by = userInfo().username, ...times } = values;
  if (what === 'list') return { what, says: null, reason: '', by };
  const { says, left } = readDeclaration(what, rest, times);
  if (!says) throw new BadArguments(`${left}\n\n${USAGE}`);
  const reason = left.replace(/\s+/g, ' ').trim();
  if (reason === '')
    throw new BadArguments('Say why, such as the exchange’s circular: npm run calendar -- close 2026-12-04 "NSE/CMTR/12345, day of mourning".');
  if (reason.length > 300) throw new BadArguments('The reason must have at most 300 letters.');
  if (by.trim() === '' || by.length > 100) throw new BadArguments('--by needs a name of at most 100 letters.');
  return { what, says, reason, by };
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = { by: text, preopen: text, 'fno-close': text, 'auction-end': text, post: text, 'options-close': text };
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
