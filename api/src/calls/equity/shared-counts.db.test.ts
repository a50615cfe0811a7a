import { addDays, istDay, istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sightOf } from '../../entitlements/index.ts';
import { featureDatabase, openPlatform, type TestPlatform } from '../../platform/testing.ts';
import { RecordChanges } from '../reading/changes/record-changes.ts';
import { LISTS, SharedAnswers } from '../reading/changes/shared-answers.ts';
import { WrittenEvents } from '../reading/changes/written-events.testing.ts';
import { setFollow } from '../reading/follows.store.ts';
import { callTables as sharedTablesOf } from '../tables.ts';
import { Desk } from './desk/desk.ts';
import { Reading } from './reading.ts';
import { countLocked } from './store.ts';
import { type CallRow, EQUITY, type EquityDatabase, equityTables } from './tables.ts';

const TERMS = ['intraday', 'shortTerm', 'mediumTerm', 'longTerm'] as const;
const EXPERTS = ['exp_1', 'exp_2', 'exp_3'] as const;
const STOCKS = ['TCS', 'SBIN'] as const;
/** Each kind of reader: no login, each plan, an author. All but the visitor follow two of the experts. */
const READERS = {
  visitor: null,
  free: { user_id: 'usr_free', plan: 'Free', expert_status: '' },
  lite: { user_id: 'usr_lite', plan: 'Lite', expert_status: '' },
  premium: { user_id: 'usr_premium', plan: 'Premium', expert_status: '' },
  pro: { user_id: 'usr_pro', plan: 'Pro', expert_status: '' },
  author: { user_id: 'exp_1', plan: 'Free', expert_status: 'verified' },
} as const;
const FOLLOWED = ['exp_1', 'exp_3'] as const;
type ReaderName = keyof typeof READERS;
const askerOf = (name: ReaderName) => ({ caller: READERS[name] && { is_admin: false, ...READERS[name] }, partner: null }) as never;

/** Friday 20 Nov 2026, 12:00 IST. */
const START = new Date('2026-11-20T06:30:00.000Z');

const STATE = JSON.stringify({
  ...{ id: 'call', call_type: 'Buy', term: 'shortTerm', entry_mode: 'market', entry_low: 100, entry_high: 100, target: 110, stops: [{ from: 1, price: 95 }] },
  ...{ status: 'active', published_at: 1, entry_until: 2, expires_at: 3, entry: null, exit: null, exit_request: null, adjusted_on: [], frozen: false },
});
const row = (id: string, change: Partial<CallRow>): CallRow => ({
  ...{ id, expert_id: 'exp_1', stock: 'TCS', stock_name: 'T', sector: 'IT', cap: 'large', exchange: 'NSE', call_type: 'Buy', term: 'shortTerm' },
  ...{
    entry_mode: 'market',
    entry_low: 100,
    entry_high: 100,
    price: 100,
    target_price: 110,
    stop_loss: 95,
    initial_stop_loss: 95,
    target2: null,
    target3: null,
  },
  ...{ status: 'active', is_open: true, published_at: START, week: 'W', weekly_pick: false, valid_till: '2026-12-31', potential_return: 10, risk_reward: 2 },
  ...{ entry_price: 100, entry_at: START, entry_index: null, exit_price: null, exit_at: null, exit_reason: null, ended_at: null, ended_on: null },
  ...{ realised_return: null, r_multiple: null, alpha: null, moves: 0, post_mortem_on: null, conflicts: 0, hash: 'hash', state: STATE },
  ...change,
});

const step = fc.oneof(
  fc.record({
    what: fc.constant('publish' as const),
    expert_id: fc.constantFrom(...EXPERTS),
    stock: fc.constantFrom(...STOCKS),
    term: fc.constantFrom(...TERMS),
    weekly_pick: fc.boolean(),
  }),
  // An end that is judged late was days ago.
  fc.record({ what: fc.constant('end' as const), of: fc.nat(99), daysAgo: fc.constantFrom(0, 0, 0, 1, 3), result: fc.constantFrom(null, 3, -2) }),
  fc.record({ what: fc.constant('reopen' as const), of: fc.nat(99) }),
  fc.record({ what: fc.constantFrom('note' as const, 'post_mortem' as const), of: fc.nat(99) }),
  fc.record({ what: fc.constant('later' as const), hours: fc.constantFrom(1, 11, 24, 24 * 7) }),
  fc.constant({ what: 'list' as const }),
  fc.record({ what: fc.constant('desk' as const), reader: fc.constantFrom('free', 'lite', 'pro', 'author'), period: fc.constantFrom('1W', '1M', 'ALL') }),
);

