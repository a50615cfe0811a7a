import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { databases, featureDatabase, openPlatform, type TestPlatform } from '../../platform/testing.ts';
import type { OrderBroker } from '../brokers/port.ts';
import { type TradeOrderRow, tradingTables } from '../tables.ts';
import type { EngineDeps } from './engine-deps.ts';
import { playHistory } from './histories.testing.ts';
import { OrderEngine } from './order-engine.ts';

/** `ORDER_HISTORIES=100000` plays more orders; `ORDER_SEED` begins elsewhere. A day has some twenty. */
const HISTORIES = Number(process.env.ORDER_HISTORIES ?? 40);
const SEED = Number(process.env.ORDER_SEED ?? 1);
const MINUTES = Number(process.env.ORDER_MINUTES ?? 2);
const FAULTS = { calls: 0.35, kills: 0.02 };
/** Days after which the tables are emptied, so that the last day is as quick as the first. */
const SWEEP_OUT = 40;
/** Days within which a bug that was planted has to be found. */
const FOUND_WITHIN = 25;

describe.each(await databases())('histories of orders (%s)', (database) => {
  let served: TestPlatform;
  beforeAll(async () => {
    served = await openPlatform({ database });
  });
  afterAll(() => served.end());
  test('S2.1-ROUTE-19: no order twice, none rejected falsely, no fill lost, nobody left waiting, books equal at the end', {
    timeout: (MINUTES + 1) * 60_000,
  }, async () => {
    const wrong: string[] = [];
    const sums = { days: 0, orders: 0, unknown: 0, handed: 0, kills: 0 };
    const until = performance.now() + MINUTES * 60_000;
    for (let seed = SEED; sums.orders < HISTORIES && performance.now() < until && wrong.length < 20; seed += 1) {
      const played = await playHistory(served.platform, seed, FAULTS);
      wrong.push(...played.wrong.map((each) => `seed ${seed}: ${each}`));
      for (const sum of ['orders', 'unknown', 'handed', 'kills'] as const) sums[sum] += played[sum];
      sums.days += 1;
      if (sums.days % SWEEP_OUT === 0) await sql`truncate trading_steps, trading_orders, trading_accounts, trading_differences`.execute(served.platform.db);
    }
    if (process.env.ORDER_HISTORIES) console.log(database, HISTORIES, JSON.stringify(sums));
    expect(wrong).toEqual([]);
    expect(sums.orders, 'as many as were asked for, in the time that was given').toBeGreaterThanOrEqual(HISTORIES);
    // A history in which nothing goes wrong proves nothing.
    expect(Math.min(sums.unknown, sums.handed, sums.kills)).toBeGreaterThan(0);
  });
});

