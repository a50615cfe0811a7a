import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { PageData } from '@vimarsh/shared/contract/page/types.ts';
import type { Environment } from '@vimarsh/shared/contract/partners/types.ts';
import type { Params } from '@vimarsh/shared/domain/routing/match.ts';
import { wordsOf } from '../../platform/text/error-words.ts';
import type { Drawing, DrawingAnswer } from './drawing.ts';

/** A page waits so long for its words; without them it is sent with its skeleton, and they are there for the next visitor, ms. */
const PATIENCE_MS = 300;
/** A drawing that takes longer is given up with its thread, ms: the thread has a limit of its own for each step. */
const LOST_MS = 10_000;
/** Drawings are as long as the page says the same. What it counts from now, such as the day before today, is never older than this, ms. */
const FRESH_MS = 60_000;
const MOST_KEPT = 300;
/** Drawings that wait: more would only be late. */
const MOST_WAITING = 12;
/** React and the screens take some 30 MB; what one drawing leaves is soon taken away. */
const MEMORY = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };
/** After a fault of the thread itself pages come without words for so long, ms. */
const REST_MS = 30_000;
/** A thread that nobody needed for so long gives its memory back; the next page starts another, ms. */
const IDLE_MS = 600_000;
/** Longer words are no words any more, in characters. */
const LONGEST = 400_000;

/** What a screen says before any script, for the page: `css` needs the page's nonce. */
export interface PageWords {
  readonly html: string;
  readonly css: string;
}

/** The page that is asked for. None of it tells who asks. */
export interface WordsOfPage {
  readonly page: string;
  readonly path: string;
  readonly params: Params;
  readonly title: string;
  readonly layout: 'frame' | 'bare';
  readonly brand: string;
  readonly environment: Environment | null;
  readonly first: PageData['first'];
}

interface Log {
  warn(detail: object, message: string): void;
}

/** The module's file for the server. */
export interface WordsFile {
  readonly file: string;
  readonly integrity: string;
}

export interface WordsOptions {
  readonly log: Log;
  readonly patience?: number;
  readonly now?: () => number;
}

export interface PortalWords {
  /** The words of a page, or null: they were late, or could not be drawn. Never rejects. */
  of(file: WordsFile, page: WordsOfPage): Promise<PageWords | null>;
  close(): Promise<void>;
}

/**
 * Draws the words of pages off the main thread, where the only work is to compare what a page depends on. One thread for all,
 * started by the first page that has words; each drawing is kept for as long as the page's answers are the same.
 */
export function createWords({ log, patience = PATIENCE_MS, now = Date.now }: WordsOptions): PortalWords {
  const kept = new Map<string, { readonly until: number; readonly words: Promise<PageWords | null> }>();
  const waiting = new Map<number, (drawn: DrawingAnswer) => void>();
  let worker: Worker | null = null;
  let restUntil = 0;
  let ids = 0;
  let idle: ReturnType<typeof setTimeout> | undefined;

  function thread(): Worker {
    if (worker) return worker;
    const started = new Worker(new URL('./words.worker.ts', import.meta.url), {
      env: {},
      resourceLimits: MEMORY,
    });
    started.unref();
    started.on('message', (drawn: DrawingAnswer) => waiting.get(drawn.id)?.(drawn));
    started.on('error', (error) => lose(started, wordsOf(error)));
    started.on('exit', () => lose(started, 'the thread ended'));
    worker = started;
    return started;
  }

  /** Whatever waits for a thread that is gone waits for nothing. */
  function lose(lost: Worker, why: string): void {
    if (worker !== lost) return;
    worker = null;
    restUntil = now() + REST_MS;
    log.warn({ why }, 'portal: no words of pages are drawn for a while');
    for (const [id, answer] of waiting) answer({ id, fault: why });
    void lost.terminate();
  }

  function end(): Promise<unknown> {
    clearTimeout(idle);
    const open = worker;
    worker = null;
    return open ? open.terminate() : Promise.resolve();
  }

  async function drawn({ file, integrity }: WordsFile, input: string): Promise<PageWords | null> {
    if (waiting.size >= MOST_WAITING || now() < restUntil) return null;
    const id = ++ids;
    const own = thread();
    clearTimeout(idle);
    const answer = await new Promise<DrawingAnswer>((resolve) => {
      const lost = setTimeout(() => lose(own, `a drawing took longer than ${LOST_MS} ms`), LOST_MS);
      lost.unref();
      waiting.set(id, (drawn) => {
        clearTimeout(lost);
        waiting.delete(id);
        resolve(drawn);
      });
      own.postMessage({ id, file, integrity, input } satisfies Drawing);
    });
    if (waiting.size === 0 && worker) idle = setTimeout(() => void end(), IDLE_MS).unref();
    if ('fault' in answer) {
      log.warn({ why: answer.fault, file }, 'portal: the words of a page could not be drawn');
      return null;
    }
    return readWords(answer.text);
  }

  return {
    async of(file, page) {
      const key = keyOf(file, page);
      const at = now();
      let entry = kept.get(key);
      if (!entry || entry.until < at) {
        kept.delete(key);
        if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value!);
        const words = drawn(file, JSON.stringify(page));
        entry = { until: at + FRESH_MS, words };
        kept.set(key, entry);
        // What could not be drawn now may be drawn for the next visitor.
        void words.then((found) => found === null && kept.get(key)?.words === words && kept.delete(key));
      }
      let late: ReturnType<typeof setTimeout> | undefined;
      const over = new Promise<null>((resolve) => {
        late = setTimeout(resolve, patience, null);
      });
      return Promise.race([entry.words, over]).finally(() => clearTimeout(late));
    },
    async close() {
      await end();
    },
  };
}

/** Everything that a drawing depends on. The moment at which an answer was made changes with every visit, and no word with it. */
function keyOf({ integrity }: WordsFile, page: WordsOfPage): string {
  const text = JSON.stringify(page, (name, value: unknown) => (name === 'as_of' || name === 'at' ? undefined : value));
  return createHash('sha256').update(integrity).update(text).digest('base64');
}

/** The file is checked by its hash; what it says still has to be what a page may hold. */
export function readWords(text: string): PageWords | null {
  if (text === '' || text.length > LONGEST) return null;
  const { html, css } = JSON.parse(text) as Partial<PageWords>;
  if (typeof html !== 'string' || typeof css !== 'string') return null;
  return /<\/?(script|style|iframe|main|body|html)\b/i.test(html) || css.includes('<') ? null : { html, css };
}
