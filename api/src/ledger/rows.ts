import { type Kysely, sql } from 'kysely';
import type { Database } from '../platform/platform.ts';
import { bodyOf } from './chain.ts';
import type { CallHead, ChainedEvent, Kind, NewEvent } from './kinds.ts';
import type { LedgerDatabase } from './tables.ts';

/** Rows of one kind while events are folded into them. */
export interface Folding {
  readonly rows: Map<string, CallHead>;
  add(event: ChainedEvent): void;
}

/** Starts empty: all events of the kind follow, in record order. */
export const foldAll = async (kind: Kind): Promise<Folding> => folding(kind, new Map(), await kind.context(null, []));

/** Starts with the stored rows of these events' calls. */
export async function foldOnto(tx: Database, kind: Kind, events: readonly NewEvent[]): Promise<Folding> {
  const rows = await readRows(tx, kind, [...new Set(events.map((event) => event.call_id))]);
  return folding(kind, new Map(rows.map((row) => [row.id, row])), await kind.context(tx, events));
}

const folding = (kind: Kind, rows: Map<string, CallHead>, context: unknown): Folding => ({
  rows,
  add(event) {
    const row = rows.get(event.call_id) ?? null;
    const state = kind.apply(row && kind.readState(row), event);
    rows.set(event.call_id, { ...kind.project(row, state, event, context), hash: event.hash, state: JSON.stringify(state) });
  },
});

const BATCH = 200;
type Tables = Record<string, CallHead>;
const tablesOf = (db: Database): Kysely<Tables> => db;

export const readRows = (db: Database, kind: Kind, ids: readonly string[]): Promise<CallHead[]> =>
  tablesOf(db)
    .selectFrom(kind.table)
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();

/** Rows of open calls in pages, ordered by id. */
export const readOpen = (db: Database, kind: Kind, after: string, limit: number): Promise<CallHead[]> =>
  tablesOf(db).selectFrom(kind.table).selectAll().where('is_open', '=', true).where('id', '>', after).orderBy('id').limit(limit).execute();

/** Market time up to which prices have judged calls; null before they did. */
export const judgedUntil = async (db: LedgerDatabase): Promise<Date | null> =>
  (await db.selectFrom('ledger_head').select('judged_until').executeTakeFirst())?.judged_until ?? null;

/** All events of a kind's calls on these stocks, in record order. */
export async function eventsOn(db: Database, kind: Kind, stocks: readonly string[]): Promise<ChainedEvent[]> {
  const { rows } = await sql<{ canonical: string; hash: string }>`
    select canonical, hash from call_events
    where call_id in (select id from ${sql.table(kind.table)} where stock = any(${stocks}::text[])) order by seq`.execute(db);
  return rows.map(bodyOf);
}

/** Writes rows in batches. Of an existing row, only these columns: what events may change, unless others are named. */
export async function writeRows(tx: Database, kind: Kind, rows: readonly CallHead[], columns = ['hash', 'state', ...kind.changes]): Promise<void> {
  const changed = columns.map((column) => [column, sql.ref(`excluded.${column}`)]);
  for (let at = 0; at < rows.length; at += BATCH) {
    await tablesOf(tx)
      .insertInto(kind.table)
      .values(rows.slice(at, at + BATCH))
      .onConflict((conflict) => conflict.column('id').doUpdateSet(Object.fromEntries(changed)))
      .execute();
  }
}
