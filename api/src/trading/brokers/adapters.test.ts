import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { brokerSuite, OUT } from './adapter-suite.testing.ts';
import type { OrderBroker } from './port.ts';
import { ADAPTER_KINDS, DIALECTS, RECOVERY, stagedAdapter } from './staged-adapters.testing.ts';
import { SESSION, type StandIn, serveStandIn, WIRE_FAULTS } from './stand-in.testing.ts';
import { StandInBook } from './stand-in-book.testing.ts';

const START = Date.parse('2026-11-30T04:00:07Z');

describe.each(ADAPTER_KINDS)('%s', (kind) => {
  const dialect = DIALECTS[kind];
  brokerSuite(kind, RECOVERY[kind], async () => {
    const now = () => START;
    const orders = new StandInBook(now);
    const standIn = await serveStandIn(dialect, orders);
    return {
      broker: stagedAdapter(kind, standIn.url, now),
      session: SESSION,
      now,
      fill: async (id, filled) => orders.fill(id, filled, 3_500.05),
      async next(what) {
        if (what === 'FUNDS') orders.refuses = 'FUNDS';
        else standIn.fault('hang up', what === 'lost' ? 'after' : 'before');
      },
      reject: async (id, words) => orders.change(id, { state: 'rejected', broker_text: words }),
      endSession: () => {
        standIn.session = 'over';
      },
      close: standIn.close,
    };
  });

  describe('on the line', () => {
    let orders: StandInBook;
    let standIn: StandIn;
    let broker: OrderBroker;
    let now = START;
    beforeEach(async () => {
      now = START;
      orders = new StandInBook(() => now);
      standIn = await serveStandIn(dialect, orders);
      broker = stagedAdapter(kind, standIn.url, () => now);
    });
    afterEach(() => standIn.close());

    const place = async (order: Partial<typeof OUT> = {}): Promise<string> => {
      const answer = await broker.submit(SESSION, { ...OUT, ...order });
      if (answer.kind !== 'accepted') throw new Error(JSON.stringify(answer));
      return answer.broker_order_id;
    };
    const lines = async () => {
      const answer = await broker.book(SESSION);
      if (answer.kind !== 'told') throw new Error(answer.why);
      return answer.value;
    };

    test.each(WIRE_FAULTS.flatMap((fault) => (['before', 'after'] as const).map((when) => [fault, when] as const)))(
      'S2.1-ROUTE-19: %s %s the order takes effect is lost, sent once, and no book',
      async (fault, when) => {
        standIn.fault(fault, when);
        const impatient = fault === 'never' ? stagedAdapter(kind, standIn.url, () => now, 600) : broker;
        expect(await impatient.submit(SESSION, OUT)).toMatchObject({ kind: 'lost', session_over: false });
        expect(standIn.requests).toHaveLength(1);
        expect(orders.orders).toHaveLength(when === 'after' ? 1 : 0);
        standIn.fault(fault, when);
        expect(await impatient.book(SESSION)).toMatchObject({ kind: 'failed', session_over: false });
        if (when === 'after') expect((await lines()).map(({ tag }) => tag)).toEqual([OUT.tag]);
      },
    );

    test('S2.1-ROUTE-19: a change that meets a fault is lost', async () => {
      const id = await place();
      for (const fault of ['html', 'half a body', 'hang up'] as const) {
        standIn.fault(fault, 'after');
        expect(await broker.modify(SESSION, id, { quantity: 12, price: 3_501, trigger: null }, OUT)).toMatchObject({ kind: 'lost' });
      }
      standIn.fault('status 502', 'after');
      expect(await broker.cancel(SESSION, id)).toMatchObject({ kind: 'lost' });
      expect((await lines())[0]).toMatchObject({ state: 'cancelled', quantity: 12 });
    });

    test('S2.1-ROUTE-19: a session that ends while an order is taken leaves it lost', async () => {
      standIn.fault('session', 'after');
      expect(await broker.submit(SESSION, OUT)).toMatchObject({ kind: 'lost', session_over: true });
      expect(orders.orders).toHaveLength(1);
    });

    test('S2.1-ROUTE-19: too many requests are a refusal; with a time the book is left alone until then', async () => {
      standIn.fault('too many', 'before');
      expect(await broker.submit(SESSION, OUT)).toMatchObject({ kind: 'refused', code: 'RATE' });
      expect(await lines()).toEqual([]);
      standIn.fault('too many, wait', 'before');
      expect(await broker.submit(SESSION, OUT)).toEqual({ kind: 'refused', code: 'RATE', broker_text: 'Too many requests; again in 7 s' });
      const asked = standIn.requests.length;
      now += 6_999;
      expect(await broker.book(SESSION)).toEqual({ kind: 'failed', why: 'the broker asked us to wait', session_over: false });
      expect(standIn.requests).toHaveLength(asked);
      now += 1;
      expect(await lines()).toEqual([]);
    });

    test('S2.1-ROUTE-19: nothing is sent where nobody listens, and where the list lacks the instrument', async () => {
      expect(await broker.submit(SESSION, { ...OUT, instrument: 'NOSUCH' })).toMatchObject({ kind: 'not_sent' });
      expect(standIn.requests).toEqual([]);
      await standIn.close();
      expect(await broker.submit(SESSION, OUT)).toMatchObject({ kind: 'not_sent', session_over: false });
      expect(await broker.book(SESSION)).toMatchObject({ kind: 'failed', session_over: false });
    });

    test.each(['SOMETHING NEW', 'REJECTION UNDER REVIEW', '', 'NOT_OK', 'null'])('S2.1-ROUTE-19: the status “%s” is no rejection', async (word) => {
      orders.change(await place(), { word });
      expect((await lines())[0]!.state).toBe('pending');
    });

    test('S2.1-ROUTE-19: a line that the book has twice counts once, with its fills', async () => {
      orders.fill(await place(), 4, 3_500);
      orders.doubled = true;
      expect(await lines()).toMatchObject([{ tag: OUT.tag, filled: 4 }]);
    });

    test('S2.1-ROUTE-19: times are Indian, and a clock that is an hour off is told as it is', async () => {
      await place();
      orders.clock = 3_600_000;
      await place({ tag: 'd2' });
      expect((await lines()).map(({ placed_at }) => placed_at! - START)).toEqual([0, 3_600_000]);
    });

    test('S2.1-ROUTE-19: a contract, and a symbol with an ampersand, go out and come back', async () => {
      await place({ instrument: 'NIFTY 2026-12-01 24000 CE', exchange: 'NFO', product: 'NRML', quantity: 75, price: 101.35 });
      await place({ instrument: 'M&M', exchange: 'NSE', product: 'CNC', tag: 'd3' });
      expect(orders.orders.map(({ instrument, exchange, product }) => ({ instrument, exchange, product }))).toEqual([
        { instrument: 'NIFTY 2026-12-01 24000 CE', exchange: 'NFO', product: 'NRML' },
        { instrument: 'M&M', exchange: 'NSE', product: 'CNC' },
      ]);
      expect((await lines()).map(({ instrument }) => instrument)).toEqual(['NIFTY 2026-12-01 24000 CE', 'M&M']);
    });

    test('S2.1-ROUTE-19: an order after the session goes out as one, and can be changed and cancelled by a process that knows nothing of it', async () => {
      const id = await place({ after_market: true });
      expect(orders.orders[0]!.after_market).toBe(true);
      const another = stagedAdapter(kind, standIn.url, () => now);
      expect(await another.modify(SESSION, id, { quantity: 10, price: 3_490, trigger: null }, { ...OUT, after_market: true })).toEqual({ kind: 'accepted' });
      expect(await stagedAdapter(kind, standIn.url, () => now).cancel(SESSION, id)).toEqual({ kind: 'accepted' });
      expect(orders.orders[0]).toMatchObject({ state: 'cancelled', price: 3_490, quantity: 10 });
    });

    test.each(['FUNDS', 'HOLDINGS', 'CLOSED', 'ADDRESS', 'LOT', 'OVER'])('S2.1-ROUTE-19: the broker’s words for %s are ours', async (code) => {
      orders.refuses = code;
      expect(await broker.submit(SESSION, OUT)).toMatchObject({ kind: 'refused', code, broker_text: expect.stringMatching(/\w{2}/) });
    });

    test.each(['TIMEOUT', 'BROKEN', 'VAGUE'])('S2.1-ROUTE-19: trouble of the broker’s own that comes as a refusal (%s) is none', async (trouble) => {
      orders.refuses = trouble;
      expect(await broker.submit(SESSION, OUT)).toMatchObject({ kind: 'lost', session_over: false });
    });

    test('S2.1-ROUTE-19: positions, holdings and money are read to the paisa', async () => {
      orders.positions = [
        { instrument: 'TCS', exchange: 'BSE', product: 'MIS', quantity: -5, average: 3_500.25, realised_paise: -1_234_567 },
        { instrument: 'NIFTY 2026-12-01 24000 CE', exchange: 'NFO', product: 'NRML', quantity: 75, average: 101.35, realised_paise: 1 },
      ];
      orders.holdings = [{ instrument: 'M&M', exchange: 'NSE', quantity: 30, unsettled: 10, average: 1_450.15 }];
      expect(await broker.positions(SESSION)).toEqual({ kind: 'told', value: orders.positions });
      expect(await broker.holdings(SESSION)).toEqual({ kind: 'told', value: orders.holdings });
      expect(await broker.funds(SESSION)).toEqual({ kind: 'told', value: { available_paise: 9_876_543, used_paise: 123_457, total_paise: 10_000_000 } });
    });

    test('S2.1-ROUTE-19: a book of 5,000 orders is read quickly, and a longer one is none', async () => {
      const id = await place();
      for (let n = 1; n < 5_000; n += 1) orders.orders.push({ ...orders.orders[0]!, broker_order_id: `${Number(id) + n}`, tag: `t${n}` });
      await lines();
      const used = process.cpuUsage();
      expect(await lines()).toHaveLength(5_000);
      const { user, system } = process.cpuUsage(used);
      // Some 120 ms on a desk, of which half is the stand-in’s own writing in the same process.
      expect((user + system) / 1_000).toBeLessThan(1_500);
      orders.orders.push({ ...orders.orders[0]!, broker_order_id: '9' });
      expect(await broker.book(SESSION)).toMatchObject({ kind: 'failed' });
    });

    test('S2.1-ROUTE-19: no answer of an adapter holds the token', async () => {
      const told: unknown[] = [];
      for (const fault of ['hang up', 'html', 'session', 'too many', 'another form'] as const) {
        standIn.fault(fault, 'before');
        told.push(await broker.submit(SESSION, OUT));
        standIn.fault(fault, 'before');
        told.push(await broker.book(SESSION));
      }
      expect(JSON.stringify(told)).not.toContain(SESSION.token);
      expect(standIn.requests.every(({ path }) => !path.includes(SESSION.token))).toBe(true);
    });
  });
});
