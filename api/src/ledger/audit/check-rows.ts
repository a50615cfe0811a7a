import { isDeepStrictEqual } from 'node:util';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/platform.ts';
import { bodyOf } from '../chain.ts';
import type { CallHead, Kind, Kinds } from '../kinds.ts';
import type { Pace } from '../record.store.ts';
import { type Folding, foldAll, readRows } from '../rows.ts';
import { type EventRow, recordTables } from '../tables.ts';
import { endOfRecord } from './end-of-record.ts';
import { differs } from './record-differs.ts';

/** How often a row is read again that goes on while it is compared. */
const TRIES = 3;

type Published = Pick<EventRow, 'seq' | 'kind' | 'call_id'>;

/**
 * Compares the rows that lists and pages read with those that follow from the events: another outcome in a row would show a winner where
 * the record has a loss. Calls are compared in the order of their publications, so many at once, and forgotten then: of the record before
 * them only what a kind knows of other calls stays in memory. Throws RecordDiffers.
 */
export async function checkRows(db: Database, kinds: Kinds, { page, pause, turn }: Pace): Promise<void> {
  // The end first: what is published while this reads is another check's.
  const { seq: until } = await endOfRecord(recordTables(db));
  const folds = new Map<string, Folding>();
  for (const kind of kinds.all()) folds.set(kind.name, await foldAll(kind));
  let last = 0;
  for (let more = true; more; await pause()) {
    const calls = await recordTables(db)
      .selectFrom('call_events')
      .select(['seq', 'kind', 'call_id'])
      .where('type', 'in', kinds.openings())
      .where('seq', '>', last)
      .where('seq', '<=', until)
      .orderBy('seq')
      .limit(page)
      .execute();
    if (calls.length > 0) await checkCalls(db, kinds, folds, calls, turn);
    last = calls.at(-1)?.seq ?? last;
    more = calls.length === page;
  }
  for (const kind of kinds.all()) await checkInvented(db, kind);
}

async function checkCalls(db: Database, kinds: Kinds, folds: ReadonlyMap<string, Folding>, calls: readonly Published[], turn: Pace['turn']): Promise<void> {
  const ids = calls.map(({ call_id }) => call_id);
  const events = await recordTables(db)
    .selectFrom('call_events')
    .select(['seq', 'kind', 'call_id', 'canonical', 'hash'])
    .where('call_id', 'in', ids)
    .orderBy('seq')
    .execute();
  const read = new Map<string, number>();
  for (const event of events) {
    folds.get(kinds.of(event.kind).name)!.add(bodyOf(event));
    read.set(event.call_id, event.seq);
    await turn?.();
  }
  for (const [name, own] of Map.groupBy(calls, ({ kind }) => kind)) {
    const kind = kinds.of(name);
    const folding = folds.get(name)!;
    const rows = await readRows(
      db,
      kind,
      own.map(({ call_id }) => call_id),
    );
    const stored = new Map(rows.map((row) => [row.id, row]));
    for (const { call_id: id } of own) {
      if (!isDeepStrictEqual(stored.get(id), folding.rows.get(id))) await checkAgain(db, kind, folding, id, read.get(id)!);
      await turn?.();
    }
    folding.rows.clear();
  }
}

async function checkInvented(db: Kysely<Record<string, CallHead>>, kind: Kind): Promise<void> {
  const [invented] = await db
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
    const later = await recordTables(db)
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
