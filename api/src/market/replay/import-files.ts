import { createHash } from 'node:crypto';
import { type Bhavcopy, NotABhavcopy, readBhavcopy, type SkippedRow } from './bhavcopy.ts';
import type { ImportedDays, Stored } from './imported-days.store.ts';
import { findFiles, openFile, type Source } from './sources.ts';

/** A file that was taken in. `read` = `stored` + `corrected` + `unchanged` + skipped rows. */
export interface TakenFile extends Stored {
  readonly name: string;
  readonly day: string;
  readonly layout: Bhavcopy['layout'];
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

/** How far an import is: `done` of `total` files on disk. */
export type OnProgress = (done: number, total: number, file: FileReport) => void;

/** Takes in exchange files one by one, each in a transaction of its own: a refused file leaves nothing behind and stops nothing. */
export async function importFiles(days: ImportedDays, paths: readonly string[], onProgress: OnProgress = () => {}): Promise<ImportReport> {
  const found = await findFiles(paths);
  const files: FileReport[] = [];
  for (const [at, path] of found.entries()) {
    for await (const source of openFile(path)) {
      const report = await take(days, source);
      files.push(report);
      onProgress(at + 1, found.length, report);
    }
  }
  return { files };
}

async function take(days: ImportedDays, source: Source): Promise<FileReport> {
  const { name } = source;
  if ('refused' in source) return { name, refused: source.refused };
  try {
    const { layout, day, read, rows, skipped } = readBhavcopy(source.text);
    const sha256 = createHash('sha256').update(source.bytes).digest('hex');
    const stored = await days.store({ day, layout, file_name: name, sha256, rows });
    return { name, day, layout, read, skipped, ...stored };
  } catch (error) {
    if (error instanceof NotABhavcopy) return { name, refused: error.message };
    throw error;
  }
}