/** What is asked for again and again through one history. */
const list = fc.record({
  view: fc.constantFrom('live' as const, 'past' as const, 'mine' as const),
  tab: fc.constantFrom('open', 'closed'),
  filter: fc.constantFrom<object>({}, {}, { stock: 'TCS' }, { term: 'shortTerm', period: '1W' }, { sort: 'result' }, { followed: '1' }),
});

describe.each(await featureDatabase())('numbers beside lists on %s', (database) => {
  let opened: TestPlatform;
  let db: EquityDatabase;
  beforeAll(async () => {
    opened = await openPlatform({ database });
    db = equityTables(opened.platform.db);
    for (const { user_id } of Object.values(READERS).filter((reader) => reader !== null))
      for (const expert of FOLLOWED) await setFollow(sharedTablesOf(opened.platform.db), user_id, expert, true, START);
  });
  afterAll(() => opened?.end());
  beforeEach(() => db.deleteFrom('calls').execute());

  /** A history of calls with who reads it. `computed` counts what is asked of the shared answers. */
  function stage() {
    let now = START;
    let published = 0;
    const events = new WrittenEvents(EQUITY, (ids) =>
      db
        .selectFrom('calls')
        .selectAll()
        .where('id', 'in', [...ids])
        .execute(),
    );
    const answersNow = () => new SharedAnswers(new RecordChanges(events.ledger), () => now.getTime(), LISTS);
    const answers = answersNow();
    const directory = { name: async (user_id: string) => ({ user_id, full_name: user_id }) };
    const parts = (listAnswers: SharedAnswers) =>
      ({
        platform: { db: opened.platform.db, config: { demo: true } },
        identity: { expert: async () => ({ status: 'verified', valid_to: '' }) },
        ...{
          directory,
          listAnswers,
          answers: listAnswers,
          policy: 'demo',
          limits: { perDay: 10 },
          passed: { ids: async () => [], entries: async () => ({ ids: [], open: [], close: [], holders: [] }) },
        },
        ...{
          followed: {
            of: async () => ({}),
            made: async () => null,
            result: async ({ realised_return }: CallRow) => ({ made: realised_return, final: true }),
            madeSoFar: async () => null,
            priceNow: () => null,
          },
          late: { of: () => undefined },
        },
        ...{ now: () => now, demo: true, ledger: {}, experts: {} },
      }) as never;
    const pick = async (of: number) => {
      const rows = await db.selectFrom('calls').selectAll().orderBy('id').execute();
      return rows[of % Math.max(1, rows.length)];
    };
    const readers = { shared: parts(answers), plain: () => parts(answersNow()) };
    return {
      answers,
      readers,
      sight: (reader: ReaderName) => sightOf(askerOf(reader), now, true),
      now: () => now,
      later: (hours: number) => {
        now = new Date(now.getTime() + hours * 3_600_000);
      },
      async publish(change: Partial<CallRow>) {
        published += 1;
        const id = `call_${String(published).padStart(4, '0')}`;
        // One free call a week, as the table has it.
        await db
          .insertInto('calls')
          .values(row(id, { published_at: now, week: id, ...change }))
          .execute();
        events.add('publish', id);
        return id;
      },
      async change(id: string, type: string, set: Partial<CallRow>) {
        if (Object.keys(set).length > 0) await db.updateTable('calls').set(set).where('id', '=', id).execute();
        events.add(type, id);
      },
      pick,
    };
  }

  const endedAt = (at: Date, realised_return: number | null): Partial<CallRow> => ({
    ...{ is_open: false, status: 'target_hit', ended_at: at, ended_on: istDay(at), exit_at: at, exit_price: 105, realised_return },
  });

  const ask = (parts: never, reader: ReaderName, query: object) => new Reading(parts).list({ limit: 50, ...query } as never, askerOf(reader));

  test('whatever happens, they are what counting anew gives', async () => {
    await fc.assert(
      fc.asyncProperty(list, fc.array(step, { minLength: 10, maxLength: 40 }), async ({ view, tab, filter }, steps) => {
        await db.deleteFrom('calls').execute();
        const { readers, publish, change, pick, later, now } = stage();
        for (const each of steps) {
          const call = 'of' in each ? await pick(each.of) : undefined;
          if (each.what === 'publish') await publish({ expert_id: each.expert_id, stock: each.stock, term: each.term, weekly_pick: each.weekly_pick });
          else if (each.what === 'later') later(each.hours);
          else if (each.what === 'list') {
            // One after the other: what one reader's question has counted is there for the next.
            for (const reader of Object.keys(READERS) as ReaderName[]) {
              if (reader === 'visitor' && ('followed' in filter || view === 'mine')) continue;
              const answer = (parts: never) =>
                view === 'mine'
                  ? new Reading(parts).mine({ limit: 50, sort: 'newest', tab, ...filter } as never, askerOf(reader))
                  : ask(parts, reader, { view, sort: 'newest', ...filter });
              const shared = await answer(readers.shared);
              expect(shared, `${reader} ${view}`).toEqual(await answer(readers.plain()));
              expect(shared.total).toBe(shared.items.length);
            }
          } else if (each.what === 'desk') {
            const asker = askerOf(each.reader as ReaderName);
            const read = (parts: never) => new Desk(parts).read({ period: each.period as never }, asker);
            expect(await read(readers.shared)).toEqual(await read(readers.plain()));
          } else if (!call) continue;
          else if (each.what === 'end' && call.is_open) {
            const at = new Date(Math.max(call.published_at.getTime(), now().getTime() - each.daysAgo * 86_400_000));
            await change(call.id, 'target_hit', endedAt(at, each.result));
          } else if (each.what === 'reopen' && !call.is_open)
            await change(call.id, 'correction', { is_open: true, status: 'active', ended_at: null, ended_on: null, realised_return: null });
          else if (each.what === 'note' || each.what === 'post_mortem') await change(call.id, each.what, {});
        }
      }),
      { numRuns: 40 },
    );
  }, 120_000);

  test('a call that a reader may not know of has nothing counted anew for them', async () => {
    const { answers, readers, publish, change, later } = stage();
    const before = await publish({ term: 'longTerm' });
    later(24);
    const computed: string[] = [];
    const of = answers.all.bind(answers);
    answers.all = (questions) =>
      of(
        questions.map(({ compute, ...question }) => ({
          ...question,
          compute: () => {
            computed.push(question.key);
            return compute();
          },
        })),
      );
    const askAll = async () => {
      for (const view of ['live', 'past']) await ask(readers.shared, 'lite', { view, sort: 'newest' });
      await new Desk(readers.shared).read({ period: '1M' }, askerOf('lite'));
    };
    await askAll();
    expect(computed).not.toEqual([]);
    computed.length = 0;
    const hidden = await publish({ term: 'longTerm' });
    await change(hidden, 'tighten_sl', {});
    await change(before, 'note', {});
    await askAll();
    expect(computed).toEqual([]);
    await publish({ term: 'shortTerm' });
    await askAll();
    expect(computed.filter((key) => key.startsWith('count'))).toHaveLength(1);
    expect(computed.filter((key) => key.startsWith('locked'))).toEqual([]);
  });

  test('what was open when the day began is counted once for the day, and again where an end before it comes late', async () => {
    const { answers, publish, change, later, sight, now } = stage();
    const ids = [await publish({ term: 'longTerm' }), await publish({ term: 'longTerm' })];
    later(24);
    const today = istDay(now());
    const locked = async () => (await countLocked(db, answers, sight('lite'), { today })).count;
    expect(await locked()).toBe(2);
    await change(ids[0]!, 'target_hit', endedAt(now(), 1));
    await publish({ term: 'longTerm' });
    expect(await locked()).toBe(2);
    // At the first instant of the day, which belongs to what was there when it began.
    await publish({ term: 'longTerm', published_at: istInstant(today) });
    expect(await locked()).toBe(3);
    await change(ids[1]!, 'sl_hit', endedAt(new Date(istInstant(today).getTime() - 1), -1));
    expect(await locked()).toBe(2);
    later(24);
    expect((await countLocked(db, answers, sight('lite'), { today: addDays(today, 1) })).count).toBe(2);
  });
});
