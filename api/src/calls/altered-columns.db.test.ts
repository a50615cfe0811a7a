import { NOT_CHECKED_COLUMNS } from '@vimarsh/shared/domain/calls/not-in-record.testing.ts';
import { rng, seedOf } from '@vimarsh/shared/domain/market/rng.ts';
import { snapToTick } from '@vimarsh/shared/domain/market/ticks.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLedger, RecordDiffers } from '../ledger/index.ts';
import { draftOf, openStage, type Stage } from './testing.ts';

/** The tables from which screens show calls and their authors, and the tables of the record that prove them. */
const TABLES = [
  ...['calls', 'author_records', 'follows', 'follower_counts', 'follower_days'],
  ...['call_events', 'call_receipts', 'expert_chains', 'ledger_roots', 'ledger_head', 'ledger_row_rules', 'log_heads', 'log_tiles'],
];
/** Columns that `npm test` alters; `npm run lab -- altered` takes all of them. */
const COLUMNS = Number(process.env.ALTERED_COLUMNS ?? 10);
const SEED = Number(process.env.ALTERED_SEED ?? 1);
const AT_ONCE = { page: 1000, pause: async () => undefined };

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ database: 'pglite', start: '2026-11-20T05:00:00.000Z', authorRecords: true });
  for (const stock of ['TCS', 'INFY']) {
    const { ltp } = stage.market.quote(stock)!;
    const { tick } = stage.market.instrument(stock)!;
    const at = (pct: number) => snapToTick(ltp * (1 + pct / 100), tick);
    const levels = { entry_low: at(0), entry_high: at(0), target: at(5), stop_loss: at(-5), target2: at(8), target3: at(10) };
    const draft = draftOf({ stock, valid_till: '2026-12-11', ...levels });
    expect((await stage.post('exp_01', '/reco/v1/calls', { cid: `call-on-${stock}`, draft })).validation).toBe('');
  }
  await stage.post('usr_pro', '/reco/v1/follow', { user_id: 'exp_01', on: true });
  await stage.goTo('2026-12-31T13:30:00.000Z');
  expect(await stage.ledger.audit(AT_ONCE)).toBeGreaterThan(0);
});
afterAll(() => stage?.end());

/** Another value of the column's type, by SQL. */
const OTHER: Readonly<Record<string, string>> = {
  text: `'x' || %`,
  boolean: 'not %',
  integer: '% + 1',
  bigint: '% + 1',
  'double precision': '% + 1',
  numeric: '% + 1',
  date: '% + 1',
  'timestamp with time zone': `% + interval '1 day'`,
  bytea: `set_byte(%, 0, (get_byte(%, 0) + 1) % 256)`,
};

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

async function columns(): Promise<Column[]> {
  const { rows } = await sql<Column>`select table_name as "table", column_name as "column", data_type as type from information_schema.columns
    where table_schema = current_schema() and table_name = any(${TABLES}::text[]) order by 1, ordinal_position`.execute(stage.db);
  return rows;
}

/** As whoever owns the database: no trigger and no constraint of another table is in the way. */
const asOwner = (...statements: string[]): Promise<number> =>
  stage.platform.transaction(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    let changed = 0;
    for (const statement of statements) changed = Number((await sql.raw(statement).execute(tx)).numAffectedRows ?? 0);
    return changed;
  });

/** The difference that a fresh process finds in the record; null where there is none. */
async function noticed(): Promise<string | null> {
  try {
    await stage.ledger.audit(AT_ONCE);
    await (await openLedger(stage.platform)).check();
    return null;
  } catch (error) {
    return error instanceof RecordDiffers ? error.what : `it could not be checked: ${String(error)}`;
  }
}

test('another value in any column of what is shown is noticed and named, or the column stands on the published list', async () => {
  const all = await columns();
  for (const name of Object.keys(NOT_CHECKED_COLUMNS))
    expect(
      all.map(({ table, column }) => `${table}.${column}`),
      name,
    ).toContain(name);
  const dice = rng(seedOf(SEED, 'altered columns'));
  const drawn = all.map((one) => ({ one, at: dice.next() })).sort((a, b) => a.at - b.at);
  const holes: string[] = [];
  let altered = 0;
  for (const { one } of drawn.slice(0, COLUMNS)) {
    const { table, column, type } = one;
    const name = `${table}.${column}`;
    const other = OTHER[type]!.replaceAll(/%(?! 256)/g, `"${column}"`);
    await asOwner(`create table altered_before as select * from ${table}`);
    // A null is a value, too.
    const set = (value: string, where: string) => `update ${table} set "${column}" = ${value} where ctid = (select ctid from ${table} where ${where} limit 1)`;
    const changed = await asOwner(set(other, `"${column}" is not null`)).catch(() => 0);
    if (changed > 0) {
      altered += 1;
      const what = await noticed();
      const listed = name in NOT_CHECKED_COLUMNS;
      if ((what === null || what.startsWith('it could not')) !== listed) holes.push(`${name}: ${what ?? 'nothing is noticed'}`);
    }
    await asOwner(`delete from ${table}`, `insert into ${table} select * from altered_before`, 'drop table altered_before');
  }
  console.log(`${altered} columns altered, one at a time`);
  expect(holes).toEqual([]);
  expect(await noticed()).toBeNull();
}, 3_600_000);
