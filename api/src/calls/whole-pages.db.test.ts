import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sightOf } from '../entitlements/index.ts';
import { featureDatabase, openPlatform, type TestPlatform } from '../platform/testing.ts';
import { closedRecords } from './equity/records.ts';
import { readVisible } from './equity/store.ts';
import { equityTables } from './equity/tables.ts';
import { readMeasured, readSliced } from './options/store.ts';
import { optionsTables } from './options/tables.ts';
import { wholeOf } from './testing.ts';

const ENDED = new Date('2026-11-20T10:00:00Z');
const NOW = new Date('2026-11-25T05:00:00Z');
/** More than a page has. */
const MANY = 1_500;
const sight = sightOf({ caller: { user_id: 'usr_pro', plan: 'Pro', is_admin: false } as never, partner: null }, NOW, true);
const all = { open: false, records: true, from: ENDED, limit: 2 * MANY } as const;

/** On an expiry day thousands of calls end at one instant. */
describe.each(await featureDatabase())('calls that end at one instant are read whole, page by page, on %s', (database) => {
  let opened: TestPlatform;
  beforeAll(async () => {
    opened = await openPlatform({ database });
    const common = {
      expert_id: 'exp_1',
      status: 'expired',
      is_open: false,
      published_at: ENDED,
      valid_till: '2026-11-20',
      ended_at: ENDED,
      ended_on: '2026-11-20',
    };
    await insertMany('calls', {
      ...{ ...common, stock: 'TCS', stock_name: 'T', sector: 'IT', cap: 'large', exchange: 'NSE', call_type: 'Buy', term: 'shortTerm', entry_mode: 'market' },
      ...{ entry_low: 100, entry_high: 100, price: 100, target_price: 110, stop_loss: 95, initial_stop_loss: 95, potential_return: 10, risk_reward: 2 },
      ...{ week: 'W', weekly_pick: false, conflicts: 0, moves: 0, hash: 'hash', state: '{}' },
    });
    await insertMany('option_calls', {
      ...{ ...common, stock: 'NIFTY', underlying_name: 'NIFTY 50', underlying_type: 'indices', outlook: 'bullish', strategy: 'LONG_CALL', defined_risk: true },
      ...{ expiry: '2026-11-20', legs: '[]', lot_size: 65, net_premium: -100, max_loss: -100, breakevens: '[]', level_basis: 'pnl', target: 100 },
      ...{ margin_est: 100, stop_loss: -50, initial_stop_loss: -50, on_margin: false, conflicts: 0, moves: 0, hash: 'hash', state: '{}' },
    });
  });
  afterAll(() => opened?.end());

  const insertMany = (table: 'calls' | 'option_calls', row: object) =>
    sql`
      insert into ${sql.table(table)} select made.* from generate_series(1, ${MANY}::integer) n,
        jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(row)}::jsonb || jsonb_build_object('id', 'c' || n)) made`.execute(opened.platform.db);

  test.each([
    ['figures of equity calls', () => wholeRecords()],
    ['categories of equity calls', () => readVisible(equityTables(opened.platform.db), sight, all)],
    ['figures of option calls', () => readMeasured(optionsTables(opened.platform.db), sight, { records: true, user_id: undefined, since: null })],
    ['categories of option calls', () => readSliced(optionsTables(opened.platform.db), sight, { ...all, on_margin: false })],
  ])('%s', async (_what, read) => {
    const ids = (await read()).map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([MANY, MANY]);
  });

  const wholeRecords = async () =>
    (await wholeOf(closedRecords(equityTables(opened.platform.db), {}, { sight, records: true, author: null }))).map(({ call }) => call);
});
