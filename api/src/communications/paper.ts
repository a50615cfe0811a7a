import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { CONTINUED, writtenLines } from './entry-lines.ts';

export interface PaperWish {
  readonly title: string;
  /** At the foot of each page. */
  readonly foot: string;
  /** One for each entry, whatever line ends it has. */
  readonly lines: readonly string[];
}

export interface Paper {
  write(wish: PaperWish): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Shaping Hindi takes longer than anything else of an export, so a thread with bounded memory does it, as long as one export is made. */
export function openPaper(): Paper {
  const worker = new Worker(new URL('./pdf.worker.mjs', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: 256 } });
  worker.unref();
  const failed = once(worker, 'error').then(([error]) => {
    throw error;
  });
  // Also when nobody waits for a page.
  failed.catch(() => undefined);
  return {
    async write({ title, foot, lines }) {
      worker.ref();
      const answered = once(worker, 'message') as Promise<[{ bytes?: Uint8Array; error?: string }]>;
      worker.postMessage({ title, foot, entries: lines.map(writtenLines), continued: CONTINUED.trim() });
      const [{ bytes, error }] = await Promise.race([answered, failed]);
      worker.unref();
      if (!bytes) throw new Error(error);
      return bytes;
    },
    close: async () => void (await worker.terminate()),
  };
}
