import type { CallProof } from '@vimarsh/shared/contract/calls.contract.ts';
import { addDays, isTradingDay, istDay, istInstant } from '@vimarsh/shared/domain/calendar.ts';
import { GENESIS, hashRoot, merklePath, merkleRoot } from '@vimarsh/shared/domain/ledger.ts';
import type { CallsDatabase, EventRow, RootRow } from './calls.tables.ts';
import type { Signer } from './signing-key.ts';

/** IST time of day at which a trading date's root is made. */
const ROOT_TIME = '18:45';

/** The first instant after `after` at which a daily root is due. */
export function nextRootAt(after: Date): Date {
  for (let day = istDay(after); ; day = addDays(day, 1)) {
    const at = istInstant(day, ROOT_TIME);
    if (at > after && isTradingDay(day)) return at;
  }
}

/** The root of one trading date over the hashes appended since the root before. */
export async function makeRoot(previous: RootRow | null, day: string, hashes: readonly string[], signer: Signer): Promise<RootRow> {
  const after_seq = previous?.last_seq ?? 0;
  const body = {
    trading_date: day,
    merkle_root: await merkleRoot(hashes),
    count: hashes.length,
    prev_root: previous ? await hashRoot(previous) : GENESIS,
  };
  return { ...body, after_seq, last_seq: after_seq + hashes.length, signature: signer.sign(await hashRoot(body)), published_at: istInstant(day, ROOT_TIME) };
}

export const latestRoot = async (db: CallsDatabase): Promise<RootRow | null> =>
  (await db.selectFrom('ledger_roots').selectAll().orderBy('trading_date', 'desc').limit(1).executeTakeFirst()) ?? null;

async function hashesBetween(db: CallsDatabase, after: number, until: number): Promise<string[]> {
  const rows = await db.selectFrom('call_events').select('hash').where('seq', '>', after).where('seq', '<=', until).orderBy('seq').execute();
  return rows.map((row) => row.hash);
}

/** Stores the root of a trading date over everything appended so far, once. The caller holds the ledger's lock; `seq` is its end. */
export async function storeRoot(tx: CallsDatabase, day: string, seq: number, signer: Signer): Promise<void> {
  const previous = await latestRoot(tx);
  if (previous && previous.trading_date >= day) return;
  const root = await makeRoot(previous, day, await hashesBetween(tx, previous?.last_seq ?? 0, seq), signer);
  await tx.insertInto('ledger_roots').values(root).execute();
}

/** Everything a reader needs to check one call: its events, their Merkle paths, and the roots from the first to the last of them. */
export async function proofOf(db: CallsDatabase, callId: string, publicKey: string): Promise<CallProof | null> {
  const events = await db.selectFrom('call_events').selectAll().where('call_id', '=', callId).orderBy('seq').execute();
  const [first] = events;
  if (!first) return null;
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
    call_id: callId,
    expert_id: first.expert_id,
    events: proven,
    roots: roots.map(({ trading_date, merkle_root, count, prev_root, signature }) => ({ trading_date, merkle_root, count, prev_root, signature })),
    public_key: publicKey,
  };
}

async function provenEvent(db: CallsDatabase, event: EventRow, roots: readonly RootRow[], leaves: Map<string, string[]>): Promise<CallProof['events'][number]> {
  const { n, canonical, prev_hash, hash, sig } = event;
  const root = roots.find((row) => event.seq > row.after_seq && event.seq <= row.last_seq);
  if (!root) return { n, canonical, prev_hash, hash, sig, root_date: null, merkle: [] };
  const day = root.trading_date;
  const hashes = leaves.get(day) ?? (await hashesBetween(db, root.after_seq, root.last_seq));
  leaves.set(day, hashes);
  return { n, canonical, prev_hash, hash, sig, root_date: day, merkle: await merklePath(hashes, event.seq - root.after_seq - 1) };
}
