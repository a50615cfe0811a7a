import { GENESIS, hashRoot, merkleRoot, ROOT_SLACK_MS, rootInstant } from '@vimarsh/shared/domain/calls/ledger.ts';
import { addDays, isTradingDay, istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Signer } from './signing-key.ts';
import type { LedgerDatabase, RootRow } from './tables.ts';

/** The first instant after `after` at which a daily root is due. */
export function nextRootAt(after: Date): Date {
  for (let day = istDay(after); ; day = addDays(day, 1)) {
    const at = new Date(rootInstant(day));
    if (at > after && isTradingDay(day)) return at;
  }
}

/** Whether something would be dated before a root that is signed: nobody could prove it. */
export const isBefore = (at: Date, root: Date): boolean => at.getTime() <= root.getTime() - ROOT_SLACK_MS;

/** The root of one trading date over the hashes appended since the previous root. */
export async function makeRoot(previous: RootRow | null, day: string, hashes: readonly string[], signer: Signer): Promise<RootRow> {
  const after_seq = previous?.last_seq ?? 0;
  const body = {
    trading_date: day,
    merkle_root: await merkleRoot(hashes),
    count: hashes.length,
    prev_root: previous ? await hashRoot(previous) : GENESIS,
  };
  return { ...body, after_seq, last_seq: after_seq + hashes.length, signature: signer.sign(await hashRoot(body)), published_at: new Date(rootInstant(day)) };
}

export const latestRoot = async (db: LedgerDatabase): Promise<RootRow | null> =>
  (await db.selectFrom('ledger_roots').selectAll().orderBy('trading_date', 'desc').limit(1).executeTakeFirst()) ?? null;

export async function hashesBetween(db: LedgerDatabase, after: number, until: number): Promise<string[]> {
  const rows = await db.selectFrom('call_events').select('hash').where('seq', '>', after).where('seq', '<=', until).orderBy('seq').execute();
  return rows.map((row) => row.hash);
}

/** Stores the root of a trading date over everything appended so far, once; false where it stands. The caller holds the ledger's lock; `seq` is its end. */
export async function storeRoot(tx: LedgerDatabase, day: string, seq: number, signer: Signer): Promise<boolean> {
  const previous = await latestRoot(tx);
  if (previous && previous.trading_date >= day) return false;
  const root = await makeRoot(previous, day, await hashesBetween(tx, previous?.last_seq ?? 0, seq), signer);
  await tx.insertInto('ledger_roots').values(root).execute();
  return true;
}
