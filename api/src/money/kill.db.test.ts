import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../platform/database/database.ts';
import type { DatabasePlace } from '../platform/database/database.types.ts';
import { createLogger } from '../platform/log/logging.ts';
import { runUntilKilled } from '../platform/testing/killed.testing.ts';
import { folderWithTables } from '../platform/testing/tables-folder.testing.ts';
import { databases, freshPlace } from '../platform/testing.ts';
import { unbalanced } from './books.ts';

/** `MONEY_KILLS=100 npx vitest run --project api api/src/money/kill.db.test.ts` kills more often. */
const KILLS = Number(process.env.MONEY_KILLS ?? 2);
const BUYING = new URL('buying.testing.ts', import.meta.url);

describe.each(await databases())('a shop that is killed, on %s', (database) => {
  test(`${KILLS} kills: every paisa that came gave a plan or went back, once, and the books agree`, { timeout: 240_000 + KILLS * 30_000 }, async () => {
    const directory = await mkdtemp(join(tmpdir(), 'vimarsh-money-'));
    const fresh = database === 'postgres' ? await freshPlace('postgres') : null;
    const place: DatabasePlace = fresh?.place ?? { kind: 'embedded', directory: await folderWithTables(join(directory, 'database')) };
    try {
      for (let killed = 0; killed < KILLS; ) {
        if (!(await runUntilKilled(BUYING, { place, directory, rounds: 100_000 }, 'bought', 1_500 + Math.random() * 2_500))) killed += 1;
      }
      expect(await runUntilKilled(BUYING, { place, directory, rounds: 0 }, 'bought', null)).toBe(true);

      const { db, close } = await openDatabase(place, createLogger('silent'));
      const wrong = await unbalanced(db);
      // The provider's own tables: what it took and gave back is what the shop knows of.
      const { rows } = await sql<{ shop: string; bank: string; payments: string; refunds: string; asked: string }>`select
        (select coalesce(sum(amount_paise - refunded_paise), 0) from plan_payments) as shop,
        (select coalesce((select sum(amount_paise) from demo_bank_orders where state = 'paid'), 0) - coalesce((select sum(amount_paise) from demo_bank_refunds), 0)) as bank,
        (select count(*) from plan_payments) as payments, (select count(*) from plan_refunds where state = 'done') as refunds,
        (select count(*) from plan_refunds where state = 'asked') as asked`.execute(db);
      await close();
      expect(wrong).toEqual([]);
      const { shop, bank, payments, refunds, asked } = rows[0]!;
      expect([Number(shop), Number(asked)]).toEqual([Number(bank), 0]);
      expect([Number(payments) > 5, Number(refunds) > 2], 'there was something to lose').toEqual([true, true]);
    } finally {
      await fresh?.remove();
      await rm(directory, { recursive: true, force: true });
    }
  });
});
