import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventBody } from '@vimarsh/shared/domain/calls/ledger.ts';
import { sql } from 'kysely';
import { readConfig } from '../../../api/src/config.ts';
import { chain, emptyHeads } from '../../../api/src/ledger/chain.ts';
import { openKeyRing } from '../../../api/src/ledger/key-ring.ts';
import { growLog } from '../../../api/src/ledger/log/log.store.ts';
import { writeEvents } from '../../../api/src/ledger/record.store.ts';
import { makeRoot } from '../../../api/src/ledger/roots.store.ts';
import { type Signer, signerOf } from '../../../api/src/ledger/signing-key.ts';
import { type EventRow, type LedgerDatabase, type RootRow, recordTables } from '../../../api/src/ledger/tables.ts';
import { databasePlace, openDatabase } from '../../../api/src/platform/database/database.ts';
import { createLogger } from '../../../api/src/platform/log/logging.ts';

/*
 * What an operator of the site could do who holds its database and its key, and the server's own code to sign with. Each forgery leaves a
 * record that is right in itself: nothing in the database says that it was another one. Run while the server stands still, with its
 * DATA_DIR: forge.ts <forgery> <id of a closed call>
 */

type Line = Pick<EventRow, 'kind' | 'call_id' | 'expert_id'> & { body: EventBody; day: string | null };

const FORGERIES: Readonly<Record<string, (lines: Line[], call_id: string) => Line[]>> = {
  'foreign key': (lines) => lines,
  /** A word of the author that was never said, as if it stood there since the call's publication: late wisdom. */
  backdated: (lines, call_id) => {
    const at = lines.findIndex((line) => line.call_id === call_id);
    const first = lines[at]!;
    const body = { ...first.body, actor: first.expert_id, type: 'note', payload: { note: 'As I said all along, the price will turn here.' } };
    return lines.toSpliced(at + 1, 0, { ...first, body });
  },
  truncated: (lines) => {
    const days = [...new Set(lines.flatMap(({ day }) => day ?? []))].toSorted();
    return lines.filter(({ day }) => day !== null && day < days.at(-3)!);
  },
  'altered event': (lines, call_id) =>
    lines.map((line) => {
      if (line.call_id !== call_id || line.body.type !== 'publish') return line;
      return { ...line, body: { ...line.body, payload: { ...line.body.payload, target: Number(line.body.payload.target) + 1 } } };
    }),
};

const [forgery = '', call_id = ''] = process.argv.slice(2);
const config = readConfig(process.env);
const database = await openDatabase(databasePlace(config), createLogger('silent'));
try {
  await database.db.transaction().execute(async (tx) => {
    const db = recordTables(tx);
    if (forgery === 'altered card') await sql`update calls set realised_return = realised_return + 5 where id = ${call_id}`.execute(tx);
    else await rewrite(db, FORGERIES[forgery]!);
  });
} finally {
  await database.close();
}

async function rewrite(db: LedgerDatabase, change: (lines: Line[], call_id: string) => Line[]): Promise<void> {
  const events = await db.selectFrom('call_events').selectAll().orderBy('seq').execute();
  const roots = await db.selectFrom('ledger_roots').selectAll().orderBy('trading_date').execute();
  const [{ note }] = (await db.selectFrom('log_heads').select('note').limit(1).execute()) as [{ note: string }];
  const day = (seq: number): string | null => roots.find(({ after_seq, last_seq }) => seq > after_seq && seq <= last_seq)?.trading_date ?? null;
  const lines = change(
    events.map((event) => ({ ...event, body: JSON.parse(event.canonical) as EventBody, day: day(event.seq) })),
    call_id,
  );
  if (forgery === 'foreign key') await replaceKey(db);
  const ring = await openKeyRing(db, config);
  const signer = ring.current;
  // Receipts that don't fit would stop the start; those that are gone are made when somebody asks.
  for (const table of ['call_events', 'ledger_roots', 'log_heads', 'log_tiles', 'log_cosignatures', 'call_receipts'] as const) {
    await sql.raw(`alter table ${table} disable trigger all`).execute(db);
    await db.deleteFrom(table).execute();
  }
  await db.deleteFrom('expert_chains').execute();
  const heads = emptyHeads();
  const made: RootRow[] = [];
  const rows: EventRow[] = [];
  const last = lines.findLast((line) => line.day !== null)?.day ?? '';
  for (const { trading_date } of roots.filter((root) => root.trading_date <= last)) {
    const own = await sign(
      lines.filter((line) => line.day === trading_date),
      heads,
      signer,
    );
    rows.push(...own);
    made.push(
      await makeRoot(
        made.at(-1) ?? null,
        trading_date,
        own.map(({ hash }) => hash),
        signer,
      ),
    );
  }
  rows.push(
    ...(await sign(
      lines.filter((line) => line.day === null),
      heads,
      signer,
    )),
  );
  await writeEvents(db, rows, heads);
  for (const root of made) await db.insertInto('ledger_roots').values(root).execute();
  await growLog(db, [made.at(-1)!.last_seq], note.slice(0, note.indexOf('\n')), ring);
  await sql`delete from calls where not exists (select from call_events where call_id = calls.id)`.execute(db);
  for (const [id, { hash }] of heads.calls) await sql`update calls set hash = ${hash} where id = ${id}`.execute(db);
}

async function sign(lines: readonly Line[], heads: ReturnType<typeof emptyHeads>, signer: Signer): Promise<EventRow[]> {
  const rows: EventRow[] = [];
  for (const { kind, call_id, expert_id, body } of lines) {
    const { type, payload, actor, ts } = body;
    rows.push(
      await chain(heads, { name: kind, ...(body.kind === undefined && { unnamed: true }) }, { kind, call_id, expert_id, type, payload, actor, ts }, signer),
    );
  }
  return rows;
}

async function replaceKey(db: LedgerDatabase): Promise<void> {
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(join(config.DATA_DIR, 'keys', 'ledger-ed25519.pem'), privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600 });
  await db
    .updateTable('ledger_keys')
    .set({ public_key: signerOf(privateKey).publicKey, sealed: null })
    .where('id', '=', 1)
    .execute();
}
