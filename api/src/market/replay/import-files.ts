import { createHash } from 'node:crypto';
import { istDay, tradingDays } from '@vimarsh/shared/domain/market/calendar.ts';
import { type ImportedOptions, WouldCorrectOptions } from '../options/imported-options.store.ts';
import { type ActionList, type Bhavcopy, type Derivatives, NotABhavcopy, readActionFile, readExchangeFile, type SkippedRow } from './bhavcopy.ts';
import { type ChainFile, readChainFile } from './chain-file.ts';
import { closeOf } from './derivatives-layout.ts';
import { dateDoubt, doubtAbout } from './doubts.ts';
import { ContradictsActions, type ImportedActions } from './imported-actions.store.ts';
import { type Difference, type ImportedDays, type Stored, WouldCorrect } from './imported-days.store.ts';
import { findFiles, openFile, type Source } from './sources.ts';

/** An imported file. `read` = `stored` + `corrected` + `unchanged` + skipped rows. */
export interface TakenFile extends Stored {
  readonly name: string;
  readonly day: string;
  readonly layout: Bhavcopy['layout'] | Derivatives['layout'] | ChainFile['layout'] | ActionList['layout'];
  readonly read: number;
  readonly skipped: readonly SkippedRow[];
}

export interface RefusedFile {
  readonly name: string;
  readonly refused: string;
}

export type FileReport = TakenFile | RefusedFile;

export const isRefused = (file: FileReport): file is RefusedFile => 'refused' in file;

export interface ImportReport {
  readonly files: readonly FileReport[];
  /** Trading days between the first and the last on file of which there is no file: nothing is known of them. */
  readonly missing: readonly string[];
}

/** Where files go. */
export interface ImportStores {
  readonly days: ImportedDays;
  readonly options: ImportedOptions;
  readonly actions: ImportedActions;
}

export interface ImportOptions {
  readonly onProgress?: OnProgress;
  /** When recorded option chains were taken: they carry no time. */
  readonly taken?: Date | undefined;
  /** Whether rows on file may get other figures. */
  readonly mayCorrect?: boolean;
  /** Whether lists of corporate actions name every action of their days. */
  readonly complete?: boolean;
  /** By the wall clock: no file comes from the future. */
  readonly now?: Date;
}

/** Progress of an import: `done` of `total` files on disk. */
export type OnProgress = (done: number, total: number, file: FileReport) => void;

/** Imports exchange files one by one, each in its own transaction. A refused file leaves nothing behind and does not stop the others. */
export async function importFiles(stores: ImportStores, paths: readonly string[], options: ImportOptions = {}): Promise<ImportReport> {
  const { onProgress = () => {} } = options;
  const foundFiles = await findFiles(paths);
  const files: FileReport[] = [];
  for (const [at, path] of foundFiles.entries()) {
    for await (const source of openFile(path)) {
      const report = await take(stores, source, options);
      files.push(report);
      onProgress(at + 1, foundFiles.length, report);
    }
  }
  return { files, missing: missingFrom(await stores.days.days()) };
}

function missingFrom(onFile: readonly string[]): string[] {
  const present = new Set(onFile);
  return onFile.length === 0 ? [] : tradingDays(onFile[0]!, onFile.at(-1)!).filter((day) => !present.has(day));
}

async function take(stores: ImportStores, source: Source, options: ImportOptions): Promise<FileReport> {
  const { name } = source;
  if ('refused' in source) return { name, refused: source.refused };
  try {
    const sha256 = createHash('sha256').update(source.bytes).digest('hex');
    return { name, ...(await (/^\s*[[{]/.test(source.text) ? takeChain(stores, source, sha256, options) : takeTable(stores, source, sha256, options))) };
  } catch (error) {
    if (error instanceof NotABhavcopy) return { name, refused: error.message };
    if (error instanceof WouldCorrect) return { name, refused: correction(error.differences) };
    if (error instanceof WouldCorrectOptions) {
      const contracts = error.count === 1 ? '1 contract on file has' : `${error.count} contracts on file have`;
      return { name, refused: `${contracts} other figures; --correct takes the file’s.` };
    }
    if (error instanceof ContradictsActions) {
      const [{ symbol, day, purpose }] = error.rows as [ActionList['rows'][number]];
      return { name, refused: `It says “${purpose}” of ${symbol} on ${day}, where something else is on file; --correct takes the file’s.` };
    }
    throw error;
  }
}

type Taken = Omit<TakenFile, 'name'>;
type Readable = Extract<Source, { text: string }>;

const EXAMPLES = 3;

/** What a file would change, said to who may allow it. */
function correction(differences: readonly Difference[]): string {
  const examples = differences.slice(0, EXAMPLES).map(({ symbol, series, from, to }) => `${symbol} ${series} close ${from} → ${to}`);
  const rows = differences.length === 1 ? '1 row on file has' : `${differences.length} rows on file have`;
  return `${rows} other figures (${examples.join(', ')}${differences.length > EXAMPLES ? ', …' : ''}); --correct takes the file’s.`;
}

async function takeTable(stores: ImportStores, source: Readable, sha256: string, options: ImportOptions): Promise<Taken> {
  const list = readActionFile(source.text);
  if (!list) return takeDay(stores, source, sha256, options);
  const { mayCorrect, complete = false } = options;
  const { layout, read, rows, skipped } = list;
  const day = rows.map((row) => row.day).toSorted()[0]!;
  return { day, layout, read, skipped, ...(await stores.actions.store({ file_name: source.name, sha256, complete, rows }, mayCorrect)) };
}

async function takeDay(
  { days, options }: ImportStores,
  { name, text }: Readable,
  sha256: string,
  { mayCorrect, now = new Date() }: ImportOptions,
): Promise<Taken> {
  const file = readExchangeFile(text);
  const { layout, day, read, skipped } = file;
  const today = istDay(now);
  if (file.layout !== 'UDiFF F&O') {
    const doubt = doubtAbout({ name, day, rows: file.rows }, today, await days.around(day));
    if (doubt) throw new NotABhavcopy(doubt);
    return { day, layout, read, skipped, ...(await days.store({ day, layout, file_name: name, sha256, rows: file.rows }, mayCorrect)) };
  }
  const doubt = dateDoubt({ name, day }, today);
  if (doubt) throw new NotABhavcopy(doubt);
  const taken_at = closeOf(day);
  if (!taken_at) throw new NotABhavcopy(`The market was closed on ${day}.`);
  return {
    day,
    layout,
    read,
    skipped,
    ...(await options.store({ taken_at, layout, quality: 'end of day', file_name: name, sha256, rows: file.rows }, mayCorrect)),
  };
}

async function takeChain(
  { options }: ImportStores,
  { name, text }: Readable,
  sha256: string,
  { taken: taken_at, mayCorrect, now = new Date() }: ImportOptions,
): Promise<Taken> {
  const { layout, expiry, rows, read, skipped } = readChainFile(text);
  if (!taken_at) throw new NotABhavcopy('An option chain carries no time: say when it was taken with --taken 2024-06-26T15:30 (IST).');
  if (taken_at > now) throw new NotABhavcopy('It can’t have been taken in the future.');
  const day = istDay(taken_at);
  if (expiry < day) throw new NotABhavcopy(`The chain expired on ${expiry}, before it is said to be taken (${day}).`);
  return { day, layout, read, skipped, ...(await options.store({ taken_at, layout, quality: 'quotes', file_name: name, sha256, rows }, mayCorrect)) };
}
