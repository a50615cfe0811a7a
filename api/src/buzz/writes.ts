import { createHash } from 'node:crypto';
import { Fail } from '../platform/platform.ts';
import type { CheckPublicText } from './check-text.ts';
import type { BuzzDb } from './tables.ts';

/** One wish of a client: its own id, and the SHA-256 of what it sent under it. */
export interface Wish {
  readonly user_id: string;
  readonly client_id: string;
  readonly digest: string;
}

export const wishOf = (user_id: string, { client_id, ...sent }: { readonly client_id: string }, what: string): Wish => ({
  user_id,
  client_id,
  digest: createHash('sha256')
    .update(JSON.stringify([what, sent]))
    .digest('hex'),
});

/** The refusal of a text: its kind is the path of the one problem, as with messages of chats. */
const blockedFail = (kind: string, sentence: string): Fail => new Fail('BUZZ_BLOCKED', { validation: sentence, problems: [{ path: kind, message: sentence }] });

/** What the wish was answered with; null where it is new. Throws where the id names something else, or a refused text. */
export async function targetOf(db: BuzzDb, { user_id, client_id, digest }: Wish): Promise<string | null> {
  const kept = await db.selectFrom('buzz_writes').selectAll().where('user_id', '=', user_id).where('client_id', '=', client_id).executeTakeFirst();
  if (kept) {
    if (kept.digest !== digest) throw new Fail('BUZZ_ID_USED');
    return kept.target;
  }
  const blocked = await db.selectFrom('buzz_blocked').selectAll().where('author_id', '=', user_id).where('client_id', '=', client_id).executeTakeFirst();
  if (!blocked) return null;
  throw blocked.digest === digest ? blockedFail(blocked.kind, blocked.sentence) : new Fail('BUZZ_ID_USED');
}

/** Within the transaction that keeps what was sent. Throws where the same id came twice at once and the other was first. */
export async function keepWrite(tx: BuzzDb, wish: Wish, target: string, at: Date): Promise<void> {
  await tx
    .insertInto('buzz_writes')
    .values({ ...wish, target, at })
    .execute();
}

/** Refuses a text that the guard does not let through, and keeps it for compliance: outside of a transaction, which the refusal would undo. */
export async function refuseGuarded(db: BuzzDb, check: CheckPublicText, { user_id, client_id, digest }: Wish, body: string, at: Date): Promise<void> {
  const found = check(body);
  if (!found) return;
  const { kind, sentence } = found;
  await db
    .insertInto('buzz_blocked')
    .values({ author_id: user_id, client_id, digest, body, kind, sentence, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  throw blockedFail(kind, sentence);
}

const isTaken = (error: unknown): boolean => error instanceof Error && (error as { code?: unknown }).code === '23505';

/** Runs `keep` for a wish once: what was kept before, or by the same wish at the same time, is answered as it was. */
export async function once(db: BuzzDb, wish: Wish, keep: () => Promise<string>): Promise<string> {
  try {
    return await keep();
  } catch (error) {
    const first = isTaken(error) ? await targetOf(db, wish) : null;
    if (first === null) throw error;
    return first;
  }
}
