import type { ErrorCode } from '@vimarsh/shared/contract/errors.ts';
import { Fail } from '../platform/platform.ts';
import type { Db } from './account.store.ts';
import { type Clock, SECOND } from './clock.ts';
import { countAttempt, forgetAttempts, LOCK_MS, lockedUntil, lockName, type Name, PASSWORD_TRIES } from './password-attempts.store.ts';

const lockedOut = (ms: number): Fail => new Fail('LOCKED_OUT', { retry_after: Math.max(1, Math.ceil(ms / SECOND)) });

/**
 * Lets a secret be looked at five times in a row, then locks the name for 15 minutes, so that nobody guesses it. `look`
 * fails with the code `wrong` when the secret was wrong; how many tries are left is told with it.
 */
export async function withinTries<T>({ db, clock }: { db: Db; clock: Clock }, name: Name, wrong: ErrorCode, look: () => Promise<T>): Promise<T> {
  const attempt = await countAttempt(db, name, clock());
  if (attempt === null) {
    const until = await lockedUntil(db, name);
    throw lockedOut(until ? until.getTime() - clock().getTime() : LOCK_MS);
  }
  try {
    const seen = await look();
    await forgetAttempts(db, name);
    return seen;
  } catch (error) {
    if (!(error instanceof Fail) || error.code !== wrong) throw error;
    if (attempt < PASSWORD_TRIES) throw new Fail(wrong, { ...error.options, tries_left: PASSWORD_TRIES - attempt });
    await lockName(db, name, clock());
    throw lockedOut(LOCK_MS);
  }
}
