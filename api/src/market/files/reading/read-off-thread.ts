import { basename } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { joined, type Piece } from './pieces.ts';
import type { ReadFile } from './read-files.ts';

/** A year of F&O in one archive takes a minute or two to read. */
const LONGEST_MS = 5 * 60_000;
/** The largest of a day's files, that of F&O, takes a second or two. */
const LONGEST_FILE_MS = 60_000;
const MOST_MEMORY_MB = 1024;

export interface ReadingLimits {
  /** For the file with all that is in it; the time in which its rows are stored does not count. */
  readonly longestMs?: number;
  /** For each of those in it. A file is handed over once it is read, so its time is that of its first piece. */
  readonly longestFileMs?: number;
  readonly memoryMb?: number;
}

/**
 * Reads a file in a thread of its own, bounded in time and memory, and hands it over piece by piece: what a stranger has made of a file keeps no
 * request waiting. A file that goes beyond the bounds is refused.
 */
export async function* readOffThread(
  path: string,
  { longestMs = LONGEST_MS, longestFileMs = LONGEST_FILE_MS, memoryMb = MOST_MEMORY_MB }: ReadingLimits = {},
): AsyncGenerator<ReadFile> {
  const worker = new Worker(new URL('./read-files.worker.ts', import.meta.url), {
    workerData: { path },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  let left = longestMs;
  const ask = async (): Promise<Piece> => {
    const begun = performance.now();
    try {
      return await answerOf(worker, Math.min(left, longestFileMs));
    } finally {
      left -= performance.now() - begun;
    }
  };
  async function* pieces(): AsyncGenerator<Piece> {
    for (let piece = await ask(); ; piece = await ask()) {
      yield piece;
      if ('end' in piece) return;
      await nextTurn();
    }
  }
  try {
    yield* joined(pieces());
  } catch (error) {
    if (!(error instanceof ReadingEnded)) throw error;
    yield { name: basename(path), code: 'UNREADABLE', refused: error.message };
  } finally {
    await worker.terminate();
  }
}

/** Reading went beyond its bounds, or ended for a reason of its own. */
class ReadingEnded extends Error {}

/** The next piece that a reading thread has. */
function answerOf(worker: Worker, patienceMs: number): Promise<Piece> {
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => settle(() => reject(new ReadingEnded(why)));
    const answered = (piece: Piece): void => settle(() => resolve(piece));
    const failed = (error: unknown): void => fail(faultOf(error));
    const exited = (): void => fail('Reading it ended without a word.');
    const timer = setTimeout(() => fail('Reading it takes too long: import what is in it in parts.'), Math.max(0, patienceMs));
    function settle(end: () => void): void {
      clearTimeout(timer);
      worker.off('message', answered).off('error', failed).off('exit', exited);
      end();
    }
    worker.on('message', answered).on('error', failed).on('exit', exited);
    worker.postMessage(null);
  });
}

const faultOf = (error: unknown): string =>
  (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'Reading it takes more memory than any file of the exchange.' : 'Reading it failed.';
