import { rootInstant } from '@vimarsh/shared/domain/calls/ledger.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureDatabase, openPlatform, type TestPlatform } from '../platform/testing.ts';
import { openKeyRing } from './key-ring.ts';
import { receiptsOf } from './receipts.store.ts';
import type { EventRow, LedgerDatabase } from './tables.ts';

/** Monday. The exchange is closed on Tuesday, so the next root is Wednesday's. */
const ROOT = '2026-11-23';

describe.each(await featureDatabase())('the root that a receipt promises, on %s', (database) => {
  let opened: TestPlatform;
  beforeAll(async () => {
    opened = await openPlatform({ database });
    const root = { trading_date: ROOT, merkle_root: '', count: 0, prev_root: '', signature: '', after_seq: 0, last_seq: 0 };
    const db: LedgerDatabase = opened.platform.db;
    await db
      .insertInto('ledger_roots')
      .values({ ...root, published_at: new Date(rootInstant(ROOT)) })
      .execute();
  });
  afterAll(() => opened?.end());

  test.each([
    ['after the root that stands', 1000],
    ['a moment before it, by a clock that is behind', -1000],
  ])('an event that is dated %s is under none that has passed', async (_what, ms) => {
    const { db, config } = opened.platform;
    const ts = new Date(rootInstant(ROOT) + ms);
    const canonical = JSON.stringify({ call_id: 'call_1', n: 1, ts: ts.toISOString() });
    const event = { seq: 1, canonical, hash: 'ab'.repeat(32), ts } as EventRow;
    const [{ receipt } = {}] = await receiptsOf(db, [event], 'vimarsh.example/vimarsh-log', await openKeyRing(db, config));
    expect(receipt?.root_date).toBe('2026-11-25');
  });
});
