import { COUNT_CEILING } from '@vimarsh/shared/contract/calls/types.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sight, sightOf } from '../../entitlements/index.ts';
import { databases, openPlatform, type TestPlatform } from '../../platform/testing.ts';
import { equityList, type ListQuery, liveOnAllQuery, liveQuery, lockedQuery, openCountQuery } from './store.ts';
import { type EquityDatabase, equityTables } from './tables.ts';

const NOW = new Date('2026-11-20T18:30:00Z');
const CALLS = 20_000;
const LIVE = 1000;
/** A page, its count to the ceiling, and as much again for entries that a filter passes over. */
const READ_AT_MOST = 3 * COUNT_CEILING;

/** The filters of lists, each with a value that many calls have and one that none has. */
const FILTERS: Record<string, { often: Partial<ListQuery>; live?: Partial<ListQuery>; never: Partial<ListQuery> }> = {
  stock: { often: { stock: 'STOCK7' }, never: { stock: 'NOSUCH' } },
  'several stocks': { often: { symbols: ['STOCK7', 'STOCK8', 'NOSUCH'] }, never: { symbols: ['NOSUCH', 'NOTHING'] } },
  expert: { often: { user_id: 'exp_7' }, never: { user_id: 'exp_none' } },
  'own calls': { often: { author: 'exp_7' }, never: { author: 'exp_none' } },
  'followed experts': { often: { authors: ['exp_7', 'exp_8'] }, never: { authors: ['exp_none', 'exp_nobody'] } },
  sector: { often: { sector: 'Sector 3' }, never: { sector: 'No such' } },
  cap: { often: { cap: 'large' }, never: { cap: 'small' } },
  term: { often: { term: 'shortTerm' }, never: { term: 'intraday' } },
  'call type': { often: { call_type: 'Buy' }, never: { call_type: 'Hold' } },
  status: { often: { status: 'target_hit' }, live: { status: 'active' }, never: { status: 'suspended_open' } },
  'several states': { often: { statuses: ['target_hit', 'expired'] }, live: { statuses: ['active'] }, never: { statuses: ['lapsed', 'cancelled'] } },
};

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: Node[];
}

/** Rows of tables and indexes that a plan went through, and those thrown away. */
function readBy(node: Node): number {
  const below = (node.Plans ?? []).reduce((sum, plan) => sum + readBy(plan), 0);
  const own = node['Node Type'].includes('Scan') && !node['Node Type'].startsWith('Subquery') ? node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) : 0;
  return below + own * node['Actual Loops'];
}

const pro = { user_id: 'usr_pro', plan: 'Pro', is_admin: false } as never;
const sight: Sight = sightOf({ caller: pro, partner: null }, NOW, false);

