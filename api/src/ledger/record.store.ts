import { sql } from 'kysely';
import type { Database } from '../platform/platform.ts';
import { bodyOf, chain, type Heads } from './chain.ts';
import type { CallHead, Kind, Kinds, NewEvent } from './kinds.ts';
import { type Folding, foldAll, foldOnto, writeRows } from './rows.ts';
import type { Signer } from './signing-key.ts';
import { type EventRow, type LedgerDatabase, recordTables } from './tables.ts';

/** A row that events updated, and its kind. */
export interface Carried {
  readonly kind: string;
  readonly row: CallHead;
}

interface Appended {
  readonly carried: Carried[];
  readonly stored: readonly EventRow[];
}

const BATCH = 200;

/**
 * Appends events to the record and updates the rows of their calls, all in the caller's transaction, which must hold the
 * record's lock; `seq` is the record's end. Returns the updated rows in the order of the events' calls, and the events as written.
 */
export async function append(tx: Database, kinds: Kinds, signer: Signer, seq: number, events: readonly NewEvent[]): Promise<Appended> {
  if (events.length === 0) return { carried: [], stored: [] };
  const experts = [...new Set(events.map((event) => event.expert_id))];
  const ends = await recordTables(tx).selectFrom('expert_chains').selectAll().where('expert_id', 'in', experts).execute();
  const heads: Heads = { seq, experts: new Map(ends.map(({ expert_id, ...end }) => [expert_id, end])), calls: await callEnds(tx, events) };
  const folds = new Map<string, Folding>();
  for (const [name, own] of Map.groupBy(events, (event) => event.kind)) folds.set(name, await foldOnto(tx, kinds.of(name), own));

  const stored: EventRow[] = [];
  for (const event of events) {
    const row = await chain(heads, kinds.of(event.kind), event, signer);
    stored.push(row);
    folds.get(event.kind)!.add(bodyOf(row));
  }
  for (const [name, { rows }] of folds) await writeRows(tx, kinds.of(name), [...rows.values()]);
  await writeEvents(tx, stored, heads);
  const kindOf = new Map(events.map((event) => [event.call_id, event.kind]));
  return { carried: [...kindOf].map(([id, kind]) => ({ kind, row: folds.get(kind)!.rows.get(id)! })), stored };
}

/** How many events the calls of these have, the hash of the last, and the latest time. */
async function callEnds(tx: LedgerDatabase, events: readonly NewEvent[]): Promise<Heads['calls']> {
  const ids = [...new Set(events.map((event) => event.call_id))];
  const written = await tx.selectFrom('call_events').select(['call_id', 'hash', 'ts']).where('call_id', 'in', ids).orderBy('seq').execute();
  return new Map(
    [...Map.groupBy(written, ({ call_id }) => call_id)].map(([id, own]) => [
      id,
      { n: own.length, hash: own.at(-1)!.hash, latest: Math.max(...own.map(({ ts }) => ts.getTime())) },
    ]),
  );
}

/** Writes events and heads in batches. */
export async function writeEvents(tx: LedgerDatabase, events: readonly EventRow[], heads: Heads): Promise<void> {
  for (let at = 0; at < events.length; at += BATCH)
    await tx
      .insertInto('call_events')
      .values(events.slice(at, at + BATCH))
      .execute();
  const ends = [...heads.experts].map(([expert_id, end]) => ({ expert_id, ...end }));
  for (let at = 0; at < ends.length; at += BATCH) {
    await tx
      .insertInto('expert_chains')
      .values(ends.slice(at, at + BATCH))
      .onConflict((conflict) => conflict.column('expert_id').doUpdateSet({ n: sql`excluded.n`, hash: sql`excluded.hash` }))
      .execute();
  }
  await tx.updateTable('ledger_head').set({ seq: heads.seq }).where('id', '=', 1).execute();
}

/** How a long reading goes: events or rows at once, and what happens between two readings. */
export interface Pace {
  readonly page: number;
  readonly pause: () => Promise<void>;
  /** Asked after each event of a page: what to wait for before the next one, so that others get their turn. */
  readonly turn?: () => Promise<void> | undefined;
}

/** Events that a rebuild reads at once. */
const PAGE = 1000;

/** All rows rebuilt from the record alone, by kind, in ledger order. The stored rows must equal them. */
export async function rebuild(db: LedgerDatabase, kinds: Kinds): Promise<Map<string, Folding>> {
  const folds = new Map<string, Folding>();
  for (const kind of kinds.all()) folds.set(kind.name, await foldAll(kind));
  let read = 0;
  for (let more = true; more; ) {
    const events = await db.selectFrom('call_events').select(['seq', 'kind', 'canonical', 'hash']).where('seq', '>', read).orderBy('seq').limit(PAGE).execute();
    for (const event of events) folds.get(kinds.of(event.kind).name)!.add(bodyOf(event));
    read = events.at(-1)?.seq ?? read;
    more = events.length === PAGE;
  }
  return folds;
}

/** The kinds whose stored rows were made by older rules than this server's. */
export async function outdatedKinds(db: Database, kinds: Kinds): Promise<Kind[]> {
  const stored = await recordTables(db).selectFrom('ledger_row_rules').selectAll().execute();
  const rules = new Map(stored.map((row) => [row.kind, row.rules]));
  return kinds.all().filter((kind) => (rules.get(kind.name) ?? 1) < rulesOf(kind));
}

/** Makes the rows of these kinds anew from the record, which is not touched, in a transaction that holds its lock. */
export async function renewRows(tx: Database, kinds: Kinds, outdated: readonly Kind[]): Promise<void> {
  const folds = await rebuild(tx, kinds);
  for (const kind of outdated) {
    const rows = [...folds.get(kind.name)!.rows.values()];
    const [first] = rows;
    if (first) await writeRows(tx, kind, rows, Object.keys(first));
    const rules = rulesOf(kind);
    await recordTables(tx)
      .insertInto('ledger_row_rules')
      .values({ kind: kind.name, rules })
      .onConflict((conflict) => conflict.column('kind').doUpdateSet({ rules }))
      .execute();
  }
}

const rulesOf = ({ rowRules = 1 }: Kind): number => rowRules;
