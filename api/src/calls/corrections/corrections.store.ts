import type { Correction, Proposed } from '@vimarsh/shared/contract/corrections/types.ts';
import { sql } from 'kysely';
import type { Database } from '../../platform/platform.ts';
import { type CallsDatabase, type CorrectionRow, callTables } from '../tables.ts';
import type { CorrectedCall } from './correctable.ts';

const WAITING = 100;
const DECIDED = 20;

/** Those that wait, the oldest first, and the latest decided. */
export async function listed(db: CallsDatabase): Promise<CorrectionRow[]> {
  const all = db.selectFrom('call_corrections').selectAll();
  const waiting = await all.where('state', '=', 'waiting').orderBy('proposed_at').limit(WAITING).execute();
  const decided = await all.where('state', '<>', 'waiting').orderBy('decided_at', 'desc').limit(DECIDED).execute();
  return [...waiting, ...decided];
}

export const correctionOf = async (db: CallsDatabase, id: string): Promise<CorrectionRow | null> =>
  (await db.selectFrom('call_corrections').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;

export const proposedWith = async (db: CallsDatabase, proposed_by: string, cid: string): Promise<CorrectionRow | null> =>
  (await db.selectFrom('call_corrections').selectAll().where('proposed_by', '=', proposed_by).where('cid', '=', cid).executeTakeFirst()) ?? null;

/** Whether this one was still to be decided; then it is. */
export async function settleCorrection(tx: Database, id: string, decided_by: string, state: 'approved' | 'refused', at: Date): Promise<boolean> {
  const { numUpdatedRows } = await callTables(tx)
    .updateTable('call_corrections')
    .set({ state, decided_by, decided_at: at })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where(sql<boolean>`proposed_by <> ${decided_by}`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** A correction in the contract's form, for an admin. */
export function viewCorrection(row: CorrectionRow, { stock, call_type, strategy }: CorrectedCall, reader: string): Correction {
  return {
    ...(JSON.parse(row.proposal) as Proposed),
    id: row.id,
    stock,
    call_type,
    strategy,
    event_type: row.event_type as Correction['event_type'],
    before: JSON.parse(row.before) as Correction['before'],
    after: JSON.parse(row.after) as Correction['after'],
    mine: row.proposed_by === reader,
    proposed_at: row.proposed_at.toISOString(),
    state: row.state,
    decided_at: row.decided_at?.toISOString() ?? null,
    ...(row.late_action !== null && { late_action: JSON.parse(row.late_action) as Correction['late_action'] }),
  };
}
