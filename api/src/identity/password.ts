import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { Fail } from '../platform/fail.ts';

/** Argon2id (the library's default), 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export interface Passwords {
  hash(password: string): Promise<string>;
  /** `phc` null: nobody of that name; spends the same time and answers false. */
  verify(phc: string | null, password: string): Promise<boolean>;
}

/** Who would wait behind more than this many others is asked to come back instead: about two seconds of hashing. */
const MOST_WAITING = 64;

/**
 * Hashing happens on the library's threads, at most two at once, so that a storm of sign-ins leaves the event loop and
 * the other core to everybody else. Fails with RETRY when the queue is full.
 */
export function createPasswords(mostWaiting = MOST_WAITING): Passwords {
  const enter = queueOf(2, mostWaiting);
  const nobody = hash(randomBytes(18), COST);
  return {
    hash: (password) => enter(() => hash(password, COST)),
    verify: (phc, password) =>
      enter(async () => {
        const right = await verify(phc ?? (await nobody), password);
        return right && phc !== null;
      }),
  };
}

function queueOf(places: number, mostWaiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = places;
  return async (work) => {
    if (free > 0) free--;
    else if (waiting.length >= mostWaiting) throw new Fail('RETRY', { retry_after: 2 });
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