describe.each(await databases())(`lists over ${CALLS} calls on %s`, (database) => {
  let opened: TestPlatform;
  let db: EquityDatabase;
  beforeAll(async () => {
    opened = await openPlatform({ database });
    db = equityTables(opened.platform.db);
    await db.transaction().execute(async (tx) => {
      // Tests wait for no disk, but vacuum knows only what is on it as seen by all, and plans reckon with that.
      await sql`set local synchronous_commit = on`.execute(tx);
      await sql`
      insert into calls
      select 'c' || n, 'exp_' || n % 20, 'STOCK' || n % 50, 'Stock', 'Sector ' || n % 11, (array['large', 'mid'])[1 + n % 2], 'NSE',
        (array['Buy', 'Sell'])[1 + n % 2], (array['shortTerm', 'mediumTerm', 'longTerm'])[1 + n % 3], 'market', 100, 100, 100, 110, 95, 95, null, null,
        case when live then (array['active', 'awaiting_entry'])[1 + n % 2] else (array['target_hit', 'sl_hit', 'expired'])[1 + n % 3] end,
        live, at, 'W', false, '2026-12-01', n % 17, 2, 100, at, 100, 101, case when not live then at end, null,
        case when not live then at end, case when not live then at::date end, case when not live then n % 13 end, null, null, 0, 'hash', '{}'
      from generate_series(1, ${sql.lit(CALLS)}) n, lateral (select n <= ${sql.lit(LIVE)} as live, timestamptz '2026-11-19' - n * interval '40 minutes' as at) of_call`.execute(
        tx,
      );
    });
    await seenByAll();
  }, 60_000);
  afterAll(() => opened?.end());

  /**
   * Vacuums until all pages of the table are known as seen by all, which plans reckon with. A transaction that still runs in this database, as one of
   * a server that a test before this killed, keeps it from that; so it is waited for, and named if it stays.
   */
  async function seenByAll(): Promise<void> {
    for (const patience = Date.now() + 45_000; ; await new Promise((resolve) => setTimeout(resolve, 250))) {
      await sql`vacuum analyze calls`.execute(db);
      const pages = await sql<{ all: boolean }>`select relallvisible >= relpages as all from pg_class where oid = 'calls'::regclass`.execute(db);
      if (pages.rows[0]!.all) return;
      if (Date.now() < patience) continue;
      const kept = await sql`select pid, state, xact_start, query from pg_stat_activity where backend_xmin is not null and pid <> pg_backend_pid()`.execute(db);
      throw new Error(`Not all pages of the calls are known as seen by all: ${JSON.stringify(kept.rows)}`);
    }
  }

  async function readOf(question: Pick<ReturnType<typeof openCountQuery>, 'explain'>): Promise<number> {
    const [row] = await question.explain<{ 'QUERY PLAN': { Plan: Node }[] }>('json', sql`analyze`);
    return readBy(row!['QUERY PLAN'][0]!.Plan);
  }

  /** What a list's page and its count read together. */
  async function reads(change: Partial<ListQuery>): Promise<number> {
    const query: ListQuery = { open: false, sort: 'newest', limit: 20, today: '2026-11-20', records: true, ...change };
    const { page, count } = equityList.queries(db, sight, query)!;
    return (await readOf(page)) + (await readOf(count));
  }

  test.each(Object.entries(FILTERS))('the filter %s costs what it shows, however long the record is', async (_, { often, live = often, never }) => {
    for (const sort of ['newest', 'oldest'] as const) {
      expect(await reads({ sort, ...often }), `ended, ${sort}`).toBeLessThanOrEqual(READ_AT_MOST);
      expect(await reads({ sort, open: true, ...live }), `live, ${sort}`).toBeLessThanOrEqual(READ_AT_MOST);
      expect(await reads({ sort, ...never }), `ended, ${sort}, nothing matches`).toBe(0);
      expect(await reads({ sort, open: true, ...never }), `live, ${sort}, nothing matches`).toBe(0);
    }
  });

  test('every order and period costs what it shows', async () => {
    for (const open of [true, false]) {
      for (const sort of ['newest', 'oldest', 'potential', 'result'] as const) expect(await reads({ open, sort }), sort).toBeLessThanOrEqual(READ_AT_MOST);
      for (const period of ['1W', '1M', '3M', '6M', '1Y', 'ALL'] as const) expect(await reads({ open, period }), period).toBeLessThanOrEqual(READ_AT_MOST);
    }
  });

  test.each(['Lite', 'Free'] as const)('what a %s investor may not see costs what is live, however long the record is', async (plan) => {
    const investor = sightOf({ caller: { user_id: 'usr_1', plan, is_admin: false } as never, partner: null }, NOW, false);
    for (const term of [undefined, 'shortTerm', 'longTerm', 'intraday'] as const) {
      const locked = lockedQuery(db, investor.scope, { term, today: '2026-11-20' });
      if (plan === 'Lite' && term === 'shortTerm') expect(locked).toBeNull();
      else expect(await readOf(locked!), term).toBeLessThanOrEqual(READ_AT_MOST);
    }
  });

  test('the calls that were open at a moment cost what is live, however long the record is', async () => {
    const morning = new Date('2026-11-19T18:30:00Z');
    expect(await readOf(openCountQuery(db, morning))).toBeLessThanOrEqual(READ_AT_MOST);
    expect(await readOf(liveQuery(db, 'STOCK7', morning))).toBeLessThanOrEqual(READ_AT_MOST);
    expect(await readOf(liveQuery(db, 'NOSUCH', morning))).toBe(0);
    expect(await readOf(liveOnAllQuery(db, morning))).toBeLessThanOrEqual(2 * LIVE + READ_AT_MOST);
  });

  test('who follows nobody is asked nothing about the record', () => {
    expect(equityList.queries(db, sight, { open: false, sort: 'newest', limit: 20, today: '2026-11-20', records: true, authors: [] })).toBeNull();
  });
});
