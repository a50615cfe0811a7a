import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases, featureDatabase, openPlatform, type TestPlatform } from '../../platform/testing.ts';
import type { OrderBroker } from '../brokers/port.ts';
import type { EngineDeps } from './engine-deps.ts';
import { playHistory } from './histories.testing.ts';
import { OrderEngine } from './order-engine.ts';
import { bugFound } from './planted-bugs.testing.ts';

/** `ORDER_HISTORIES=100000` plays more orders; `ORDER_SEED` begins elsewhere. A day has some twenty. */
const HISTORIES = Number(process.env.ORDER_HISTORIES ?? 40);
const SEED = Number(process.env.ORDER_SEED ?? 1);
const MINUTES = Number(process.env.ORDER_MINUTES ?? 2);
const FAULTS = { calls: 0.35, kills: 0.02 };
/** Days after which the tables are emptied, so that the last day is as quick as the first. */
const SWEEP_OUT = 40;

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

/** These are about the histories, not about a database. Word of another’s order is tried in `postbacks`, where it comes in. */
describe.each(await featureDatabase())('bugs that histories find (%s)', (database) => {
  let served: TestPlatform;
  beforeAll(async () => {
    served = await openPlatform({ database });
  });
  afterAll(() => served.end());
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
    await bugFound(found, what.length, (seed) => playHistory(served.platform, seed, FAULTS, withBroker(spoil)));
  });
});

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
