import { pino } from 'pino';
import { BadSetting, readConfig } from '../config.ts';
import { DataInUse } from '../platform/data-lock.ts';
import { openDatabase, placeOf } from '../platform/database.ts';
import { type FileReport, importFiles, isRefused } from './replay/import-files.ts';
import { ImportedDays } from './replay/imported-days.store.ts';
import { fileLine, summaryLines } from './replay/summary.ts';

/**
 * `npm run import -- <files or folders>`: takes NSE end-of-day files (legacy or UDiFF columns, plain or zipped) into the
 * database that the server uses. Exit code 0 when every file was taken, 1 when one was refused, 2 when nothing could start.
 */
const BAR = 30;

async function main(paths: readonly string[]): Promise<number> {
  if (paths.length === 0) {
    console.error('Name files or folders: npm run import -- <files or folders>');
    return 2;
  }
  const database = await openDatabase(placeOf(readConfig(process.env)), pino({ level: 'silent' }));
  try {
    const { files } = await importFiles(new ImportedDays(database), paths, process.stdout.isTTY ? drawBar : printLine);
    if (process.stdout.isTTY) process.stdout.write('\r\u001b[K');
    for (const line of summaryLines({ files })) console.log(line);
    return files.length > 0 && files.every((file) => !isRefused(file)) ? 0 : 1;
  } finally {
    await database.close();
  }
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
