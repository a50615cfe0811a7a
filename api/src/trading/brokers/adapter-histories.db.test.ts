import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases, openPlatform, type TestPlatform } from '../../platform/testing.ts';
import { outgoingOf, playHistory, wishFor } from '../engine/histories.testing.ts';
import { OrderEngine } from '../engine/order-engine.ts';
import { storeWish } from '../engine/order-placer.ts';
import type { OrderBroker } from './port.ts';
import { ADAPTER_KINDS, DIALECTS, stagedAdapter } from './staged-adapters.testing.ts';
import { SESSION, type StandIn, serveStandIn } from './stand-in.testing.ts';
import { StandInBook } from './stand-in-book.testing.ts';
import { TruthBehindWire } from './truth-behind-wire.testing.ts';

/** `ADAPTER_HISTORIES=1000` plays more with each adapter; `ORDER_SEED` begins elsewhere. */
const HISTORIES = Number(process.env.ADAPTER_HISTORIES ?? 1);
const SEED = Number(process.env.ORDER_SEED ?? 1);
/** Fewer ends of processes than elsewhere, so that more answers are lost on the wire. */
const FAULTS = { calls: 0.45, kills: 0.005 };

/** Adapters do not touch a database, so one is enough. */
const [database] = await databases();

/** Kite and Noren have no word for an order that expires: it is cancelled there. */
const EXPIRED = / is cancelled with (\d+); the broker has expired with \1$/;

/** The histories' customer, with a session that a stand-in knows. */
const inSession = (broker: OrderBroker): OrderBroker => ({
  ...broker,
  submit: (_session, order) => broker.submit(SESSION, order),
  modify: (_session, ...change) => broker.modify(SESSION, ...change),
  cancel: (_session, id) => broker.cancel(SESSION, id),
  book: () => broker.book(SESSION),
  ...(broker.find && { find: (_session: unknown, tag: string) => broker.find!(SESSION, tag) }),
});

describe('histories of orders through adapters', () => {
  let served: TestPlatform;
  const open: StandIn[] = [];
  beforeAll(async () => {
    served = await openPlatform({ database: database! });
  });
  afterAll(async () => {
    await Promise.all(open.map((standIn) => standIn.close()));
    await served.end();
  });

  /** Plays histories through an adapter, each on accounts of its own. */
  async function play(kind: (typeof ADAPTER_KINDS)[number], from: number, count: number, spoil: (broker: OrderBroker) => OrderBroker = (broker) => broker) {
    const wrong: string[] = [];
    const sums = { orders: 0, unknown: 0, handed: 0, kills: 0, silences: 0 };
    const wires: TruthBehindWire[] = [];
    for (let seed = from; seed < from + count; seed += 1) {
      const played = await playHistory(served.platform, seed, FAULTS, undefined, async (truth, now) => {
        const wire = new TruthBehindWire(truth);
        wires.push(wire);
        const standIn = await serveStandIn(DIALECTS[kind], wire);
        open.push(standIn);
        return spoil(inSession(stagedAdapter(kind, standIn.url, now, 2_000)));
      });
      wrong.push(...played.wrong.filter((each) => kind === 'dhan' || !EXPIRED.test(each)).map((each) => `seed ${seed}: ${each}`));
      for (const sum of ['orders', 'unknown', 'handed', 'kills'] as const) sums[sum] += played[sum];
    }
    sums.silences = wires.reduce((sum, { silences }) => sum + silences, 0);
    return { wrong, sums };
  }

  test.each(ADAPTER_KINDS.map((kind, at) => [kind, at] as const))(
    'S2.1-ROUTE-19: %s: no order twice, none rejected falsely, no fill lost, books equal at the end',
    { timeout: 60_000 + HISTORIES * 10_000 },
    async (kind, at) => {
      const { wrong, sums } = await play(kind, SEED + (at + 1) * 10_000_000, HISTORIES);
      expect(wrong).toEqual([]);
      if (process.env.ADAPTER_HISTORIES) console.log(kind, HISTORIES, JSON.stringify(sums));
      // A history in which nothing is lost proves nothing.
      expect(Math.min(sums.orders, sums.silences)).toBeGreaterThan(0);
    },
  );

  test.each<[string, RegExp, (broker: OrderBroker) => Partial<OrderBroker>]>([
    [
      'tries again what failed',
      /was sent 2 times/,
      (broker) => ({
        async submit(session, order) {
          const answer = await broker.submit(session, order);
          return answer.kind === 'lost' ? broker.submit(session, order) : answer;
        },
      }),
    ],
    [
      'calls what it can’t read a refusal',
      /is rejected without the broker’s word/,
      (broker) => ({
        async submit(session, order) {
          const answer = await broker.submit(session, order);
          return answer.kind === 'lost' ? { kind: 'refused', code: 'OTHER', broker_text: answer.why } : answer;
        },
      }),
    ],
  ])('S2.1-ROUTE-19: an adapter that %s is found', { timeout: 120_000 }, async (_what, found, spoil) => {
    const wrong: string[] = [];
    const from = 90_000_000 + 1_000 * found.source.length;
    for (let seed = from; wrong.every((each) => !found.test(each)) && seed < from + 12; seed += 1)
      wrong.push(...(await play('kite', seed, 1, (broker) => ({ ...broker, ...spoil(broker) }))).wrong);
    expect(wrong.join('\n')).toMatch(found);
  });

  test.each<[(typeof ADAPTER_KINDS)[number], 'after' | 'before', string, number]>([
    ['dhan', 'after', 'open', 2],
    ['dhan', 'before', 'unknown', 2],
    ['kite', 'after', 'unknown', 1],
    ['noren', 'after', 'unknown', 1],
  ])('S2.1-ROUTE-19: %s: an order whose line breaks %s it is taken is %s before any book is read', async (kind, when, state, calls) => {
    const now = () => Date.parse('2026-11-30T05:00:00Z');
    const book = new StandInBook(now);
    const standIn = await serveStandIn(DIALECTS[kind], book);
    open.push(standIn);
    const account = { user_id: `lost ${kind} ${when}`, broker_id: 1 };
    const deps = {
      db: served.platform.db,
      transaction: served.platform.transaction,
      now,
      desk: async () => ({ broker: stagedAdapter(kind, standIn.url, now), session: SESSION }),
      sessionOver: async () => {},
      mayCall: async () => true,
      mayRead: async () => true,
      changed: () => {},
    };
    const { orders } = await storeWish(deps, account, wishFor(1, 'k', ['TCS']), async () => {});
    standIn.fault('hang up', when);
    const [sent] = await new OrderEngine(deps).sender.sendAll(orders.slice(0, 1), outgoingOf);
    expect(sent).toMatchObject({ state, broker_order_id: state === 'open' ? book.orders[0]!.broker_order_id : '' });
    expect(standIn.requests).toHaveLength(calls);
    expect(book.orders).toHaveLength(when === 'after' ? 1 : 0);
  });
});
