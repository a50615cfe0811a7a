import { Worker } from 'node:worker_threads';
import { LineFault, type LineInstrument } from './price-line.ts';

const PATIENCE_MS = 60_000;
/**
 * The list of the NSE has some 80,000 rows with its contracts: 40 MB of text, and thrice that while it is read. The limit stands above whatever
 * the bounds of a list let through, since a parse of JSON that meets it would end the process and not the thread.
 */
const MOST_MEMORY_MB = 1536;

export interface ListsToRead {
  /** Files as they came, one an exchange. */
  readonly lists: readonly Uint8Array[];
  readonly ours: readonly LineInstrument[];
}

/** Keys by our symbols, or why there are none, in a sentence. */
export type KeysRead<Key> = ReadonlyMap<string, Key> | string;

/** Reads a broker's lists in a thread of its own: it takes a second of processor, which prices must not wait for. Throws LineFault. */
export function readLists<Key>(name: string, thread: URL, work: ListsToRead): Promise<ReadonlyMap<string, Key>> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(thread, { workerData: work, resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB } });
    const fail = (why = `${name}’s list of instruments does not have the documented form.`): void => reject(new LineFault(why));
    const timer = setTimeout(() => void worker.terminate(), PATIENCE_MS);
    worker.once('message', (read: KeysRead<Key>) => (typeof read === 'string' ? fail(read) : resolve(read)));
    worker.once('error', () => fail());
    worker.once('exit', () => {
      clearTimeout(timer);
      fail();
    });
  });
}
