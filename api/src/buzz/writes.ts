import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { Fail } from '../platform/platform.ts';
import type { CheckPublicText } from './check-text.ts';
import type { BuzzDb, PostRow, RefusedTextRow } from './tables.ts';

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

/**
 * The refusal of a text: its kind is the path of the first problem, as with messages of chats. Behind a tip stands what was recognised, by
 * the names of a draft call: `tip.symbol`, `tip.call_type`, `tip.target` …
 */
function blockedFail(kind: string, sentence: string, tip: object = {}): Fail {
  const said = Object.entries(tip).flatMap(([name, value]) => (value === null ? [] : [{ path: `tip.${name}`, message: String(value) }]));
  return new Fail('BUZZ_BLOCKED', { validation: sentence, problems: [{ path: kind, message: sentence }, ...said] });
}

/** The answer that the wish had before; null where it is new. Throws where the id names something else, or a refused text, with what `check` finds in it. */
export async function targetOf(db: BuzzDb, { user_id, client_id, digest }: Wish, check?: CheckPublicText): Promise<string | null> {
  const kept = await db.selectFrom('buzz_writes').selectAll().where('user_id', '=', user_id).where('client_id', '=', client_id).executeTakeFirst();
  if (kept) {
    if (kept.digest !== digest) throw new Fail('BUZZ_ID_USED');
    return kept.target;
  }
  const blocked = await db.selectFrom('buzz_blocked').selectAll().where('author_id', '=', user_id).where('client_id', '=', client_id).executeTakeFirst();
  if (!blocked) return null;
  throw blocked.digest === digest ? blockedFail(blocked.kind, blocked.sentence, check?.(blocked.body)?.tip) : new Fail('BUZZ_ID_USED');
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
  await keepRefusedText(db, { user_id, client_id, digest }, found, body, at);
  throw blockedFail(found.kind, found.sentence, found.tip);
}

type Found = NonNullable<ReturnType<CheckPublicText>>;

/** Keeps a refused text for compliance. */
export async function keepRefusedText(db: BuzzDb, { user_id, client_id, digest }: Wish, { kind, sentence }: Found, body: string, at: Date): Promise<void> {
  await db
    .insertInto('buzz_blocked')
    .values({ author_id: user_id, client_id, digest, body, kind, sentence, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** One publication by the clock; numbers of posts have no `_`. */
export const dueWish = ({ id, author_id, scheduled_at, text }: Pick<PostRow, 'id' | 'author_id' | 'scheduled_at' | 'text'>): Wish =>
  wishOf(author_id, { client_id: `due_${id}_${scheduled_at!.getTime()}` }, text);

/** Why the guard kept these posts from being published when they were due, by their ids: the latest refusal of the text that still stands. */
export async function refusedWhenDue(
  db: BuzzDb,
  posts: readonly Pick<PostRow, 'id' | 'author_id' | 'status' | 'text'>[],
): Promise<Map<string, RefusedTextRow>> {
  const drafts = posts.filter(({ status }) => status === 'draft');
  if (drafts.length === 0) return new Map();
  const rows = await db
    .selectFrom('buzz_blocked')
    .selectAll()
    .where('author_id', 'in', [...new Set(drafts.map(({ author_id }) => author_id))])
    .where(sql<boolean>`client_id like 'due\\_%' and split_part(client_id, '_', 2) in (${sql.join(drafts.map(({ id }) => id))})`)
    .orderBy('at')
    .execute();
  const latest = new Map(rows.map((row) => [row.client_id.split('_')[1]!, row]));
  return new Map(drafts.flatMap(({ id, text }) => (latest.get(id)?.body === text ? [[id, latest.get(id)!] as const] : [])));
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
