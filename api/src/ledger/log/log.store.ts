import { sql } from 'kysely';
import type { KeyRing } from '../key-ring.ts';
import type { Signer } from '../signing-key.ts';
import type { HeadRow, LedgerDatabase } from '../tables.ts';
import { checkpoint } from './checkpoint.ts';
import { edgesOf, HASH, leafHash, Tree } from './tree.ts';

const PAGE = 1000;

/**
 * The entry of an event: its hash and 16 bytes that only its readers are given, so that nobody finds a level by trying texts until one has
 * the hash in the log.
 */
export const leafOf = (signer: Pick<Signer, 'leafSalt'>, seq: number, hash: string): Buffer =>
  leafHash(Buffer.concat([Buffer.from(hash, 'hex'), Buffer.from(signer.leafSalt(seq), 'hex')]));

export const latestHead = async (db: LedgerDatabase): Promise<HeadRow | null> =>
  (await db.selectFrom('log_heads').selectAll().orderBy('size', 'desc').limit(1).executeTakeFirst()) ?? null;

/** The hashes of a tile within the signed tree; null where it is none. */
export async function tileOf(db: LedgerDatabase, level: number, n: number, width: number): Promise<Buffer | null> {
  const row = await db.selectFrom('log_tiles').select('hashes').where('level', '=', level).where('n', '=', n).executeTakeFirst();
  if (!row || row.hashes.length < width * HASH) return null;
  return Buffer.from(row.hashes).subarray(0, width * HASH);
}

/** Heads that one statement stores. */
const HEADS_PER_INSERT = 200;

/**
 * Takes events into the log and signs its head at each of some sizes, the least first; sizes that have a head are passed over. The caller holds
 * the record's lock, so that no two heads of one size are signed. Heads follow the daily roots: one a minute would tell strangers the minute in
 * which a paid call appears.
 */
export async function growLog(tx: LedgerDatabase, sizes: readonly number[], origin: string, keys: KeyRing): Promise<void> {
  const last = await latestHead(tx);
  const name = last ? logOrigin(last.note) : origin;
  const due = [...new Set(sizes)].filter((size) => size > (last?.size ?? 0));
  if (due.length === 0) return;
  const tree = await openTree(tx, last?.size ?? 0);
  const until = due.at(-1)!;
  const heads: HeadRow[] = [];
  const signed_at = new Date();
  while (tree.size < until) {
    const events = await tx
      .selectFrom('call_events')
      .select(['seq', 'hash'])
      .where('seq', '>', tree.size)
      .where('seq', '<=', until)
      .orderBy('seq')
      .limit(PAGE)
      .execute();
    if (events[0]?.seq !== tree.size + 1) throw new Error(`The record has no event ${tree.size + 1}`);
    for (const { seq, hash } of events) {
      tree.append(leafOf(keys.at(seq), seq, hash));
      if (tree.size !== due[heads.length]) continue;
      const root = tree.root();
      heads.push({ size: tree.size, root: root.toString('hex'), note: checkpoint(name, { size: tree.size, root }, keys.current), signed_at });
    }
  }
  await tx
    .insertInto('log_tiles')
    .values(tree.changed().map(({ hashes, ...place }) => ({ ...place, hashes: Buffer.concat(hashes) })))
    .onConflict((conflict) => conflict.columns(['level', 'n']).doUpdateSet({ hashes: sql`excluded.hashes` }))
    .execute();
  for (let at = 0; at < heads.length; at += HEADS_PER_INSERT)
    await tx
      .insertInto('log_heads')
      .values(heads.slice(at, at + HEADS_PER_INSERT))
      .execute();
}

/** A log keeps the name it was begun with. */
export const logOrigin = (note: string): string => note.slice(0, note.indexOf('\n'));

/** The tree of a signed size, from the log's tiles. */
export async function openTree(db: LedgerDatabase, size: number): Promise<Tree> {
  const edge: Buffer[][] = [];
  for (const { level, n, width } of edgesOf(size)) {
    const bytes = width > 0 ? await tileOf(db, level, n, width) : Buffer.alloc(0);
    if (!bytes) throw new Error(`The log has no tile ${level}/${n}`);
    edge.push(Array.from({ length: width }, (_, at) => bytes.subarray(at * HASH, (at + 1) * HASH)));
  }
  return new Tree(size, edge);
}
