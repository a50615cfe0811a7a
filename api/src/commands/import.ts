import { parseArgs } from 'node:util';
import { istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import { printableLine } from '@vimarsh/shared/domain/text/printable.ts';
import { BadSetting, readConfig } from '../config.ts';
import { fileLine, isRefused, type OnProgress } from '../market/index.ts';
import { DataInUse, DataUnusable } from '../platform/database/data-lock.ts';
import { databasePlace } from '../platform/database/database.ts';
import { placeWords } from '../platform/database/place-words.ts';
import { answerHelp } from './help.ts';
import { importPrices, type PriceImport, priceLines } from './import-prices.ts';
import { complain, say } from './print.ts';
import { openOrMakeDatabase, openServerDatabase } from './server-database.ts';

/*
 * npm run import -- [--dry-run] [--taken <IST time>] [--lot <shares>] [--correct] [--complete] <files or folders>: imports NSE end-of-day
 * files of the cash and the F&O market (legacy or UDiFF columns, plain or zipped), NSE's lists of corporate actions, of stocks under the F&O ban, of securities, their renames, price bands and lots,
 * and option chains: as NSE's site answers them (with the lot of their contracts where none is on file), or recorded (with the time they were taken). What can't
 * be a day's prices is refused, and rows on file change only with --correct. --complete says of lists of actions that nothing else happened
 * between their first and last ex-date. --dry-run says what all of it would do, to calls as well, and changes nothing. Exit code 0 if every
 * file was imported (or would be), 1 if one was refused, 2 if the import could not start.
 */
const BAR = 30;
const USAGE = `npm run import -- [options] <files or folders>
  --dry-run            says what an import would do, and changes nothing
  --correct            changes days on file that these files tell otherwise
  --complete           lists of corporate actions name every action of their days
  --taken <IST time>   when a recorded option chain was taken, such as 2024-06-26T15:30
  --as-of <day>        the day that lists of securities, bands or lots are of, where their names have none
  --lot <shares>       the lot of an option chain's contracts, where none is on file
Prices go to the database at DATABASE_URL, or in DATA_DIR: set them as the server has them. Without one it makes a new one.`;

/** The import could not start; the message says why in one sentence. */
class BadArguments extends Error {}

async function main(args: readonly string[]): Promise<number> {
  const { paths, ...options } = readArguments(args);
  const config = readConfig(process.env);
  const place = databasePlace(config);
  // Prices may be there before the first start; a dry run, which changes nothing, makes no database either.
  const database = options.dryRun
    ? await openServerDatabase(place, { work: 'command' })
    : await openOrMakeDatabase(place, () => say(`A new database at ${placeWords(place)}`));
  try {
    const terminal = process.stdout.isTTY;
    if (options.dryRun) say('A dry run: nothing will be changed.');
    const report = await importPrices(database, config, paths, { ...options, onProgress: terminal ? drawBar : printLine });
    if (terminal) process.stdout.write('\r\u001b[K');
    for (const line of priceLines(report, options.dryRun ?? false)) say(line);
    say(`The database: ${placeWords(place)}`);
    const { files } = report;
    return files.length > 0 && files.every((file) => !isRefused(file)) ? 0 : 1;
  } finally {
    await database.close();
  }
}

function readArguments(args: readonly string[]): PriceImport & { paths: string[] } {
  const { values, positionals: paths } = parsed(args);
  if (paths.length === 0) throw new BadArguments('Name files or folders: npm run import -- <files or folders>');
  return {
    paths,
    dryRun: values['dry-run'],
    mayCorrect: values.correct,
    complete: values.complete,
    taken: values.taken === undefined ? undefined : instantOf(values.taken),
    lot: values.lot === undefined ? undefined : lotOf(values.lot),
    asOf: values['as-of'] === undefined ? undefined : dayOf(values['as-of']),
  };
}

function parsed(args: readonly string[]) {
  const flag = { type: 'boolean', default: false } as const;
  const text = { type: 'string' } as const;
  const options = { 'dry-run': flag, correct: flag, complete: flag, taken: text, lot: text, 'as-of': text };
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new BadArguments(`${error.message.split('. ')[0]!.replace(/\.$/, '')}.`);
  }
}

function instantOf(text: string): Date {
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)$/.exec(text);
  const taken = match ? istInstant(match[1]!, match[2]) : new Date(Number.NaN);
  if (Number.isNaN(taken.getTime())) throw new BadArguments('--taken needs an IST time such as 2024-06-26T15:30');
  return taken;
}

function dayOf(text: string): string {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? istInstant(text) : new Date(Number.NaN);
  if (Number.isNaN(day.getTime())) throw new BadArguments('--as-of needs a day such as 2026-11-28');
  return text;
}

function lotOf(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new BadArguments('--lot needs the shares of one contract such as 75');
  return Number(text);
}

const drawBar: OnProgress = (done, total, file) => {
  const filled = Math.round((BAR * done) / total);
  process.stdout.write(`\r\u001b[K${'█'.repeat(filled)}${'░'.repeat(BAR - filled)} ${done}/${total} ${printableLine(file.name)}`);
};

const printLine: OnProgress = (done, total, file) => say(`${done}/${total} ${fileLine(file)}`);

answerHelp(USAGE);
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof BadArguments || error instanceof BadSetting || error instanceof DataInUse || error instanceof DataUnusable)) throw error;
  complain(error.message);
  process.exitCode = 2;
}
