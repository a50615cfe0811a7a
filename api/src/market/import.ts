import { istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import { pino } from 'pino';
import { BadSetting, readConfig } from '../config.ts';
import { DataInUse } from '../platform/data-lock.ts';
import { openDatabase, placeOf } from '../platform/database.ts';
import { ImportedOptions } from './options/imported-options.store.ts';
import { type FileReport, importFiles, isRefused } from './replay/import-files.ts';
import { ImportedActions } from './replay/imported-actions.store.ts';
import { ImportedDays } from './replay/imported-days.store.ts';
import { fileLine, summaryLines } from './replay/summary.ts';

/**
 * `npm run import -- [--taken <IST time>] [--correct] [--complete] <files or folders>`: imports NSE end-of-day files of the cash and the
 * F&O market (legacy or UDiFF columns, plain or zipped), NSE's lists of corporate actions and recorded option chains (JSON, with the time
 * they were taken) into the server's database. What can't be a day's prices is refused, and rows on file change only with `--correct`.
 * `--complete` says of lists of actions that nothing else happened between their first and last ex-date. Exit code 0 if every file was imported, 1 if one was refused, 2 if the import could not start.
 */
const BAR = 30;

async function main(args: readonly string[]): Promise<number> {
  const { taken, mayCorrect, complete, paths } = readArguments(args);
  if (taken === null) {
    console.error('--taken needs an IST time such as 2024-06-26T15:30');
    return 2;
  }
  if (paths.length === 0) {
    console.error('Name files or folders: npm run import -- <files or folders>');
    return 2;
  }
  const database = await openDatabase(placeOf(readConfig(process.env)), pino({ level: 'silent' }));
  try {
    const report = await importFiles(
      { days: new ImportedDays(database), options: new ImportedOptions(database), actions: new ImportedActions(database) },
      paths,
      {
        taken,
        mayCorrect,
        complete,
        onProgress: process.stdout.isTTY ? drawBar : printLine,
      },
    );
    if (process.stdout.isTTY) process.stdout.write('\r\u001b[K');
    for (const line of summaryLines(report)) console.log(line);
    const { files } = report;
    return files.length > 0 && files.every((file) => !isRefused(file)) ? 0 : 1;
  } finally {
    await database.close();
  }
}

/** `taken` is undefined if absent and null if it is not a time. */
function readArguments(all: readonly string[]): { taken: Date | null | undefined; mayCorrect: boolean; complete: boolean; paths: string[] } {
  const mayCorrect = all.includes('--correct');
  const complete = all.includes('--complete');
  const args = all.filter((arg) => arg !== '--correct' && arg !== '--complete');
  const at = args.indexOf('--taken');
  if (at < 0) return { taken: undefined, mayCorrect, complete, paths: args };
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)$/.exec(args[at + 1] ?? '');
  const taken = match ? istInstant(match[1]!, match[2]) : new Date(Number.NaN);
  return { taken: Number.isNaN(taken.getTime()) ? null : taken, mayCorrect, complete, paths: args.filter((_, index) => index !== at && index !== at + 1) };
}

function drawBar(done: number, total: number, file: FileReport): void {
  const filled = Math.round((BAR * done) / total);
  process.stdout.write(`\r\u001b[K${'█'.repeat(filled)}${'░'.repeat(BAR - filled)} ${done}/${total} ${file.name}`);
}

const printLine = (done: number, total: number, file: FileReport): void => console.log(`${done}/${total} ${fileLine(file)}`);

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof BadSetting || error instanceof DataInUse)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
