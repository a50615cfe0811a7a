import type { EventType } from '@vimarsh/shared/contract/calls.contract.ts';
import { canonicalJson, type EventBody, GENESIS, hashText } from '@vimarsh/shared/domain/ledger.ts';
import { sql } from 'kysely';
import type { CallRow, CallsDatabase, EventRow } from './calls.tables.ts';
import { type ChainedEvent, projectEvent, weekOf } from './projection.ts';
import type { Signer } from './signing-key.ts';

/** An event before it has its place in the chain. */
export interface NewEvent {
  readonly call_id: string;
  readonly expert_id: string;
  readonly type: EventType;
  readonly payload: Readonly<Record<string, unknown>>;
  /** User id, or `engine`. */
  readonly actor: string;
  /** UTC ISO instant. */
  readonly ts: string;
}

/** Where chains end while events are added. */
export interface Heads {
  seq: number;
  readonly experts: Map<string, { n: number; hash: string; calls: number }>;
}
export const emptyHeads = (): Heads => ({ seq: 0, experts: new Map() });

/** Gives an event its place: numbers, hash over its canonical text, signature. Moves the heads on. */
export async function chain(heads: Heads, event: NewEvent, signer: Signer): Promise<EventRow> {
  const head = heads.experts.get(event.expert_id) ?? { n: 0, hash: GENESIS, calls: 0 };
  const { call_id, expert_id, type, payload, actor, ts } = event;
  const n = head.n + 1;
  const calls = head.calls + (type === 'publish' ? 1 : 0);
  const body: EventBody = {
    actor,
    call_id,
    expert_id,
    n,
    payload: type === 'publish' ? { ...payload, seq_no: calls } : payload,
    prev_hash: head.hash,
    ts,
    type,
  };
  const canonical = canonicalJson(body);
  const hash = await hashText(canonical);
  heads.experts.set(expert_id, { n, hash, calls });
  heads.seq += 1;
  return { seq: heads.seq, call_id, expert_id, n, type, ts: new Date(ts), canonical, prev_hash: head.hash, hash, sig: signer.sign(hash) };
}

export const bodyOf = (row: Pick<EventRow, 'canonical' | 'hash'>): ChainedEvent => ({ ...(JSON.parse(row.canonical) as EventBody), hash: row.hash });

/** Takes the ledger's one lock: whoever appends waits here. Returns how far the record goes and how far prices were judged. */
export async function lockLedger(tx: CallsDatabase): Promise<{ seq: number; judged_until: Date | null }> {
  return tx.selectFrom('ledger_head').select(['seq', 'judged_until']).where('id', '=', 1).forUpdate().executeTakeFirstOrThrow();
}

/**
 * Adds events to the record and carries the rows of their calls along, all in the caller's transaction, which must hold the
 * ledger's lock. Returns the rows as they are now, in the order of `events`' calls.
 */
export async function appendEvents(tx: CallsDatabase, seq: number, events: readonly NewEvent[], signer: Signer): Promise<CallRow[]> {
  if (events.length === 0) return [];
  const experts = [...new Set(events.map((event) => event.expert_id))];
  const ids = [...new Set(events.map((event) => event.call_id))];
  const ends = await tx.selectFrom('expert_chains').selectAll().where('expert_id', 'in', experts).execute();
  const heads: Heads = { seq, experts: new Map(ends.map(({ expert_id, ...end }) => [expert_id, end])) };
  const rows = new Map((await tx.selectFrom('calls').selectAll().where('id', 'in', ids).execute()).map((row) => [row.id, row]));
  const weeks = [...new Set(events.filter((event) => event.type === 'publish').map((event) => weekOf(event.ts)))];
  const picked = weeks.length ? await tx.selectFrom('calls').select('week').where('weekly_pick', '=', true).where('week', 'in', weeks).execute() : [];
  const takenWeeks = new Set(picked.map(({ week }) => week));

  const stored: EventRow[] = [];
  for (const event of events) {
    const row = await chain(heads, event, signer);
    stored.push(row);
    rows.set(
      row.call_id,
      projectEvent(rows.get(row.call_id) ?? null, bodyOf(row), (week) => take(takenWeeks, week)),
    );
  }
  await writeRecord(
    tx,
    stored,
    ids.map((id) => rows.get(id)!),
    heads,
  );
  return ids.map((id) => rows.get(id)!);
}

/** True when the week was free; it is taken from then on. */
export const take = (taken: Set<string>, week: string): boolean => !taken.has(week) && taken.add(week) !== undefined;

const BATCH = 200;

/** Writes events, rows and heads in batches. */
export async function writeRecord(tx: CallsDatabase, events: readonly EventRow[], rows: readonly CallRow[], heads: Heads): Promise<void> {
  for (let at = 0; at < events.length; at += BATCH)
    await tx
      .insertInto('call_events')
      .values(events.slice(at, at + BATCH))
      .execute();
  for (let at = 0; at < rows.length; at += BATCH) await upsertCalls(tx, rows.slice(at, at + BATCH));
  const ends = [...heads.experts].map(([expert_id, end]) => ({ expert_id, ...end }));
  for (let at = 0; at < ends.length; at += BATCH) {
    await tx
      .insertInto('expert_chains')
      .values(ends.slice(at, at + BATCH))
      .onConflict((conflict) => conflict.column('expert_id').doUpdateSet({ n: sql`excluded.n`, hash: sql`excluded.hash`, calls: sql`excluded.calls` }))
      .execute();
  }
  await tx.updateTable('ledger_head').set({ seq: heads.seq }).where('id', '=', 1).execute();
}

/** Columns an event may change; the rest of a row is settled at publication. */
const MUTABLE = [
  'entry_low',
  'entry_high',
  'price',
  'target_price',
  'target2',
  'target3',
  'stop_loss',
  'initial_stop_loss',
  'status',
  'is_open',
  'entry_price',
  'entry_at',
  'entry_index',
  'exit_price',
  'exit_at',
  'exit_reason',
  'ended_at',
  'ended_on',
  'realised_return',
  'r_multiple',
  'alpha',
  'moves',
  'hash',
  'state',
] as const satisfies readonly (keyof CallRow)[];

async function upsertCalls(tx: CallsDatabase, rows: readonly CallRow[]): Promise<void> {
  await tx
    .insertInto('calls')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(Object.fromEntries(MUTABLE.map((column) => [column, sql.ref(`excluded.${column}`)]))))
    .execute();
}

/** All rows as the record alone makes them, in ledger order. What is stored must equal this. */
export async function rebuildCalls(db: CallsDatabase): Promise<Map<string, CallRow>> {
  const rows = new Map<string, CallRow>();
  const weeks = new Set<string>();
  for (let after = 0; ; ) {
    const events = await db.selectFrom('call_events').select(['seq', 'canonical', 'hash']).where('seq', '>', after).orderBy('seq').limit(1000).execute();
    for (const event of events) {
      const body = bodyOf(event);
      rows.set(
        body.call_id,
        projectEvent(rows.get(body.call_id) ?? null, body, (week) => take(weeks, week)),
      );
    }
    if (events.length < 1000) return rows;
    after = events.at(-1)!.seq;
  }
}
