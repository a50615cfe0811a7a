import { istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { demoPlace } from '../demo-data.testing.ts';
import { DEMO_PASSWORD, demoSignIns } from '../identity/demo/index.ts';
import type { DatabasePlace } from '../platform/database/database.types.ts';
import { createLogger } from '../platform/log/logging.ts';
import type { PlatformProcess } from '../platform/platform.create.ts';
import { featureDatabase, testConfig } from '../platform/testing.ts';
import { createServer } from '../server.ts';

/** Saturday, 22:40 IST: who starts the product then meets a market that rests until Monday. */
const SATURDAY_NIGHT = istInstant('2026-11-28', '22:40');
const silent = createLogger('silent');

/** Only what tells the time is set; timers run as ever. */
const setWall = (at: Date): void => void vi.useFakeTimers({ toFake: ['Date'], now: at });
afterEach(() => void vi.useRealTimers());

// biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came.
type Answer = { http: number; code?: string; validation: string; data: any };

async function sendTo(server: PlatformProcess, method: 'GET' | 'POST', url: string, payload?: object, token = ''): Promise<Answer> {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const answer = await server.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { http: answer.statusCode, ...answer.json() };
}

async function tokenOf(server: PlatformProcess, shows: string): Promise<string> {
  const { email } = demoSignIns.find((one) => one.shows === shows)!;
  const payload = { username: email, password: DEMO_PASSWORD, sign_in_with: 'EMAIL', profession: 'RETAIL_INVESTOR' };
  const answer = await server.app.inject({ method: 'POST', url: '/auth/v1/sign_in', payload });
  return answer.json().token_data.access_token;
}

describe.each((await featureDatabase()).slice(0, 1))('%s: a start on a Saturday night', (database) => {
  let place: DatabasePlace;
  let DATA_DIR: string;
  beforeAll(async () => {
    const made = await demoPlace(database);
    ({ place, DATA_DIR } = made);
    return made.remove;
  }, 240_000);

  const during = async (settings: Record<string, string>, work: (server: PlatformProcess) => Promise<void>): Promise<void> => {
    const server = await createServer(testConfig({ DATA_DIR, DEMO: 'on', ...settings }), silent, { place });
    try {
      await server.start();
      await work(server);
    } finally {
      await server.close();
    }
  };

  test('with MARKET_TIME=real the market is closed until Monday and everything can be read', async () => {
    setWall(SATURDAY_NIGHT);
    await during({ MARKET_TIME: 'real' }, async (server) => {
      const { data } = await sendTo(server, 'GET', '/market/v1/clock');
      expect(data).toMatchObject({ now: SATURDAY_NIGHT.toISOString(), phase: 'closed', label: 'Closed · opens Mon 30 Nov 09:15', speed: 1 });
      expect(data).not.toHaveProperty('demo');
      for (const url of ['/reco/v1/public', '/market/v1/quotes?symbols=TCS', '/market/v1/candles?symbol=TCS', '/reco/v1/ledger'])
        expect(await sendTo(server, 'GET', url), url).toMatchObject({ http: 200, validation: '' });
      const admin = await tokenOf(server, 'admin');
      expect(await sendTo(server, 'POST', '/market/v1/demo-time', { action: 'next_session' }, admin)).toMatchObject({ http: 404, code: 'NOT_FOUND' });
    });
  }, 120_000);

  test('without it the session of Monday runs, whoever is no admin sees who runs it, and a later start goes on from there', async () => {
    setWall(SATURDAY_NIGHT);
    let latest = '';
    await during({ MARKET_TIME: 'demo' }, async (server) => {
      const clock = async () => (await sendTo(server, 'GET', '/market/v1/clock')).data;
      expect(await clock()).toMatchObject({ now: '2026-11-30T04:30:00.000Z', phase: 'continuous', speed: 1, demo: { held: false, by: null, since: null } });
      vi.setSystemTime(SATURDAY_NIGHT.getTime() + 5000);
      expect(await clock()).toMatchObject({ now: '2026-11-30T04:30:05.000Z' });

      const change = (body: object, token: string) => sendTo(server, 'POST', '/market/v1/demo-time', body, token);
      const investor = await tokenOf(server, 'Pro investor');
      expect(await change({ action: 'hold' }, '')).toMatchObject({ http: 401 });
      expect(await change({ action: 'hold' }, investor)).toMatchObject({ http: 403, code: 'FORBIDDEN' });
      const admin = await tokenOf(server, 'admin');
      expect(await change({ action: 'hold' }, admin)).toMatchObject({ http: 200, data: { speed: 0, demo: { held: true, by: 'Meera Iyer' } } });
      expect(await clock()).toMatchObject({ now: '2026-11-30T04:30:05.000Z', demo: { held: true, by: 'Meera Iyer' } });
      for (const body of [{ action: 'run', speed: 61 }, { action: 'run' }, { action: 'back' }, {}])
        expect(await change(body, admin)).toMatchObject({ http: 400, code: 'BAD_REQUEST' });
      expect(await change({ action: 'next_session' }, admin)).toMatchObject({ data: { now: '2026-12-01T04:30:00.000Z', speed: 0 } });
      // A replay would date the record before what stands in it.
      expect(await sendTo(server, 'POST', '/market/v1/clock', { from: '2026-11-30T04:40:00Z', speed: 60 }, admin)).toMatchObject({
        http: 400,
        code: 'BAD_REQUEST',
      });
      latest = (await clock()).now;
    });
    await during({ MARKET_TIME: 'demo' }, async (server) => {
      expect((await sendTo(server, 'GET', '/market/v1/clock')).data).toMatchObject({
        now: latest,
        phase: 'continuous',
        speed: 1,
        demo: { held: false, by: null },
      });
    });
  }, 120_000);
});
