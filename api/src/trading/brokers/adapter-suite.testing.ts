import type { BrokerRecovery } from '@vimarsh/shared/domain/trading/order/recovery.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BookLine, OrderBroker, OutgoingOrder, TradingSession } from './port.ts';

/** A broker behind the port, and a hand on what happens at its side. */
export interface BrokerRig {
  readonly broker: OrderBroker;
  readonly session: TradingSession;
  /** Market time, ms. */
  now(): number;
  /** Fills an order up to so many at ₹ a piece. */
  fill(id: string, filled: number): Promise<void>;
  /** The next order: is taken and not answered, does not arrive and is not answered, is refused for want of money. */
  next(what: 'lost' | 'never' | 'FUNDS'): Promise<void>;
  /** Rejects an order that was taken, with these words; null where that can't be. */
  readonly reject: ((id: string, words: string) => Promise<void>) | null;
  /** Ends the customer's session; null where the broker has none. */
  readonly endSession: (() => void) | null;
  close(): Promise<void>;
}

export const OUT: OutgoingOrder = {
  instrument: 'TCS',
  symbol: 'TCS',
  contract: null,
  exchange: 'BSE',
  side: 'buy',
  product: 'MIS',
  type: 'LIMIT',
  quantity: 10,
  price: 3_500.05,
  trigger: null,
  validity: 'DAY',
  tag: 'a1b2c3d4e5f60718293a',
  after_market: false,
  worst_price: null,
};

const HOUR_AND_A_HALF = 90 * 60_000;

