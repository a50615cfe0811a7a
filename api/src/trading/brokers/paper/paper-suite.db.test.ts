import { BROKER_RECOVERY } from '@vimarsh/shared/domain/trading/order/recovery.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databases, openPlatform, type TestPlatform } from '../../../platform/testing.ts';
import { ulid } from '../../../platform/text/id.ts';
import { brokerSuite, OUT } from '../adapter-suite.testing.ts';
import { paperTables } from './paper.tables.ts';
import { PaperBroker } from './paper-broker.ts';
import type { PaperQuote } from './paper-match.ts';

/** A Monday in the session. */
const START = Date.parse('2026-11-30T05:00:00Z');
const [database] = await databases();
let served: TestPlatform;
beforeAll(async () => {
  served = await openPlatform({ database: database! });
});
afterAll(() => served.end());

brokerSuite('the paper broker', BROKER_RECOVERY.paper, async () => {
  // Far above every order: nothing fills but on demand.
  let quote: PaperQuote = { bid: 3_400.5, ask: 9_000, depth: 1_000 };
  const session = { client_id: `paper ${ulid()}`, token: '' };
  const broker = new PaperBroker({
    db: served.platform.db,
    transaction: served.platform.transaction,
    now: () => START,
    quote: async () => quote,
    newId: () => `P${ulid()}`,
    tradedHoursOf: () => ({ fno: true, option: false }),
  });
  return {
    broker,
    session,
    now: () => START,
    async fill(id, filled) {
      const book = await broker.book(session);
      const line = book.kind === 'told' ? book.value.find(({ broker_order_id }) => broker_order_id === id) : undefined;
      const calm = quote;
      quote = { bid: 3_500, ask: 3_500, depth: filled - line!.filled };
      await broker.beat();
      quote = calm;
    },
    next: (what) => broker.setFaults(session.client_id, [what === 'FUNDS' ? 'refuse' : what]),
    reject: null,
    endSession: null,
    close: async () => {},
  };
});

test('S2.1-ROUTE-19: more orders than a beat looks at, and one whose price cannot be had, keep nobody else’s from filling', async () => {
  const { db, transaction } = served.platform;
  let n = 0;
  const nextId = (): string => {
    n += 1;
    return `Q${String(n).padStart(6, '0')}`;
  };
  const asked: string[] = [];
  const broker = new PaperBroker({
    ...{ db, transaction, now: () => START, newId: nextId },
    async quote(instrument) {
      asked.push(instrument);
      if (instrument === 'BROKEN' && asked.length > 1) throw new Error('no price');
      return { bid: 99, ask: 100, depth: 1_000 };
    },
    tradedHoursOf: () => ({ fno: true, option: false }),
  });
  const [crowd, other] = [`crowd ${ulid()}`, `other ${ulid()}`];
  const order = { ...OUT, price: 50, quantity: 1 };
  const first = await broker.submit({ client_id: crowd, token: '' }, { ...order, instrument: 'BROKEN' });
  const row = await paperTables(db).selectFrom('paper_orders').selectAll().where('client_id', '=', crowd).executeTakeFirstOrThrow();
  const resting = Array.from({ length: 1_000 }, () => ({
    ...{ ...row, broker_order_id: nextId(), instrument: 'TCS', state: 'open' as const },
    terms: JSON.stringify(row.terms) as never,
  }));
  for (let from = 0; from < resting.length; from += 250)
    await paperTables(db)
      .insertInto('paper_orders')
      .values(resting.slice(from, from + 250))
      .execute();
  const late = await broker.submit({ client_id: other, token: '' }, { ...order, price: 101 });
  expect([first.kind, late.kind]).toEqual(['accepted', 'accepted']);
  asked.length = 1;
  for (let beat = 0; beat < 3; beat += 1) await broker.beat().catch((error: Error) => expect(error.message).toBe('no price'));
  // One beat asks for each price once, whoever waits for it.
  expect(asked.filter((instrument) => instrument === 'TCS').length).toBeLessThanOrEqual(3);
  const book = await broker.book({ client_id: other, token: '' });
  expect(book).toMatchObject({ kind: 'told', value: [{ state: 'complete', filled: 1, average: 100 }] });
  await paperTables(db).deleteFrom('paper_orders').where('client_id', '=', crowd).execute();
});
