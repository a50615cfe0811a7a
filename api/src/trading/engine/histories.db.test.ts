import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases, openPlatform, type TestPlatform } from '../../platform/testing.ts';
import type { OrderBroker } from '../brokers/port.ts';
import type { EngineDeps } from './engine-deps.ts';
import { type Played, playHistory } from './histories.testing.ts';
import { OrderEngine } from './order-engine.ts';

/** `ORDER_HISTORIES=100000` plays more; `ORDER_SEED` begins elsewhere. */
const HISTORIES = Number(process.env.ORDER_HISTORIES ?? 6);
const SEED = Number(process.env.ORDER_SEED ?? 1);
const FAULTS = { calls: 0.35, kills: 0.02 };

/** An engine whose broker, or whose database, is made worse in one way. */
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

describe.each(await databases())('histories of orders (%s)', (database) => {
  let served: TestPlatform;
  beforeAll(async () => {
    served = await openPlatform({ database });
  });
  afterAll(() => served.end());

  test('S2.1-ROUTE-19: no order twice, none rejected falsely, no fill lost, nobody left waiting, books equal at the end', {
    timeout: 120_000 + HISTORIES * 10_000,
  }, async () => {
    const wrong: string[] = [];
    const sums = { orders: 0, unknown: 0, handed: 0, kills: 0 };
    for (let seed = SEED; seed < SEED + HISTORIES; seed += 1) {
      const played = await playHistory(served.platform, seed, FAULTS);
      wrong.push(...played.wrong.map((each) => `seed ${seed}: ${each}`));
      for (const sum of ['orders', 'unknown', 'handed', 'kills'] as const) sums[sum] += played[sum];
    }
    expect(wrong).toEqual([]);
    // A history in which nothing goes wrong proves nothing.
    expect(Math.min(sums.orders, sums.unknown, sums.handed, sums.kills)).toBeGreaterThan(0);
    if (process.env.ORDER_HISTORIES) console.log(database, HISTORIES, JSON.stringify(sums));
  });

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
  ])('S2.1-ROUTE-19: an adapter that %s is found', { timeout: 240_000 }, async (_what, found, spoil) => {
    const wrong: Played['wrong'] = [];
    // Seeds of their own: accounts of the histories above are taken.
    for (let seed = 1_000_000 * found.source.length; wrong.every((each) => !found.test(each)) && seed < 1_000_000 * found.source.length + 40; seed += 1)
      wrong.push(...(await playHistory(served.platform, seed, FAULTS, withBroker(spoil))).wrong);
    expect(wrong.join('\n')).toMatch(found);
  });
});