/** What every broker behind the port does alike. `open` makes a fresh one for each test. */
export function brokerSuite(name: string, recovery: BrokerRecovery, open: () => Promise<BrokerRig>): void {
  describe(`orders at ${name}`, () => {
    let rig: BrokerRig;
    beforeEach(async () => {
      rig = await open();
    });
    afterEach(() => rig.close());

    const place = async (order: Partial<OutgoingOrder> = {}): Promise<string> => {
      const answer = await rig.broker.submit(rig.session, { ...OUT, ...order });
      if (answer.kind !== 'accepted') throw new Error(JSON.stringify(answer));
      return answer.broker_order_id;
    };
    const book = async (): Promise<readonly BookLine[]> => {
      const answer = await rig.broker.book(rig.session);
      if (answer.kind !== 'told') throw new Error(answer.why);
      return answer.value;
    };
    const line = async (id: string): Promise<BookLine> => (await book()).find(({ broker_order_id }) => broker_order_id === id)!;

    test('S2.1-ROUTE-19: an order is in the book as it was sent, with our id', async () => {
      const id = await place();
      const { tag, instrument, side, quantity, price, trigger, filled, average, placed_at, state } = await line(id);
      expect({ tag, instrument, side, quantity, price, trigger, filled, average }).toEqual({
        tag: OUT.tag,
        instrument: 'TCS',
        side: 'buy',
        quantity: 10,
        price: 3_500.05,
        trigger: null,
        filled: 0,
        average: null,
      });
      expect(['pending', 'open']).toContain(state);
      expect(Math.abs(placed_at! - rig.now())).toBeLessThan(HOUR_AND_A_HALF);
    });

    test('S2.1-ROUTE-19: a part that is filled counts while the rest waits, and then the whole', async () => {
      const id = await place();
      await rig.fill(id, 4);
      expect(await line(id)).toMatchObject({ state: 'open', filled: 4, quantity: 10, average: expect.any(Number) });
      await rig.fill(id, 10);
      expect(await line(id)).toMatchObject({ state: 'complete', filled: 10, average: expect.any(Number) });
    });

    test('S2.1-ROUTE-19: the rest of a part is cancelled, and what is filled stays filled', async () => {
      const id = await place();
      await rig.fill(id, 4);
      expect(await rig.broker.cancel(rig.session, id)).toEqual({ kind: 'accepted' });
      expect(await line(id)).toMatchObject({ state: 'cancelled', filled: 4 });
      expect(await rig.broker.cancel(rig.session, id)).toMatchObject({ kind: 'refused', code: 'OVER', broker_text: expect.stringMatching(/\w/) });
      expect(await line(id)).toMatchObject({ state: 'cancelled', filled: 4 });
    });

    test('S2.1-ROUTE-19: quantity and price change, and nothing falls below what is filled', async () => {
      const id = await place();
      await rig.fill(id, 4);
      const terms = { quantity: 8, price: 3_499.95, trigger: null };
      expect(await rig.broker.modify(rig.session, id, terms, OUT)).toEqual({ kind: 'accepted' });
      expect(await line(id)).toMatchObject({ quantity: 8, price: 3_499.95, filled: 4 });
      expect(await rig.broker.modify(rig.session, id, { ...terms, quantity: 3 }, { ...OUT, quantity: 8 })).toMatchObject({ kind: 'refused' });
      expect(await line(id)).toMatchObject({ quantity: 8, filled: 4 });
    });

    test('S2.1-ROUTE-19: a refusal has our code, and the broker’s own words', async () => {
      await rig.next('FUNDS');
      expect(await rig.broker.submit(rig.session, OUT)).toEqual({ kind: 'refused', code: 'FUNDS', broker_text: expect.stringMatching(/insufficient|margin/i) });
      expect((await book()).filter(({ state }) => state === 'open' || state === 'pending')).toEqual([]);
    });

    test('S2.1-ROUTE-19: an order whose answer is lost is lost, and the book has it once', async () => {
      await rig.next('lost');
      expect(await rig.broker.submit(rig.session, OUT)).toMatchObject({ kind: 'lost', session_over: false });
      expect((await book()).map(({ tag }) => tag)).toEqual([OUT.tag]);
      expect(rig.broker.find !== undefined).toBe(recovery.at_once);
      if (rig.broker.find) expect(await rig.broker.find(rig.session, OUT.tag)).toMatchObject({ kind: 'told', value: { tag: OUT.tag, instrument: 'TCS' } });
    });

    test('S2.1-ROUTE-19: an order that never arrived is lost too, and no book has it', async () => {
      await rig.next('never');
      expect(await rig.broker.submit(rig.session, OUT)).toMatchObject({ kind: 'lost', session_over: false });
      expect(await book()).toEqual([]);
      if (rig.broker.find) expect(await rig.broker.find(rig.session, OUT.tag)).toEqual({ kind: 'told', value: null });
    });

    test('S2.1-ROUTE-19: an order that was taken and then rejected says so with the broker’s words', async (context) => {
      if (!rig.reject) return context.skip();
      const id = await place();
      await rig.reject(id, '16283 : price is out of the current execution range');
      expect(await line(id)).toMatchObject({ state: 'rejected', code: 'BAND', broker_text: expect.stringContaining('execution range') });
    });

    test('S2.1-ROUTE-19: a market order has no price, and a stop its trigger', async () => {
      const market = await place({ type: 'MARKET', price: null, worst_price: 3_570, tag: 'b1' });
      const stop = await place({ type: 'SL', side: 'sell', price: 3_400, trigger: 3_410, tag: 'b2' });
      expect(await line(market)).toMatchObject({ price: null, trigger: null });
      expect(await line(stop)).toMatchObject({ price: 3_400, trigger: 3_410, side: 'sell' });
    });

    test('S2.1-ROUTE-19: a session that ends in the middle leaves an order lost, and the book unread', async (context) => {
      if (!rig.endSession) return context.skip();
      await place();
      rig.endSession();
      expect(await rig.broker.submit(rig.session, { ...OUT, tag: 'c1' })).toMatchObject({ kind: 'lost', session_over: true });
      expect(await rig.broker.cancel(rig.session, '261130001000')).toMatchObject({ kind: 'lost', session_over: true });
      expect(await rig.broker.book(rig.session)).toMatchObject({ kind: 'failed', session_over: true });
      expect(await rig.broker.funds(rig.session)).toMatchObject({ kind: 'failed', session_over: true });
    });

    test('S2.1-ROUTE-19: money is told in whole paise', async () => {
      const answer = await rig.broker.funds(rig.session);
      expect(answer).toMatchObject({ kind: 'told' });
      if (answer.kind === 'told') {
        expect(answer.value.available_paise + answer.value.used_paise).toBe(answer.value.total_paise);
        expect(Object.values(answer.value).every(Number.isInteger)).toBe(true);
      }
      expect(await rig.broker.positions(rig.session)).toMatchObject({ kind: 'told' });
      expect(await rig.broker.holdings(rig.session)).toMatchObject({ kind: 'told' });
    });
  });
}
