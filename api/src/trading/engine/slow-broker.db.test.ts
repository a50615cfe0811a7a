import { setTimeout as sleep } from 'node:timers/promises';
import { rng } from '@vimarsh/shared/domain/market/rng.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureDatabase, openPlatform, type TestPlatform } from '../../platform/testing.ts';
import { lockTradingAccount, tradingAccountOf, updateAccount } from '../store/account.store.ts';
import { orderById, stepsOf } from '../store/order.store.ts';
import { BrokerTruth } from './broker-truth.testing.ts';
import { outgoingOf, wishFor } from './histories.testing.ts';
import { OrderEngine } from './order-engine.ts';
import { storeWish } from './order-placer.ts';

const NOW = Date.parse('2026-11-30T05:00:00Z');
const SECOND = 1_000;
/** A broker that takes ten seconds an answer, ten times as fast. */
const SLOW_MS = 1_000;
const SLOW = 1;
const QUICK = 2;

describe.each(await featureDatabase())('one slow broker (%s)', (database) => {
  let served: TestPlatform;
  beforeAll(async () => {
    served = await openPlatform({ database });
  });
  afterAll(() => served.end());

  test('S2.1-ROUTE-19: books of other brokers are read, and what is unknown is handed over, while 50 accounts wait for a slow one', async () => {
    const { db, transaction } = served.platform;
    let now = NOW;
    const read: number[] = [];
    const truth = new BrokerTruth(
      rng(1),
      { keepsTags: true, faults: 0 },
      () => now,
      () => {},
    );
    let losing = false;
    const engine = new OrderEngine({
      db,
      transaction,
      now: () => now,
      async desk({ broker_id }) {
        const { takes, perSecond, perDay, tagLength, recovery, positions, holdings, funds } = truth;
        const broker = {
          ...{ takes, perSecond, perDay, tagLength, recovery, positions, holdings, funds },
          submit: (...call: Parameters<typeof truth.submit>) =>
            losing ? Promise.resolve({ kind: 'lost', why: 'silence', session_over: false } as const) : truth.submit(...call),
          modify: truth.modify.bind(truth),
          cancel: truth.cancel.bind(truth),
          async book() {
            if (broker_id === SLOW) await sleep(SLOW_MS);
            read.push(broker_id);
            return broker_id === SLOW ? ({ kind: 'failed', why: 'silence', session_over: false } as const) : truth.book();
          },
        };
        return { broker, session: { client_id: 'C', token: 't' } };
      },
      sessionOver: async () => {},
      mayCall: async () => true,
      mayRead: async () => true,
      changed: () => {},
    });
    const due = (user_id: string, broker_id: number, at: number): Promise<void> =>
      transaction(async (tx) => {
        await lockTradingAccount(tx, { user_id, broker_id });
        await updateAccount(tx, { user_id, broker_id }, { next_look_at: new Date(at) });
      });
    const lost = { user_id: 'late', broker_id: SLOW };
    losing = true;
    const { orders } = await storeWish({ transaction, now: () => now }, lost, wishFor(1, 'k', ['TCS']), async () => {});
    const [sent] = await engine.sender.sendAll(orders, outgoingOf);
    expect(sent!.state).toBe('unknown');

    now = NOW + 60 * SECOND;
    for (let each = 0; each < 50; each += 1) await due(`s${each}`, SLOW, NOW);
    await due('late', SLOW, NOW + SECOND);
    await due('q0', QUICK, NOW + 2 * SECOND);
    const began = performance.now();
    const sweeps = [engine.sweep()];
    await expect.poll(() => read, { interval: 10 }).toEqual([QUICK]);
    expect((await orderById(db, sent!.id, 'late'))!.record.handed_over_at).toBe(now);
    // The next second's sweep reads what has become due meanwhile.
    await due('q1', QUICK, NOW + 3 * SECOND);
    sweeps.push(engine.sweep());
    await expect.poll(() => read, { interval: 10 }).toEqual([QUICK, QUICK]);
    expect(performance.now() - began).toBeLessThan(SLOW_MS);
    await Promise.all(sweeps);
    expect(read.filter((broker_id) => broker_id === SLOW)).toHaveLength(50);
  });

  test('S2.1-ROUTE-19: a basket that a slow broker takes order by order is not cut, and what an ended process left of one is', async () => {
    const { db, transaction } = served.platform;
    let now = NOW;
    const truth = new BrokerTruth(
      rng(2),
      { keepsTags: true, faults: 0 },
      () => now,
      () => {},
    );
    const engine = new OrderEngine({
      ...{ db, transaction, now: () => now },
      async desk() {
        const submit = async (...call: Parameters<typeof truth.submit>) => {
          now += 9 * SECOND;
          await engine.sender.settleStuck();
          return truth.submit(...call);
        };
        return { broker: Object.assign(Object.create(truth) as typeof truth, { submit }), session: { client_id: 'C', token: 't' } };
      },
      ...{ sessionOver: async () => {}, mayCall: async () => true, mayRead: async () => true, changed: () => {} },
    });
    const account = { user_id: 'patient', broker_id: QUICK };
    const wish = wishFor(7, 'slow', ['TCS', 'INFY', 'ITC', 'SBIN']);
    const legs = ['TCS', 'INFY', 'ITC', 'SBIN'].map((instrument) => ({ ...wish.legs[0]!, instrument, slices: [wish.legs[0]!.ticket.quantity] }));
    const { orders } = await storeWish({ transaction, now: () => now }, account, { ...wish, legs }, async () => {});
    const sent = await engine.sender.sendAll(orders, outgoingOf);
    expect(sent.map(({ state }) => state)).toEqual(Array(4).fill('pending'));
    const left = await storeWish({ transaction, now: () => now }, account, { ...wish, key: 'left', legs }, async () => {});
    now += 16 * SECOND;
    await engine.sender.settleStuck();
    expect((await orderById(db, left.orders[3]!.id, 'patient'))!.state).toBe('not_sent');
  });

  test('S2.1-ROUTE-19: an order whose final book was never read is looked for until that of the next session, and then is its owner’s, who is told once', async () => {
    const { db, transaction } = served.platform;
    let now = NOW;
    const told: string[] = [];
    const truth = new BrokerTruth(
      rng(3),
      { keepsTags: true, faults: 0 },
      () => now,
      () => {},
    );
    const broker = Object.assign(Object.create(truth) as typeof truth, {
      submit: async () => ({ kind: 'lost', why: 'silence', session_over: false }) as const,
    });
    let session: { client_id: string; token: string } | null = { client_id: 'C', token: 't' };
    const engine = new OrderEngine({
      ...{ db, transaction, now: () => now },
      desk: async () => ({ broker, session }),
      handedOver: async (_tx, { user_id }) => void told.push(user_id),
      ...{ sessionOver: async () => {}, mayCall: async () => true, mayRead: async () => true, changed: () => {} },
    });
    const account = { user_id: 'missed', broker_id: QUICK };
    const { orders } = await storeWish({ transaction, now: () => now }, account, wishFor(9, 'missed', ['TCS']), async () => {});
    const [sent] = await engine.sender.sendAll(orders, outgoingOf);
    session = null;
    const read = async () => (await orderById(db, sent!.id, 'missed'))!.record;
    const nextLook = async () => (await tradingAccountOf(db, account))!.next_look_at;
    // 30 November 2026 is a Monday; the broker’s book of that day is never read.
    for (const instant of ['2026-11-30T05:30:00Z', '2026-12-01T05:00:00Z']) {
      now = Date.parse(instant);
      await engine.sweep();
      expect([(await read()).search_ended_at, (await nextLook()) !== null]).toEqual([undefined, true]);
    }
    now = Date.parse('2026-12-01T12:30:00Z');
    await engine.sweep();
    expect(await read()).toMatchObject({ state: 'unknown', search_ended_at: now });
    expect([await nextLook(), told]).toEqual([null, ['missed']]);
    expect((await stepsOf(db, sent!.id)).at(-1)).toMatchObject({ by: 'us', kind: 'search_ended', text: expect.stringContaining('contract note') });
    // A book that has it after all still counts.
    session = { client_id: 'C', token: 't' };
    const { tag, instrument, ticket } = sent!;
    Object.assign(broker, {
      book: async () => ({
        kind: 'told',
        value: [
          { ...ticket, ...{ broker_order_id: 'B1', tag, instrument, placed_at: NOW, state: 'rejected', filled: 0, average: null, code: '', broker_text: '' } },
        ],
      }),
    });
    await engine.books.reconcile(account);
    const found = await read();
    expect([found.state, 'search_ended_at' in found]).toEqual(['rejected', false]);
  });
});
