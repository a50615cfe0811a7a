import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { nextRootAt, openLedger } from './ledger/index.ts';
import { openDatabase } from './platform/database/database.ts';
import { createLogger } from './platform/log/logging.ts';
import { featureDatabase, freshPlace, testConfig } from './platform/testing.ts';
import { createServer } from './server.ts';

const silent = createLogger('silent');
const DATA_DIR = mkdtempSync(join(tmpdir(), 'vimarsh-clock-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

for (const database of await featureDatabase()) {
  test(`${database}: a replay goes on from where it stood, and no start turns its clock back behind what is signed`, async () => {
    const { place, remove } = await freshPlace(database);
    const start = async (settings: Record<string, string>): Promise<string> => {
      const config = testConfig({ DATA_DIR, DEMO: 'off', MARKET_FEED: 'replay', REPLAY_FROM: '2026-03-02', ...settings });
      const server = await createServer(config, silent, { place });
      try {
        await server.start();
        return (await server.app.inject({ method: 'GET', url: '/market/v1/clock' })).json().data.now;
      } finally {
        await server.close();
      }
    };
    try {
      expect(await start({})).toMatch(/^2026-03-02T03:30/);
      expect(await start({ MARKET_NOW: '2026-03-04T05:00:00Z' })).toMatch(/^2026-03-04T05:00/);
      expect(await start({})).toMatch(/^2026-03-04T05:00/);

      const opened = await openDatabase(place, silent);
      const ledger = await openLedger({ db: opened.db, config: testConfig({ DATA_DIR }) });
      await opened.transaction((tx) => ledger.root(tx, nextRootAt(new Date('2026-03-04T05:00:00Z'))));
      await opened.close();
      await expect(start({ MARKET_NOW: '2026-03-04T06:00:00Z' })).rejects.toThrow(
        /^MARKET_NOW must not start the market’s clock at 2026-03-04T06:00:\S+, because this database’s record is signed up to 2026-03-04T13:\S+: take it out/,
      );
      expect(await start({})).toMatch(/^2026-03-04T13/);
      expect(await start({ MARKET_NOW: '2026-03-05T04:00:00Z' })).toMatch(/^2026-03-05T04:00/);
    } finally {
      await remove();
    }
  });
}
