import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sightOf } from '../../entitlements/index.ts';
import { featureDatabase, openPlatform, type TestPlatform } from '../../platform/testing.ts';
import { PassedEntries } from './passed-entries.ts';
import { equityList, type ListQuery } from './store.ts';
import { type EquityDatabase, equityTables } from './tables.ts';

const START = new Date('2026-11-20T05:00:00Z');
const sight = sightOf({ caller: { user_id: 'usr_pro', plan: 'Pro', is_admin: false } as never, partner: null }, START, false);

describe.each(await featureDatabase())('calls whose entry has passed, on %s', (database) => {
  let opened: TestPlatform;
  let db: EquityDatabase;
  /** ₹ of each stock now: bought at 100, target 110, stop-loss 95. */
  const prices: Record<string, number> = {};
  let now = START;
  const market = { now: () => now, quote: (symbol: string) => ({ ltp: prices[symbol] ?? 100 }) as never };
  const minutesLater = (minutes: number): void => {
    now = new Date(now.getTime() + minutes * 60_000);
  };

  beforeAll(async () => {
    opened = await openPlatform({ database });
    db = equityTables(opened.platform.db);
    await sql`
      insert into calls
      select 'c' || n, 'exp_1', 'STOCK' || n, 'Stock', 'Sector', 'large', 'NSE', 'Buy', 'shortTerm', 'market', 100, 100, 100, 110, 95, 95, null, null,
        case when n = 5 then 'awaiting_entry' else 'active' end, true, timestamptz '2026-11-20' - n * interval '1 hour', 'W', false, '2026-12-01', n, 2,
        100, timestamptz '2026-11-19', 100, null, null, null, null, null, null, null, null, 0, 'hash', '{}'
      from generate_series(1, 6) n`.execute(db);
  });
  afterAll(() => opened?.end());

  /** A live list page by page, two calls at a time. */
  async function listed(passed: PassedEntries, change: Partial<ListQuery> & { orderedAt?: Date } = {}): Promise<string[]> {
    const { orderedAt, ...filters } = change;
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const { close, ids: gone } = await passed.entries(orderedAt);
      const last = [close, gone];
      const page = await equityList.page(db, sight, { open: true, sort: 'newest', limit: 2, today: '2026-11-20', records: true, last, ...filters, cursor });
      expect(page.total).toBe(6);
      ids.push(...page.rows.map(({ id }) => id));
      cursor = page.next ?? undefined;
    } while (cursor);
    return ids;
  }

  test('stand after all others, newest first on both sides, over every end of a page; who waits for the entry has missed nothing', async () => {
    Object.assign(prices, { STOCK1: 104, STOCK3: 94, STOCK5: 108 });
    const passed = new PassedEntries(db, market);
    expect(await listed(passed)).toEqual(['c2', 'c4', 'c5', 'c6', 'c1', 'c3']);
    expect(await listed(passed, { sort: 'oldest' })).toEqual(['c6', 'c5', 'c4', 'c2', 'c3', 'c1']);
    expect(await listed(passed, { sort: 'potential' })).toEqual(['c6', 'c5', 'c4', 'c2', 'c3', 'c1']);
    expect(await listed(new PassedEntries(db, { ...market, quote: () => null }))).toEqual(['c1', 'c2', 'c3', 'c4', 'c5', 'c6']);
  });

  test('those that can still be entered are neither passed nor in doubt, and a reader counts those that they may see', async () => {
    Object.assign(prices, { STOCK1: 104, STOCK3: 94, STOCK5: 108 });
    await sql`update calls set state = '{"not_judgeable":{"cause":"missing_day"}}' where id = 'c2'`.execute(db);
    // A text that an author wrote is no key.
    await sql`update calls set state = ${JSON.stringify({ exit_request: { reason: '"not_judgeable":' } })} where id = 'c4'`.execute(db);
    await sql`update calls set status = 'suspended_open' where id = 'c6'`.execute(db);
    try {
      const { open, ids } = await new PassedEntries(db, market).entries();
      expect([open.toSorted(), ids.toSorted()]).toEqual([
        ['c4', 'c5'],
        ['c1', 'c3'],
      ]);
      expect(await equityList.countOpen(opened.platform.db, sight, open)).toBe(2);
      const visitor = sightOf({ caller: null, partner: null }, START, false);
      expect(await equityList.countOpen(opened.platform.db, visitor, open)).toBe(0);
      const page = await equityList.page(opened.platform.db, sight, { open: true, sort: 'newest', limit: 9, today: '2026-11-20', records: true, only: open });
      expect([page.rows.map(({ id }) => id), page.total]).toEqual([['c4', 'c5'], 2]);
    } finally {
      await sql`update calls set state = '{}', status = case when id = 'c5' then 'awaiting_entry' else 'active' end`.execute(db);
    }
  });

  test('one near its stop-loss stands behind those that are not, and calls to sell behind all that can be entered, over every end of a page', async () => {
    Object.assign(prices, { STOCK1: 100, STOCK2: 97, STOCK3: 100, STOCK4: 97.6, STOCK5: 100, STOCK6: 96 });
    await sql`update calls set call_type = 'Sell', target_price = 90, stop_loss = 105 where id in ('c1', 'c6')`.execute(db);
    try {
      const { open, close, holders, ids } = await new PassedEntries(db, market).entries();
      expect({ open: open.toSorted(), close, holders, ids }).toEqual({ open: ['c2', 'c3', 'c4', 'c5'], close: ['c2'], holders: ['c1'], ids: ['c6'] });
      const query = { open: true, sort: 'newest', limit: 2, today: '2026-11-20', records: true, only: [...open, ...holders], last: [close, holders] };
      const pages: string[][] = [];
      let cursor: string | undefined;
      do {
        const page = await equityList.page(opened.platform.db, sight, { ...query, cursor } as ListQuery);
        expect(page.total).toBe(5);
        pages.push(page.rows.map(({ id }) => id));
        cursor = page.next ?? undefined;
      } while (cursor);
      expect(pages).toEqual([['c3', 'c4'], ['c5', 'c2'], ['c1']]);
    } finally {
      await sql`update calls set call_type = 'Buy', target_price = 110, stop_loss = 95`.execute(db);
      for (const stock of Object.keys(prices)) prices[stock] = 100;
    }
  });

  test('a list keeps the order it began with, and a new one has the order of its moment', async () => {
    Object.assign(prices, { STOCK1: 100, STOCK3: 100, STOCK5: 100, STOCK2: 109 });
    const passed = new PassedEntries(db, market);
    const began = now;
    expect((await listed(passed)).at(-1)).toBe('c2');
    minutesLater(5);
    Object.assign(prices, { STOCK2: 100, STOCK4: 109 });
    expect((await listed(passed)).at(-1)).toBe('c4');
    expect((await listed(passed, { orderedAt: began })).at(-1)).toBe('c2');
  });
});
