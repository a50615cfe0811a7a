import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

/** Argon2id (the library's default), 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Behind everybody else on the processor, yet never without a share of it. */
const NICE = 10;

/** What to make: the hash of a password, or with `phc` whether it is the one that was hashed. */
export interface PasswordOrder {
  id: number;
  password: string;
  phc?: string;
}
export interface PasswordOutcome {
  id: number;
  result?: string | boolean;
  failed?: string;
}

// Only Linux has priorities of threads; elsewhere the whole server would step back.
if (process.platform === 'linux') setPriority(Math.max(getPriority(), NICE));

parentPort!.on('message', ({ id, password, phc }: PasswordOrder) => {
  let outcome: PasswordOutcome;
  try {
    outcome = { id, result: phc === undefined ? hashSync(password, COST) : verifySync(phc, password) };
  } catch (error) {
    outcome = { id, failed: error instanceof Error ? error.message : String(error) };
  }
  parentPort!.postMessage(outcome);
});
