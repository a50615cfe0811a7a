import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_EPOCH } from '@vimarsh/shared/domain/market/demo.ts';
import { inject } from 'vitest';
import { openDatabase } from './platform/database/database.ts';
import type { DatabasePlace } from './platform/database/database.types.ts';
import { moveTables, openTarget } from './platform/database/move-tables.ts';
import { moveJobs } from './platform/jobs/move-jobs.ts';
import { createLogger } from './platform/log/logging.ts';
import { madeOnce } from './platform/testing/made-once.testing.ts';
import { folderWithTables } from './platform/testing/tables-folder.testing.ts';
import { freshPlace, type TestDatabase, testConfig } from './platform/testing.ts';
import { createServer } from './server.ts';

/** In session on the day after: later clocks would have every day since to trade first. */
export const DEMO_NOW = '2026-11-20T06:00:00Z';

/**
 * The demo's two years take half a minute of a core to make: one test process of a run makes them, the others wait for it, and
 * each test has a copy, but for one that sets the clock of everything back.
 */
const made = (): Promise<string> =>
  madeOnce(inject('demoFolder'), 'demo', async (folder) => {
    cpSync(await folderWithTables(), folder, { recursive: true });
    const config = testConfig({ DATA_DIR: folder, MARKET_NOW: DEMO_EPOCH, DEMO: 'on' });
    const server = await createServer(config, createLogger('silent'));
    await server.start();
    await server.close();
  });

/** A copy of the demo's data as it is at the end of its history, for a server whose settings say no other seed or key. */
export async function demoPlace(database: TestDatabase): Promise<{ place: DatabasePlace; DATA_DIR: string; remove(): Promise<void> }> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'vimarsh-demo-copy-'));
  cpSync(await made(), DATA_DIR, { recursive: true });
  const embedded: DatabasePlace = { kind: 'embedded', directory: DATA_DIR };
  const forget = (): void => rmSync(DATA_DIR, { recursive: true, force: true });
  if (database === 'pglite') return { place: embedded, DATA_DIR, remove: async () => forget() };
  const { place, remove } = await freshPlace('postgres');
  const log = createLogger('silent');
  const [source, target] = [await openDatabase(embedded, log), await openTarget(place, log)];
  await moveTables(source, target, () => {});
  await moveJobs(source, target);
  await target.close();
  await source.close();
  return { place, DATA_DIR, remove: () => remove().then(forget) };
}
