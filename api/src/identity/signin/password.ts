import { randomBytes } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { Fail } from '../../platform/http/fail.ts';
import type { PasswordOrder, PasswordOutcome } from './password.worker.ts';

export interface Passwords {
  hash(password: string): Promise<string>;
  /** `phc` null: nobody of that name; spends the same time and answers false. */
  verify(phc: string | null, password: string): Promise<boolean>;
}

/** Who would wait behind more than this many others is asked to come back instead: about a second of hashing. */
const MOST_WAITING = 64;

/**
 * Argon2id in one thread that steps back for all others, so that a storm of sign-ins leaves the processor to who only
 * reads. Fails with RETRY when the queue is full.
 */
export function createPasswords(mostWaiting = MOST_WAITING): Passwords {
  let underWay = 0;
  async function enter<T>(work: () => Promise<T>): Promise<T> {
    if (underWay > mostWaiting) throw new Fail('RETRY', { retry_after: 2 });
    underWay += 1;
    try {
      return await work();
    } finally {
      underWay -= 1;
    }
  }
  const hash = (password: string) => make({ password }) as Promise<string>;
  const nobody = hash(randomBytes(18).toString('base64url'));
  // Told to whoever asks for it.
  nobody.catch(() => undefined);
  return {
    hash: (password) => enter(() => hash(password)),
    verify: (phc, password) =>
      enter(async () => {
        const right = await make({ password, phc: phc ?? (await nobody) });
        return right === true && phc !== null;
      }),
  };
}

interface Waiting {
  resolve(result: string | boolean): void;
  reject(error: Error): void;
}

/** One for the process, started when first needed; it keeps nobody from ending. */
let thread: { worker: Worker; waiting: Map<number, Waiting> } | null = null;
let lastId = 0;

function make(order: Omit<PasswordOrder, 'id'>): Promise<string | boolean> {
  thread ??= startThread();
  const { worker, waiting } = thread;
  const id = ++lastId;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker.ref();
    worker.postMessage({ id, ...order } satisfies PasswordOrder);
  });
}

function startThread(): NonNullable<typeof thread> {
  const worker = new Worker(new URL('./password.worker.ts', import.meta.url));
  const waiting = new Map<number, Waiting>();
  worker.on('message', ({ id, result, failed }: PasswordOutcome) => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) worker.unref();
    if (result === undefined) one?.reject(new Error(`A password could not be hashed: ${failed}`));
    else one?.resolve(result);
  });
  const gone = (error?: unknown): void => {
    if (thread?.worker === worker) thread = null;
    for (const { reject } of waiting.values()) reject(new Error('The thread that hashes passwords ended', { cause: error }));
    waiting.clear();
  };
  worker.on('error', gone);
  worker.on('exit', () => gone());
  return { worker, waiting };
}
