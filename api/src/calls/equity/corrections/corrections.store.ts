import type { Correction, Proposed } from '@vimarsh/shared/contract/corrections/types.ts';
import { sql } from 'kysely';
import type { Database } from '../../../platform/platform.ts';
import { type CallRow, type CorrectionRow, type EquityDatabase, equityTables } from '../tables.ts';

const WAITING_CALLS = 100;
const DECIDED = 20;

/** Open calls that prices can't judge, the longest waiting first. */
export const waitingCalls = (db: EquityDatabase): Promise<CallRow[]> =>
  db
    .selectFrom('calls')
    .selectAll()
    .where((eb) => eb('is_open', '=', eb.lit(true)))
    .where('state', 'like', '%"not_judgeable":{%')
    .orderBy('published_at')
    .limit(WAITING_CALLS)
    .execute();

/** Those that wait, the oldest first, and the latest decided. */
export async function listed(db: EquityDatabase): Promise<CorrectionRow[]> {
  const all = db.selectFrom('call_corrections').selectAll();
  const waiting = await all.where('state', '=', 'waiting').orderBy('proposed_at').limit(WAITING_CALLS).execute();
  const decided = await all.where('state', '<>', 'waiting').orderBy('decided_at', 'desc').limit(DECIDED).execute();
  return [...waiting, ...decided];
}

export const correctionOf = async (db: EquityDatabase, id: string): Promise<CorrectionRow | null> =>
  (await db.selectFrom('call_corrections').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;

export const proposedWith = async (db: EquityDatabase, proposed_by: string, cid: string): Promise<CorrectionRow | null> =>
  (await db.selectFrom('call_corrections').selectAll().where('proposed_by', '=', proposed_by).where('cid', '=', cid).executeTakeFirst()) ?? null;

/** Whether this one was still to be decided; then it is. */
export async function settleCorrection(tx: Database, id: string, decided_by: string, state: 'approved' | 'refused', at: Date): Promise<boolean> {
  const { numUpdatedRows } = await equityTables(tx)
    .updateTable('call_corrections')
    .set({ state, decided_by, decided_at: at })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where(sql<boolean>`proposed_by <> ${decided_by}`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** A correction in the contract's form, for an admin. */
export function viewCorrection(row: CorrectionRow, { stock, call_type }: Pick<CallRow, 'stock' | 'call_type'>, reader: string): Correction {
  return {
    ...(JSON.parse(row.proposal) as Proposed),
    id: row.id,
    stock,
    call_type,
    event_type: row.event_type as Correction['event_type'],
    before: JSON.parse(row.before) as Correction['before'],
    after: JSON.parse(row.after) as Correction['after'],
    mine: row.proposed_by === reader,
    proposed_at: row.proposed_at.toISOString(),
    state: row.state,
    decided_at: row.decided_at?.toISOString() ?? null,
  };
}
