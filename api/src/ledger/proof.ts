import type { CallProof } from '@vimarsh/shared/contract/calls/types.ts';
import { merklePath } from '@vimarsh/shared/domain/calls/ledger.ts';
import { hashesBetween } from './roots.store.ts';
import type { EventRow, LedgerDatabase, RootRow } from './tables.ts';

/** Everything a reader needs to check one call: its events, their Merkle paths, and the roots from the first to the last of them. */
export async function prove(db: LedgerDatabase, events: readonly EventRow[], publicKey: string): Promise<CallProof> {
  const first = events[0]!;
  const last = events.at(-1)!;
  const roots = await db
    .selectFrom('ledger_roots')
    .selectAll()
    .where('last_seq', '>=', first.seq)
    .where('after_seq', '<', last.seq)
    .orderBy('trading_date')
    .execute();
  const leaves = new Map<string, string[]>();
  const proven: CallProof['events'] = [];
  for (const event of events) proven.push(await provenEvent(db, event, roots, leaves));
  return {
    call_id: first.call_id,
    expert_id: first.expert_id,
    events: proven,
    roots: roots.map(({ trading_date, merkle_root, count, prev_root, signature }) => ({ trading_date, merkle_root, count, prev_root, signature })),
    public_key: publicKey,
  };
}

async function provenEvent(
  db: LedgerDatabase,
  event: EventRow,
  roots: readonly RootRow[],
  leaves: Map<string, string[]>,
): Promise<CallProof['events'][number]> {
  const { n, canonical, prev_hash, hash, sig } = event;
  const root = roots.find((row) => event.seq > row.after_seq && event.seq <= row.last_seq);
  if (!root) return { n, canonical, prev_hash, hash, sig, root_date: null, merkle: [] };
  const day = root.trading_date;
  const hashes = leaves.get(day) ?? (await hashesBetween(db, root.after_seq, root.last_seq));
  leaves.set(day, hashes);
  return { n, canonical, prev_hash, hash, sig, root_date: day, merkle: await merklePath(hashes, event.seq - root.after_seq - 1) };
}
