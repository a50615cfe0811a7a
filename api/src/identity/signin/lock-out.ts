import type { ErrorCode } from '@vimarsh/shared/contract/errors.ts';
import { Fail } from '../../platform/platform.ts';
import type { IdentityDb } from '../accounts/account.store.ts';
import { type Clock, SECOND } from '../clock.ts';
import { sha256 } from '../secrets.ts';
import type { Asker } from './asker.ts';
import { type Count, countAttempt, forgetAttempts, giveBack, LOCK_MS, lockCount, lockedUntil } from './password-attempts.store.ts';

export const PASSWORD_TRIES = 5;
/** What strangers of one wider network have together: more than one household's, and too little to close the name for all. */
export const NETWORK_TRIES = 10;
/** What all strangers to a name have together: it takes more than one of them to close it for the others. */
export const STRANGERS_TRIES = 25;

const lockedOut = (ms: number): Fail => new Fail('LOCKED_OUT', { retry_after: Math.max(1, Math.ceil(ms / SECOND)) });

/** The asker's own count of a name and, for strangers, the one they share. */
export type Counts = readonly [own: Count, ...shared: Count[]];

export function countsOf(partner_key: string, name: string, { counted_for, wide, stranger }: Asker): Counts {
  const count = (whose: string, most: number): Count => ({ partner_key, name_hash: sha256(whose), most });
  const own = count(`${name} ${counted_for}`, PASSWORD_TRIES);
  if (!stranger) return [own];
  return [own, ...(wide === null ? [] : [count(`${name} ${wide}`, NETWORK_TRIES)]), count(name, STRANGERS_TRIES)];
}

/**
 * Lets a secret be looked at as often as its counts allow, then locks what is full for 15 minutes, so that nobody guesses
 * it. `look` fails with the code `wrong` when the secret was wrong; how many tries are left is told with it.
 */
export async function withinTries<T>({ db, clock }: { db: IdentityDb; clock: Clock }, counts: Counts, wrong: ErrorCode, look: () => Promise<T>): Promise<T> {
  const left: number[] = [];
  // One after the other: what the own count refuses takes nothing from the shared ones, and what they refuse nothing from it.
  for (const [i, count] of counts.entries()) {
    const attempt = await countAttempt(db, count, clock());
    if (attempt === null) {
      for (const taken of counts.slice(0, i)) await giveBack(db, taken);
      const until = await lockedUntil(db, count);
      throw lockedOut(until ? until.getTime() - clock().getTime() : LOCK_MS);
    }
    left.push(count.most - attempt);
  }
  try {
    const seen = await look();
    const [own, ...shared] = counts;
    await forgetAttempts(db, own);
    for (const count of shared) await giveBack(db, count);
    return seen;
  } catch (error) {
    if (!(error instanceof Fail) || error.code !== wrong) throw error;
    const tries_left = Math.min(...left);
    if (tries_left > 0) throw new Fail(wrong, { ...error.options, tries_left });
    for (const [i, count] of counts.entries()) if (left[i] === 0) await lockCount(db, count, clock());
    throw lockedOut(LOCK_MS);
  }
}
