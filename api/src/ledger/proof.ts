import type { CallProof } from '@vimarsh/shared/contract/calls/types.ts';
import type { EventBody } from '@vimarsh/shared/domain/calls/ledger.ts';
import { LRUCache } from 'lru-cache';
import { DayTree } from './day-tree.ts';
import type { KeyRing } from './key-ring.ts';
import { latestHead } from './log/log.store.ts';
import { hashesBetween } from './roots.store.ts';
import type { EventRow, LedgerDatabase, RootRow } from './tables.ts';

/**
 * Everything a reader (null: a visitor) needs to check each of some calls: its events, their Merkle paths, and the roots from the first to
 * the last of them. Its author also gets where its events stand among all of theirs. Each call comes with all of its events; roots and the
 * log's head are read once for all calls.
 */
export async function prove(db: LedgerDatabase, calls: readonly (readonly EventRow[])[], keys: KeyRing, reader: string | null): Promise<CallProof[]> {
  if (calls.length === 0) return [];
  const firstSeq = Math.min(...calls.map((events) => events[0]!.seq));
  const lastSeq = Math.max(...calls.map((events) => events.at(-1)!.seq));
  const roots = await db
    .selectFrom('ledger_roots')
    .selectAll()
    .where('last_seq', '>=', firstSeq)
    .where('after_seq', '<', lastSeq)
    .orderBy('trading_date')
    .execute();
  const logged = (await latestHead(db))?.size ?? 0;
  const proofs: CallProof[] = [];
  for (const events of calls) {
    const first = events[0]!;
    const last = events.at(-1)!;
    const between = roots.filter(({ after_seq, last_seq }) => last_seq >= first.seq && after_seq < last.seq);
    const proven: CallProof['events'] = [];
    for (const event of events)
      proven.push({ ...textOf(event, keys, reader === first.expert_id), ...(await under(db, event, between)), ...inLog(event, logged, keys) });
    proofs.push({
      call_id: first.call_id,
      expert_id: first.expert_id,
      events: proven,
      roots: between.map(({ trading_date, merkle_root, count, prev_root, signature }) => ({ trading_date, merkle_root, count, prev_root, signature })),
      public_key: keys.current.publicKey,
      keys: keys.published(),
    });
  }
  return proofs;
}

function textOf({ seq, expert_id, n, canonical, prev_hash, hash, sig }: EventRow, keys: KeyRing, places: boolean) {
  const body = JSON.parse(canonical) as EventBody;
  const place = places && body.link !== undefined ? { n, prev_hash, salt: keys.at(seq).salt(expert_id, n) } : null;
  return { n: body.n, canonical, prev_hash: body.prev_hash, hash, sig, place };
}

/** Where an event stands in the log, once a head of it is signed, and the salt of its entry. */
const inLog = ({ seq }: EventRow, logged: number, keys: KeyRing): Pick<CallProof['events'][number], 'log'> =>
  seq <= logged ? { log: { index: seq - 1, salt: keys.at(seq).leafSalt(seq) } } : {};

async function under(db: LedgerDatabase, event: EventRow, roots: readonly RootRow[]): Promise<Pick<CallProof['events'][number], 'root_date' | 'merkle'>> {
  const root = roots.find((row) => event.seq > row.after_seq && event.seq <= row.last_seq);
  if (!root) return { root_date: null, merkle: [] };
  const tree = await treeOf(db, root);
  return { root_date: root.trading_date, merkle: tree.path(event.seq - root.after_seq - 1) };
}

/** Trees of days, by their root: a busy day has thousands of events, and is asked for again. */
const trees = new LRUCache<string, DayTree>({ maxSize: 32_000_000, sizeCalculation: ({ bytes }) => bytes + 1 });

async function treeOf(db: LedgerDatabase, { merkle_root, after_seq, last_seq }: RootRow): Promise<DayTree> {
  const held = trees.get(merkle_root);
  if (held) return held;
  const tree = new DayTree(await hashesBetween(db, after_seq, last_seq));
  if (tree.root === merkle_root) trees.set(merkle_root, tree);
  return tree;
}
