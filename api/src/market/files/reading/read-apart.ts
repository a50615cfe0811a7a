import { type ChildProcess, fork } from 'node:child_process';
import { basename } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { joined, type Piece } from './pieces.ts';
import type { ReadFile } from './read-files.ts';

/** A year of F&O in one archive takes a minute or two to read. */
const LONGEST_MS = 5 * 60_000;
/** The largest of a day's files, that of F&O, takes a second or two. */
const LONGEST_FILE_MS = 60_000;
const MOST_MEMORY_MB = 1024;
/** V8 aborts the process whose memory is used up. */
const OUT_OF_MEMORY = 'SIGABRT';
const TOO_LARGE = 'Reading it takes more memory than any file of the exchange.';
const PROCESS = fileURLToPath(new URL('./read-files.process.ts', import.meta.url));

export interface ReadingLimits {
  /** For the file with all that is in it; the time in which its rows are stored does not count. */
  readonly longestMs?: number;
  /** For each of those in it. A file is handed over once it is read, so its time is that of its first piece. */
  readonly longestFileMs?: number;
  readonly memoryMb?: number;
}

/** Warnings about what Node still tries out are nobody's to read here. */
const QUIET = '--disable-warning=ExperimentalWarning';

/**
 * Reads a file in a process of its own, bounded in time and memory, and hands it over piece by piece: what a stranger has made of a file keeps no
 * request waiting. A thread would share our process, which V8 now and then ends as a whole when a thread's memory runs out. A file that goes beyond the
 * bounds is refused.
 */
export async function* readApart(
  path: string,
  { longestMs = LONGEST_MS, longestFileMs = LONGEST_FILE_MS, memoryMb = MOST_MEMORY_MB }: ReadingLimits = {},
): AsyncGenerator<ReadFile> {
  const reader = fork(PROCESS, [path], {
    env: {},
    execArgv: [QUIET, `--max-old-space-size=${memoryMb}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let left = longestMs;
  const ask = async (): Promise<Piece> => {
    const begun = performance.now();
    try {
      return await answerOf(reader, Math.min(left, longestFileMs));
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
    reader.kill('SIGKILL');
  }
}

/** Reading went beyond its bounds, or ended for a reason of its own. */
class ReadingEnded extends Error {}

/** The next piece that a reading process has. */
function answerOf(reader: ChildProcess, patienceMs: number): Promise<Piece> {
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => settle(() => reject(new ReadingEnded(why)));
    const answered = (piece: unknown): void => settle(() => resolve(piece as Piece));
    const failed = (): void => fail('Reading it failed.');
    const exited = (_code: number | null, signal: string | null): void => fail(signal === OUT_OF_MEMORY ? TOO_LARGE : 'Reading it failed.');
    const timer = setTimeout(() => fail('Reading it takes too long: import what is in it in parts.'), Math.max(0, patienceMs));
    function settle(end: () => void): void {
      clearTimeout(timer);
      reader.off('message', answered).off('error', failed).off('exit', exited);
      end();
    }
    reader.on('message', answered).on('error', failed).on('exit', exited);
    // Whoever has ended says so by `exit`.
    reader.send({}, () => undefined);
  });
}
