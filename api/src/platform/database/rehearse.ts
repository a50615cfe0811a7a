import { sql } from 'kysely';
import type { OpenDatabase } from './database.types.ts';

type Transacting = Pick<OpenDatabase, 'db' | 'transaction'>;

/** Ends a rehearsal: the transaction is given up with all that was written in it. */
class Forget extends Error {}

/**
 * Does work on a database that forgets it: everything happens in one transaction, the work's own transactions are savepoints in it, and in
 * the end it is rolled back. What the work reads is what it would read had it been written. Returns what the work returned.
 */
export async function rehearse<T>(database: Transacting, work: (inside: Transacting) => Promise<T>): Promise<T> {
  const done: { result?: T } = {};
  try {
    await database.transaction(async (tx) => {
      done.result = await work({ db: tx, transaction: (own) => inSavepoint(tx, own) });
      throw new Forget();
    });
  } catch (error) {
    if (!(error instanceof Forget)) throw error;
  }
  return done.result as T;
}

async function inSavepoint<T>(tx: Transacting['db'], own: (tx: Transacting['db']) => Promise<T>): Promise<T> {
  await sql`savepoint rehearsed`.execute(tx);
  try {
    return await own(tx);
  } catch (error) {
    await sql`rollback to savepoint rehearsed`.execute(tx);
    throw error;
  } finally {
    await sql`release savepoint rehearsed`.execute(tx);
  }
}
