import { stageMarket } from '../market/staged-market.testing.ts';
import { createNotices } from '../notices/index.ts';
import type { DatabasePlace } from '../platform/database/database.types.ts';
import { openPlatform } from '../platform/testing.ts';
import { createAlerts } from './create-alerts.ts';
import { alertTables } from './tables.ts';

/* Child of the kill test: judges alerts minute by minute from where judging ended, until it is killed or so many minutes are judged. */

const { place, directory, from, minutes } = JSON.parse(process.argv[2]!) as { place: DatabasePlace; directory: string; from: string; minutes: number };
try {
  const { platform } = await openPlatform({ database: 'pglite', place, settings: { DATA_DIR: directory } });
  const identity = {
    expert: async () => null,
    contactsOf: async () => new Map(),
    known: async (ids: readonly string[]) => new Set(ids),
    askers: async (ids: readonly string[]) => new Map(ids.map((id) => [id, { caller: null, partner: null }])),
    keeps: () => undefined,
    on: () => undefined,
    notify: async () => [],
  };
  const { judged_until } = await alertTables(platform.db).selectFrom('alert_clock').select('judged_until').executeTakeFirstOrThrow();
  const { market, goTo } = await stageMarket(platform, judged_until ?? new Date(from));
  const notices = createNotices(platform, { identity });
  const alerts = createAlerts(platform, { market, identity, notices, calls: { onPublished: () => undefined, readersOf: async () => new Set() } });
  await platform.start();
  process.send?.('judging');
  for (let minute = 0; minute < minutes; minute += 1) {
    await goTo(new Date(market.now().getTime() + 60_000));
    await alerts.judgeUntil(market.now());
  }
  await platform.close();
  process.send?.('judged');
  process.disconnect?.();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}
