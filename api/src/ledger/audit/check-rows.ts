import { isDeepStrictEqual } from 'node:util';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/platform.ts';
import { bodyOf } from '../chain.ts';
import type { CallHead, Kind, Kinds } from '../kinds.ts';
import { type Pace, rebuild } from '../record.store.ts';
import { type Folding, readRows } from '../rows.ts';
import { tablesOf } from '../tables.ts';
import { differs } from './record-differs.ts';

/** How often a row is read again that goes on while it is compared. */
const TRIES = 3;

/**
 * Compares the rows that lists and pages read with those that follow from the events: another outcome in a row would show a winner where
 * the record has a loss. Throws RecordDiffers.
 */
export async function checkRows(db: Database, kinds: Kinds, pace: Pace): Promise<void> {
  const { folds, read } = await rebuild(tablesOf(db), kinds, pace);
  for (const [name, folding] of folds) await checkKind(db, kinds.of(name), folding, read, pace);
}

async function checkKind(db: Database, kind: Kind, folding: Folding, read: number, { page, pause }: Pace): Promise<void> {
  const ids = [...folding.rows.keys()];
  for (let at = 0; at < ids.length; at += page, await pause()) {
    const own = ids.slice(at, at + page);
    const stored = new Map((await readRows(db, kind, own)).map((row) => [row.id, row]));
    for (const id of own) if (!isDeepStrictEqual(stored.get(id), folding.rows.get(id))) await checkAgain(db, kind, folding, id, read);
  }
  const [invented] = await (db as Kysely<Record<string, CallHead>>)
    .selectFrom(kind.table)
    .select('id')
    .where(sql<boolean>`not exists (select from call_events where call_id = ${sql.ref(`${kind.table}.id`)})`)
    .limit(1)
    .execute();
  if (invented) differs(`call ${invented.id} has a row and no event`);
}

/** The call may have gone on since its events were read: then they and the row are read again. */
async function checkAgain(db: Database, kind: Kind, folding: Folding, id: string, read: number): Promise<void> {
  let seen = read;
  for (let left = TRIES; left > 0; left -= 1) {
    const later = await tablesOf(db)
      .selectFrom('call_events')
      .select(['seq', 'canonical', 'hash'])
      .where('call_id', '=', id)
      .where('seq', '>', seen)
      .orderBy('seq')
      .execute();
    for (const event of later) folding.add(bodyOf(event));
    seen = later.at(-1)?.seq ?? seen;
    const [row] = await readRows(db, kind, [id]);
    if (isDeepStrictEqual(row, folding.rows.get(id))) return;
  }
  differs(`the row of call ${id} shows another thing than its events give`);
}
