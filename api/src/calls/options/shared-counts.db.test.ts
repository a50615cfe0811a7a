import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sightOf } from '../../entitlements/index.ts';
import { featureDatabase, openPlatform, type TestPlatform } from '../../platform/testing.ts';
import { RecordChanges } from '../reading/changes/record-changes.ts';
import { LISTS, SharedAnswers } from '../reading/changes/shared-answers.ts';
import { WrittenEvents } from '../reading/changes/written-events.testing.ts';
import { shareCount } from '../reading/list-counts.ts';
import { type OptionQuery, optionList } from './store.ts';
import { OPTIONS, type OptionDatabase, type OptionRow, optionsTables } from './tables.ts';

const EXPERTS = ['exp_1', 'exp_2'] as const;
const READERS = {
  visitor: null,
  free: { user_id: 'usr_free', plan: 'Free', expert_status: '' },
  premium: { user_id: 'usr_premium', plan: 'Premium', expert_status: '' },
  pro: { user_id: 'usr_pro', plan: 'Pro', expert_status: '' },
  author: { user_id: 'exp_1', plan: 'Premium', expert_status: 'verified' },
} as const;
type ReaderName = keyof typeof READERS;

/** Friday 20 Nov 2026, 12:00 IST. */
const START = new Date('2026-11-20T06:30:00.000Z');

const row = (id: string, change: Partial<OptionRow>): OptionRow => ({
  ...{ id, expert_id: 'exp_1', stock: 'NIFTY', underlying_name: 'NIFTY 50', underlying_type: 'indices', outlook: 'bullish', strategy: 'LONG_CALL' },
  ...{ defined_risk: true, expiry: '2026-12-29', legs: '[]', lot_size: 65, net_premium: -100, max_profit: null, max_loss: -100, breakevens: '[]' },
  ...{ margin_est: 100, pop: null, level_basis: 'pnl', target: 100, stop_loss: -50, initial_stop_loss: -50, net_limit: null, status: 'active' },
  ...{ is_open: true, published_at: START, valid_till: '2026-12-01', entry_at: START, exit_at: null, exit_reason: null, ended_at: null, ended_on: null },
  ...{ pnl: null, headline_pnl: null, slippage: null, risk: null, return_on_risk: null, on_margin: false, cost: null, settlement: null, stale: null },
  ...{ moves: 0, post_mortem_on: null, conflicts: 0, hash: 'hash', state: '{}' },
  ...change,
});

const step = fc.oneof(
  fc.record({
    what: fc.constant('publish' as const),
    expert_id: fc.constantFrom(...EXPERTS),
    defined_risk: fc.boolean(),
    underlying_type: fc.constantFrom('indices' as const, 'stocks' as const),
  }),
  fc.record({ what: fc.constant('end' as const), of: fc.nat(99), return_on_risk: fc.constantFrom(null, 4, -4) }),
  fc.record({ what: fc.constant('reopen' as const), of: fc.nat(99) }),
  fc.record({ what: fc.constant('later' as const), hours: fc.constantFrom(1, 24, 24 * 7) }),
  fc.record({
    what: fc.constant('list' as const),
    open: fc.boolean(),
    sort: fc.constantFrom('newest' as const, 'result' as const),
    filter: fc.constantFrom<Partial<OptionQuery>>({}, {}, { stock: 'NIFTY' }, { period: '1W' }, { defined_risk: '1' }),
  }),
);

describe.each(await featureDatabase())('numbers beside lists of option calls on %s', (database) => {
  let opened: TestPlatform;
  let db: OptionDatabase;
  beforeAll(async () => {
    opened = await openPlatform({ database });
    db = optionsTables(opened.platform.db);
  });
  afterAll(() => opened?.end());

  test('whatever happens, they are what counting anew gives', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        await db.deleteFrom('option_calls').execute();
        let now = START;
        let published = 0;
        const events = new WrittenEvents(OPTIONS, (ids) =>
          db
            .selectFrom('option_calls')
            .selectAll()
            .where('id', 'in', [...ids])
            .execute(),
        );
        const answers = new SharedAnswers(new RecordChanges(events.ledger), () => now.getTime(), LISTS);
        const change = async (id: string, type: string, set: Partial<OptionRow>) => {
          await db.updateTable('option_calls').set(set).where('id', '=', id).execute();
          events.add(type, id);
        };
        for (const each of steps) {
          const rows = 'of' in each ? await db.selectFrom('option_calls').selectAll().orderBy('id').execute() : [];
          const call = 'of' in each ? rows[each.of % Math.max(1, rows.length)] : undefined;
          if (each.what === 'publish') {
            published += 1;
            const { expert_id, defined_risk, underlying_type } = each;
            const id = `call_${String(published).padStart(4, '0')}`;
            await db
              .insertInto('option_calls')
              .values(row(id, { expert_id, defined_risk, underlying_type, published_at: now }))
              .execute();
            events.add('publish', id);
          } else if (each.what === 'later') now = new Date(now.getTime() + each.hours * 3_600_000);
          else if (each.what === 'list') {
            // One after the other: what one reader's question has counted is there for the next.
            for (const name of Object.keys(READERS) as ReaderName[]) {
              const caller = READERS[name];
              const sight = sightOf({ caller: caller && { is_admin: false, ...caller }, partner: null } as never, now, true);
              const reader = { sight, records: true, author: caller?.expert_status ? caller.user_id : null };
              const query: OptionQuery = { open: each.open, sort: each.sort, limit: 50, today: istDay(now), records: true, ...each.filter };
              const share = shareCount(answers, OPTIONS, each.open ? optionList.readableLive(reader) : optionList.readableEnded(reader), query);
              expect((await optionList.page(db, sight, query, share)).total, name).toBe((await optionList.page(db, sight, query)).total);
            }
          } else if (!call) continue;
          else if (each.what === 'end' && call.is_open)
            await change(call.id, 'target_hit', {
              ...{ is_open: false, status: 'target_hit', ended_at: now, ended_on: istDay(now), return_on_risk: each.return_on_risk },
            });
          else if (each.what === 'reopen' && !call.is_open)
            await change(call.id, 'correction', { is_open: true, status: 'active', ended_at: null, ended_on: null, return_on_risk: null });
        }
      }),
      { numRuns: 40 },
    );
  }, 120_000);
});