/** These are about the histories, not about a database. */
describe.each(await featureDatabase())('bugs that histories find (%s)', (database) => {
  let served: TestPlatform;
  beforeAll(async () => {
    served = await openPlatform({ database });
  });
  afterAll(() => served.end());
  afterEach(() => {
    vi.doUnmock(RECORDS);
    vi.doUnmock('./compare-books.ts');
    vi.doUnmock('../store/order.store.ts');
    vi.resetModules();
  });

  /** Plays days with a bug in it until it is found. Each bug begins at seeds of its own: accounts of other days are taken. */
  async function untilFound(found: RegExp, place: number, play: (seed: number) => Promise<{ readonly wrong: string[] }>): Promise<void> {
    const wrong: string[] = [];
    const first = 1_000_000 * (place + 1);
    for (let seed = first; wrong.every((each) => !found.test(each)) && seed < first + FOUND_WITHIN; seed += 1) wrong.push(...(await play(seed)).wrong);
    expect(wrong.join('\n')).toMatch(found);
  }

  test.each<[string, RegExp, (broker: OrderBroker) => Partial<OrderBroker>]>([
    [
      'sends again what was not answered',
      /was sent 2 times/,
      (broker) => ({
        async submit(session, order) {
          const answer = await broker.submit(session, order);
          return answer.kind === 'lost' ? broker.submit(session, order) : answer;
        },
      }),
    ],
    [
      'takes silence for a refusal',
      /is rejected without the broker’s word/,
      (broker) => ({
        async submit(session, order) {
          const answer = await broker.submit(session, order);
          return answer.kind === 'lost' ? { kind: 'refused', code: 'OTHER', broker_text: '' } : answer;
        },
      }),
    ],
    [
      'takes an unreadable book for an empty one',
      /is not_received|lost \d of its fills|; the broker has/,
      () => ({ book: async () => ({ kind: 'told', value: [] }) }),
    ],
  ])('S2.1-ROUTE-19: an adapter that %s is found', { timeout: 60_000 }, async (what, found, spoil) => {
    await untilFound(found, what.length, (seed) => playHistory(served.platform, seed, FAULTS, withBroker(spoil)));
  });

  test.each<[string, RegExp, () => void]>([
    [
      'rejects what three books did not have',
      /is rejected without the broker’s word/,
      () =>
        vi.doMock('./compare-books.ts', async (actual) => {
          const real = await actual<typeof import('./compare-books.ts')>();
          const looks = new Map<string, number>();
          const lookedFor = (id: string): number => looks.set(id, (looks.get(id) ?? 0) + 1).get(id)!;
          return {
            compareBooks(...[orders, read]: Parameters<typeof real.compareBooks>) {
              const { compared, differences } = real.compareBooks(orders, read);
              const spoilt = compared.map((each) =>
                each.record.state === 'unknown' && lookedFor(each.order.id) >= 3
                  ? { ...each, record: { ...each.record, state: 'rejected' as const, unknown_since: null } }
                  : each,
              );
              return { compared: spoilt, differences };
            },
          };
        }),
    ],
    [
      'counts no fill of an order that is not filled whole',
      /lost \d of its fills/,
      () =>
        vi.doMock(RECORDS, async (actual) => {
          const real = await actual<Records>();
          const hearBroker: Records['hearBroker'] = (order, report, heard) =>
            real.hearBroker(order, report.state === 'complete' ? report : { ...report, filled: order.filled }, heard);
          return { ...real, hearBroker };
        }),
    ],
    [
      'believes a book that is older than what it knows',
      /came back to life/,
      () =>
        vi.doMock(RECORDS, async (actual) => {
          const real = await actual<Records>();
          const hearBroker: Records['hearBroker'] = (order, report, heard) =>
            real.hearBroker(order, report, heard.book === null ? heard : { ...heard, book: order.look + 1 });
          return { ...real, hearBroker };
        }),
    ],
    [
      'takes word of another customer’s order for its own',
      /has fills that the broker does not know|; the broker has/,
      () =>
        vi.doMock('../store/order.store.ts', async (actual) => {
          const real = await actual<typeof import('../store/order.store.ts')>();
          const orderOfBroker: typeof real.orderOfBroker = async (db, broker_id, line) =>
            (await real.orderOfBroker(db, broker_id, line)) ??
            (await tradingTables(db)
              .selectFrom('trading_orders')
              .selectAll()
              .where('broker_id', '=', broker_id)
              .where('instrument', '=', (line as unknown as TradeOrderRow).instrument)
              .where('broker_order_id', '=', '')
              .orderBy('placed_at', 'desc')
              .executeTakeFirst());
          return { ...real, orderOfBroker };
        }),
    ],
  ])('S2.1-ROUTE-19: an engine that %s is found', { timeout: 60_000 }, async (what, found, spoil) => {
    spoil();
    vi.resetModules();
    const { playHistory: playSpoilt } = await import('./histories.testing.ts');
    await untilFound(found, 100 + what.length, (seed) => playSpoilt(served.platform, seed, FAULTS));
  });
});

const RECORDS = '@vimarsh/shared/domain/trading/order/order-record.ts';
type Records = typeof import('@vimarsh/shared/domain/trading/order/order-record.ts');

/** An engine whose broker is made worse in one way. */
const withBroker =
  (spoil: (broker: OrderBroker) => Partial<OrderBroker>) =>
  (deps: EngineDeps): OrderEngine =>
    new OrderEngine({
      ...deps,
      async desk(account) {
        const { broker, session } = await deps.desk(account);
        const { takes, perSecond, perDay, tagLength, recovery, positions, holdings, funds } = broker;
        const plain: OrderBroker = {
          ...{ takes, perSecond, perDay, tagLength, recovery, positions, holdings, funds },
          submit: (...call) => broker.submit(...call),
          modify: (...call) => broker.modify(...call),
          cancel: (...call) => broker.cancel(...call),
          book: (...call) => broker.book(...call),
        };
        return { session, broker: { ...plain, ...spoil(broker) } };
      },
    });
