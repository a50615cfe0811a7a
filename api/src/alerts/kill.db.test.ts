import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LevelCondition } from '@vimarsh/shared/contract/alerts/types.ts';
import { alertKey, backAt, isReached } from '@vimarsh/shared/domain/alerts/rules.ts';
import { rng } from '@vimarsh/shared/domain/market/rng.ts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { stageMarket } from '../market/staged-market.testing.ts';
import { openDatabase } from '../platform/database/database.ts';
import type { DatabasePlace } from '../platform/database/database.types.ts';
import { createLogger } from '../platform/log/logging.ts';
import { runUntilKilled } from '../platform/testing/killed.testing.ts';
import { folderWithTables } from '../platform/testing/tables-folder.testing.ts';
import { databases, freshPlace, testConfig } from '../platform/testing.ts';
import { type AlertRow, alertTables } from './tables.ts';

/** `ALERT_KILLS=20 npx vitest run --project api api/src/alerts/kill.db.test.ts` kills more often. */
const KILLS = Number(process.env.ALERT_KILLS ?? 2);
const START = new Date('2026-11-20T04:00:00.000Z');
const STOCKS = ['TCS', 'INFY', 'SBIN', 'TITAN'];
const JUDGING = new URL('judging.testing.ts', import.meta.url);

/** Judges so many minutes; kills it so many milliseconds after it began, or never. Returns whether it came to its end. */
const judging = (given: object, killAfter: number | null): Promise<boolean> => runUntilKilled(JUDGING, given, 'judged', killAfter);

describe.each(await databases())('judging that is killed, on %s', (database) => {
  test(`${KILLS} kills: each alert fires as often as its price reached it, and each time is told once`, { timeout: 120_000 + KILLS * 30_000 }, async () => {
    const directory = await mkdtemp(join(tmpdir(), 'vimarsh-alerts-'));
    const fresh = database === 'postgres' ? await freshPlace('postgres') : null;
    const place: DatabasePlace = fresh?.place ?? { kind: 'embedded', directory: await folderWithTables(join(directory, 'database')) };
    const { market } = await stageMarket({ config: testConfig() } as Parameters<typeof stageMarket>[0], START);
    const conditions = STOCKS.flatMap((symbol) =>
      [-4, -2, -1, -0.5, -0.2, 0.2, 0.5, 1, 2, 4].map((pct): LevelCondition => {
        const value = Math.round(market.quote(symbol)!.ltp * (100 + pct)) / 100;
        return { kind: 'price', symbol, side: pct > 0 ? 'above' : 'below', value };
      }),
    );
    const random = rng(17);
    try {
      const opened = await openDatabase(place, createLogger('silent'));
      // Two who wait for the same, once and again and again.
      const rows = conditions.flatMap((condition, number) =>
        [false, true].map((repeats) => ({
          ...{ id: `alert${number}${repeats}`, user_id: `usr_${number}_${repeats}`, kind: condition.kind, symbol: condition.symbol, expert_id: '' },
          ...{ condition: JSON.stringify(condition), key: alertKey(condition), repeats, state: 'on' as const, armed: true, since: START, moved_at: START },
          ...{ fired_at: null, fires: 0, held: false, created_at: START, version: 1 },
        })),
      );
      await alertTables(opened.db).insertInto('alerts').values(rows).execute();
      await alertTables(opened.db).updateTable('alert_clock').set({ version: 1, judged_until: START }).execute();
      await opened.close();

      for (let killed = 0; killed < KILLS; ) if (!(await judging({ place, directory, from: START, minutes: 5_000 }, random.next() * 900))) killed += 1;
      expect(await judging({ place, directory, from: START, minutes: 90 }, null)).toBe(true);

      const { db, close } = await openDatabase(place, createLogger('silent'));
      const judged = (await alertTables(db).selectFrom('alert_clock').select('judged_until').executeTakeFirstOrThrow()).judged_until!;
      const alerts: AlertRow[] = await alertTables(db).selectFrom('alerts').selectAll().orderBy('id').execute();
      const expected = new Map<string, number>();
      // A market gives no bar that is still to come.
      const { market: later } = await stageMarket({ config: testConfig() } as Parameters<typeof stageMarket>[0], judged);
      for (const symbol of STOCKS) {
        const bars = await later.bars(symbol, START, judged);
        for (const { id, repeats, condition: given } of alerts.filter((one) => one.symbol === symbol)) {
          const condition = given as LevelCondition;
          let [armed, fires] = [true, 0];
          for (const { h, l, c } of bars) {
            const back = condition.side === 'above' ? c <= backAt(condition) : c >= backAt(condition);
            if (armed && isReached(condition, condition.side === 'above' ? h : l)) [armed, fires] = [false, fires + 1];
            else if (!armed && repeats && back) armed = true;
          }
          expected.set(id, fires);
        }
      }
      const { rows: told } = await sql<{ user_id: string; times: number }>`
        select f.user_id, count(*)::int as times from alert_fires f join notice_events e on e.id = f.event_id join notice_fanouts o on o.event_id = e.id
        group by f.user_id`.execute(db);
      await close();
      const times = new Map(told.map((row) => [row.user_id, row.times]));
      expect(Object.fromEntries(alerts.map(({ id, fires }) => [id, fires]))).toEqual(Object.fromEntries(expected));
      expect(alerts.filter(({ user_id, fires }) => (times.get(user_id) ?? 0) !== fires)).toEqual([]);
      expect([...expected.values()].filter((fires) => fires > 0).length, 'there was something to lose').toBeGreaterThan(5);
    } finally {
      await fresh?.remove();
      await rm(directory, { recursive: true, force: true });
    }
  });
});
