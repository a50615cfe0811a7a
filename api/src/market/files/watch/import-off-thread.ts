import { basename } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { DatabasePlace } from '../../../platform/database/database.types.ts';
import { importFiles, isRefused, storesIn } from '../import-files.ts';
import type { Place } from '../imported-days.store.ts';
import { readApart } from '../reading/read-apart.ts';
import { type ReadFile, readFiles } from '../reading/read-files.ts';
import { fileLine } from '../summary.ts';

/** The outcome of one file's import: enough for a log line and a remark of /readyz. */
export interface ImportOutcome {
  /** For the log. */
  readonly line: string;
  readonly day: string | null;
  readonly refused: { readonly code: string; readonly sentence: string } | null;
}

/** Imports one file, an archive as the files in it. */
export type ImportFile = (path: string) => Promise<readonly ImportOutcome[]>;

/** A year of F&O in one archive takes minutes. */
const LONGEST_MS = 15 * 60_000;
const MOST_MEMORY_MB = 1024;

const TOO_LARGE = 'Reading it takes more memory than any file of the exchange.';

/** A file whose import went beyond its bounds. */
const refusedWhole = (path: string, sentence: string): ImportOutcome => ({
  line: `${basename(path)}: refused (UNREADABLE). ${sentence}`,
  day: null,
  refused: { code: 'UNREADABLE', sentence },
});

export async function importInto(place: Place, path: string, read: (path: string) => AsyncIterable<ReadFile> = readFiles): Promise<readonly ImportOutcome[]> {
  const { files } = await importFiles(storesIn(place), [path], { read });
  return files.map((file) => ({
    line: fileLine(file),
    day: isRefused(file) ? null : file.day,
    refused: isRefused(file) ? { code: file.code, sentence: file.refused } : null,
  }));
}

/**
 * Imports in a thread with a connection of its own, bounded in time and memory: a day of F&O is a second of work that requests must not wait for.
 * The embedded database has one process and one connection, so there only the reading is done elsewhere, and what was read is stored from here.
 */
export function createImport(platform: Place, place: DatabasePlace): ImportFile {
  if (place.kind !== 'postgres') return (path) => importInto(platform, path, readApart);
  return (path) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./import-file.worker.ts', import.meta.url), {
        workerData: { path },
        resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
      });
      const timer = setTimeout(() => {
        resolve([refusedWhole(path, `Its import took longer than ${LONGEST_MS / 60_000} minutes: import what is in it in parts.`)]);
        void worker.terminate();
      }, LONGEST_MS);
      const end = (settle: () => void): void => {
        clearTimeout(timer);
        settle();
      };
      worker.once('message', (files: readonly ImportOutcome[]) => end(() => resolve(files)));
      worker.once('error', (error) =>
        // Anything else than memory is the server's doing, and passes: the file is tried again.
        end(() => ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve([refusedWhole(path, TOO_LARGE)]) : reject(error))),
      );
      worker.once('exit', (code) => end(() => reject(new Error(`The import ended with code ${code}.`))));
    });
}
