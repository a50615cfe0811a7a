import type { WitnessReport } from '@vimarsh/shared/contract/calls/witnesses.ts';
import { cosignedAt, readCheckpoint, readWitnessKey } from '@vimarsh/shared/domain/log/checkpoint.ts';
import { differs } from '../audit/record-differs.ts';
import type { HeadRow, LedgerDatabase } from '../tables.ts';
import type { WitnessSetting } from './witness-settings.ts';

/** The largest size a witness co-signed, as far as this server was told; 0 for none. */
export async function lastSize(db: LedgerDatabase, { key }: WitnessSetting): Promise<number> {
  const row = await db.selectFrom('log_cosignatures').select('size').where('witness', '=', key).orderBy('size', 'desc').limit(1).executeTakeFirst();
  return row?.size ?? 0;
}

export const storeCosignature = async (db: LedgerDatabase, { key }: WitnessSetting, size: number, line: string, at: Date): Promise<void> =>
  void (await db
    .insertInto('log_cosignatures')
    .values({ size, witness: key, line, cosigned_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute());

/** False where the same was refused before. */
export async function storeRefusal(db: LedgerDatabase, { key }: WitnessSetting, { size, root }: HeadRow, why: string): Promise<boolean> {
  const [row] = await db
    .insertInto('log_refusals')
    .values({ witness: key, size, root, why })
    .onConflict((conflict) => conflict.doNothing())
    .returning('size')
    .execute();
  return row !== undefined;
}

/** The lines of these witnesses for a head. */
export async function linesFor(db: LedgerDatabase, size: number, witnesses: readonly WitnessSetting[]): Promise<string> {
  if (witnesses.length === 0) return '';
  const rows = await db.selectFrom('log_cosignatures').select(['witness', 'line']).where('size', '=', size).execute();
  return witnesses.map(({ key }) => rows.find((row) => row.witness === key)?.line ?? '').join('');
}

/** What is known of a witness. */
export async function reportOf(db: LedgerDatabase, { name, key }: WitnessSetting, head: HeadRow | null): Promise<WitnessReport> {
  const own = db.selectFrom('log_cosignatures').selectAll().where('witness', '=', key);
  const [first, last, refusal] = await Promise.all([
    own.orderBy('size').limit(1).executeTakeFirst(),
    own.orderBy('size', 'desc').limit(1).executeTakeFirst(),
    db.selectFrom('log_refusals').selectAll().where('witness', '=', key).orderBy('refused_at', 'desc').limit(1).executeTakeFirst(),
  ]);
  // A witness co-signs only what begins with all it saw before.
  const settled =
    refusal && (await own.where('stored_at', '>', refusal.refused_at).where('size', '>=', refusal.size).orderBy('size').limit(1).executeTakeFirst());
  const refuses = refusal !== undefined && !settled && head !== null && refusal.size === head.size && refusal.root === head.root;
  return {
    name,
    key,
    since: first?.cosigned_at.toISOString() ?? null,
    last: last ? { size: last.size, at: last.cosigned_at.toISOString() } : null,
    refusal: refusal
      ? {
          ...{ size: refusal.size, at: refusal.refused_at.toISOString(), why: refusal.why },
          settled: settled ? { size: settled.size, at: settled.cosigned_at.toISOString() } : null,
        }
      : null,
    state: refuses ? 'refuses' : head !== null && last?.size === head.size ? 'cosigned' : 'waits',
  };
}

/** Each witness's latest co-signature must be for a head that is still there. Throws RecordDiffers. */
export async function checkCosigned(db: LedgerDatabase, witnesses: readonly WitnessSetting[]): Promise<void> {
  for (const witness of witnesses) {
    const size = await lastSize(db, witness);
    if (size === 0) continue;
    const head = await db.selectFrom('log_heads').select('note').where('size', '=', size).executeTakeFirst();
    const cosigned = head && readCheckpoint(`${head.note}${await linesFor(db, size, [witness])}`);
    const known = await readWitnessKey(witness.key);
    if (!cosigned || !known || !(await cosignedAt(cosigned, known)))
      differs(`it has not the head of ${size} events that the witness ${witness.name} co-signed`);
  }
}
