import { createHash } from 'node:crypto';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import type { ImportedOptions } from '../options/imported-options.store.ts';
import { type Bhavcopy, type Derivatives, NotABhavcopy, readExchangeFile, type SkippedRow } from './bhavcopy.ts';
import { type ChainFile, readChainFile } from './chain-file.ts';
import { closeOf } from './derivatives-layout.ts';
import type { ImportedDays, Stored } from './imported-days.store.ts';
import { findFiles, openFile, type Source } from './sources.ts';

/** An imported file. `read` = `stored` + `corrected` + `unchanged` + skipped rows. */
export interface TakenFile extends Stored {
  readonly name: string;
  readonly day: string;
  readonly layout: Bhavcopy['layout'] | Derivatives['layout'] | ChainFile['layout'];
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
}

/** Where files go. */
export interface ImportStores {
  readonly days: ImportedDays;
  readonly options: ImportedOptions;
}

export interface ImportOptions {
  readonly onProgress?: OnProgress;
  /** When recorded option chains were taken: they carry no time. */
  readonly taken?: Date | undefined;
}

/** Progress of an import: `done` of `total` files on disk. */
export type OnProgress = (done: number, total: number, file: FileReport) => void;

/** Imports exchange files one by one, each in its own transaction. A refused file leaves nothing behind and does not stop the others. */
export async function importFiles(stores: ImportStores, paths: readonly string[], { onProgress = () => {}, taken }: ImportOptions = {}): Promise<ImportReport> {
  const foundFiles = await findFiles(paths);
  const files: FileReport[] = [];
  for (const [at, path] of foundFiles.entries()) {
    for await (const source of openFile(path)) {
      const report = await take(stores, source, taken);
      files.push(report);
      onProgress(at + 1, foundFiles.length, report);
    }
  }
  return { files };
}

async function take(stores: ImportStores, source: Source, taken: Date | undefined): Promise<FileReport> {
  const { name } = source;
  if ('refused' in source) return { name, refused: source.refused };
  try {
    const sha256 = createHash('sha256').update(source.bytes).digest('hex');
    return { name, ...(await (/^\s*[[{]/.test(source.text) ? takeChain(stores, source, sha256, taken) : takeTable(stores, source, sha256))) };
  } catch (error) {
    if (error instanceof NotABhavcopy) return { name, refused: error.message };
    throw error;
  }
}

type Taken = Omit<TakenFile, 'name'>;
type Readable = Extract<Source, { text: string }>;

async function takeTable({ days, options }: ImportStores, { name, text }: Readable, sha256: string): Promise<Taken> {
  const file = readExchangeFile(text);
  const { layout, day, read, skipped } = file;
  if (file.layout !== 'UDiFF F&O') return { day, layout, read, skipped, ...(await days.store({ day, layout, file_name: name, sha256, rows: file.rows })) };
  const taken_at = closeOf(day);
  if (!taken_at) throw new NotABhavcopy(`The market was closed on ${day}.`);
  return { day, layout, read, skipped, ...(await options.store({ taken_at, layout, quality: 'end of day', file_name: name, sha256, rows: file.rows })) };
}

async function takeChain({ options }: ImportStores, { name, text }: Readable, sha256: string, taken_at: Date | undefined): Promise<Taken> {
  const { layout, expiry, rows, read, skipped } = readChainFile(text);
  if (!taken_at) throw new NotABhavcopy('An option chain carries no time: say when it was taken with --taken 2024-06-26T15:30 (IST).');
  const day = istDay(taken_at);
  if (expiry < day) throw new NotABhavcopy(`The chain expired on ${expiry}, before it is said to be taken (${day}).`);
  return { day, layout, read, skipped, ...(await options.store({ taken_at, layout, quality: 'quotes', file_name: name, sha256, rows })) };
}
