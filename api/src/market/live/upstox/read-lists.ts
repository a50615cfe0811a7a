import { Worker } from 'node:worker_threads';
import { LineFault, type LineInstrument } from '../price-line.ts';

const PATIENCE_MS = 60_000;
/** The list of the NSE has some 80,000 rows with its contracts: 40 MB of text, and thrice that while it is read. */
const MOST_MEMORY_MB = 512;

export interface ListsToRead {
  /** Packed files, one an exchange. */
  readonly lists: readonly Uint8Array[];
  readonly ours: readonly LineInstrument[];
}

/** Keys by our symbols, read in a thread of its own: it takes a second of processor, which prices must not wait for. Throws LineFault. */
export function readLists(work: ListsToRead): Promise<ReadonlyMap<string, string>> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./read-lists.worker.ts', import.meta.url), {
      workerData: work,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
    });
    const fault = new LineFault('Upstox’s list of instruments does not have the documented form.');
    const timer = setTimeout(() => void worker.terminate(), PATIENCE_MS);
    worker.once('message', (keys: ReadonlyMap<string, string> | null) => (keys ? resolve(keys) : reject(fault)));
    worker.once('error', () => reject(fault));
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(fault);
    });
  });
}
