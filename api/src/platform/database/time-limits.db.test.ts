import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createLogger } from '../log/logging.ts';
import { databases, freshPlace, withPlatform } from '../testing.ts';
import { openDatabase } from './database.ts';
import type { Database } from './database.types.ts';
import { TIME_LIMITS, underLimits, type WorkKind } from './time-limits.ts';

const silent = createLogger('silent');
const KINDS = Object.keys(TIME_LIMITS) as WorkKind[];
const hasPostgres = (await databases()).includes('postgres');

/** The limits of the session that is asked, ms. */
async function limitsOf(db: Database): Promise<{ statement: number; lock: number; idle: number }> {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`.execute(db);
  const of = (name: string): number => Number(rows.find((row) => row.name === name)?.setting);
  return { statement: of('statement_timeout'), lock: of('lock_timeout'), idle: of('idle_in_transaction_session_timeout') };
}

test.each(KINDS)(
  'work of the kind %s is bounded, no wait for a row lasts longer than five seconds, and who waits gives up before a frozen holder is cut off',
  (kind) => {
    const { statement, lock, idle } = TIME_LIMITS[kind];
    expect(Math.min(statement, lock, idle)).toBeGreaterThan(0);
    expect(2 * lock).toBeLessThanOrEqual(5000);
    expect(idle).toBeGreaterThan(2 * lock - 1);
    expect(lock).toBeLessThan(statement);
  },
);

test.runIf(hasPostgres)(
  'each connection serves under the limits of the work that runs, alone and in a transaction, and under its pool’s own afterwards',
  async () => {
    const { place, remove } = await freshPlace('postgres');
    for (const own of ['request', 'command'] as const) {
      const database = await openDatabase(place, silent, { work: own });
      const later = Promise.withResolvers<unknown>();
      for (const kind of KINDS) {
        await underLimits(kind, async () => {
          expect(await limitsOf(database.db)).toEqual(TIME_LIMITS[kind]);
          expect(await database.transaction(limitsOf)).toEqual(TIME_LIMITS[kind]);
          if (kind === 'backup') setTimeout(() => later.resolve(limitsOf(database.db)), 20);
        });
        expect(await limitsOf(database.db)).toEqual(TIME_LIMITS[own]);
      }
      // A timer that work left behind is no such work any more.
      expect(await later.promise).toEqual(TIME_LIMITS[own]);
      await database.close();
    }
    await remove();
  },
);

test.runIf(hasPostgres)('a background job runs under the limits of jobs, and what a start waits for under those of a start', async () => {
  await withPlatform({ database: 'postgres' }, async (platform) => {
    const seen = Promise.withResolvers<unknown>();
    let atStart: unknown;
    platform.jobs.work('test.limits', async () => seen.resolve(await limitsOf(platform.db)));
    platform.onReady(async () => {
      atStart = await limitsOf(platform.db);
    });
    await platform.start();
    await platform.transaction((tx) => platform.jobs.enqueue(tx, 'test.limits', {}));
    expect([atStart, await seen.promise]).toEqual([TIME_LIMITS.start, TIME_LIMITS.job]);
  });
});
