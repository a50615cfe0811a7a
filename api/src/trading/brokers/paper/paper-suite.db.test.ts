import { BROKER_RECOVERY } from '@vimarsh/shared/domain/trading/order/recovery.ts';
import { afterAll, beforeAll } from 'vitest';
import { databases, openPlatform, type TestPlatform } from '../../../platform/testing.ts';
import { ulid } from '../../../platform/text/id.ts';
import { brokerSuite } from '../adapter-suite.testing.ts';
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
