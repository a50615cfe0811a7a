import type { Broker } from '@vimarsh/shared/contract/partners/types.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openSite, type Site } from '../identity/site.testing.ts';
import { createPartners } from '../partners/index.ts';
import type { PlatformProcess } from '../platform/platform.create.ts';
import { featureDatabase, withPlatform } from '../platform/testing.ts';
import { createBrokers } from './create-brokers.ts';
import { brokerTables } from './tables.ts';

const LIST = '/auth/v1/broker/list';

describe.each(await featureDatabase())('the broker list (%s)', (database) => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(database);
  });
  afterAll(() => site.close());

  test('answers a list and the ways to sign in (S7-BROKER-02)', async () => {
    const { body } = await site.browser().post(LIST, {});
    expect(Array.isArray(body.data)).toBe(true);
    for (const one of body.data) {
      expect(one).toMatchObject({
        id: expect.any(Number), // S3-BRK-01
        title: expect.any(String), // S3-BRK-02
        logo: expect.any(String), // S3-BRK-03
        redirection_url: expect.any(String), // S3-BRK-04
        model_type: expect.stringMatching(/^(own-auth|redirect|two-step)$/), // S3-BRK-05
        is_trading_available: expect.any(Boolean), // S3-BRK-06
        broker_name: expect.any(String), // S3-BRK-07
        redirect_url: { sign_in: expect.any(String), sign_up: expect.any(String) }, // S3-BRK-08, S3-BRK-09
      });
    }
    // S3-BRK-11, S3-BRK-12, S3-BRK-13, S3-BRK-14
    expect(body.auth_option).toEqual({
      google_enable: expect.any(Boolean),
      fb_enable: expect.any(Boolean),
      credential_enable: expect.any(Boolean),
      sign_up: expect.any(Boolean),
    });
  });

  test('holds the trading brokers 4, 5, 6 and all partners on the main site (S4-UTYPE-A04)', async () => {
    const { body } = await site.browser().post(LIST, {});
    expect(body.data).toHaveLength(53);
    expect(body.data.slice(0, 4).map(({ id }: { id: number }) => id)).toEqual([4, 5, 6, 9]);
  });

  test('holds only the partner itself on its site', async () => {
    const { body } = await site.browser({ host: 'palash.localhost' }).post(LIST, {});
    expect(body.data.map(({ id, model_type }: { id: number; model_type: string }) => [id, model_type])).toEqual([[36, 'two-step']]);
    expect(body.auth_option).toMatchObject({ credential_enable: false, sign_up: false });
  });

  test('takes an empty body too', async () => {
    const answer = await site.platform.app.inject({ method: 'POST', url: LIST });
    expect(answer.json().status).toBe(true);
  });
});

const keys = { protocol: 'kite', api_key: 'key1', api_secret: 'secret1' };
const settings = { DEMO: 'off', BROKERS: JSON.stringify({ 6: keys, 700: keys }) };
const listed = async (platform: PlatformProcess): Promise<number[]> =>
  (await platform.app.inject({ method: 'POST', url: LIST, headers: { host: 'localhost:4000' } })).json().data.map(({ id }: Broker) => id);

test.each(await featureDatabase())('without the demo a broker is listed and known by its row and its keys alone, without a restart (%s)', async (database) => {
  const lines: string[] = [];
  const log = { write: (line: string) => void (line.includes('BROKERS') && lines.push(line)) };
  await withPlatform({ database, settings, log }, async (platform) => {
    const db = brokerTables(platform.db);
    const row = { title: 'Topaz Trading', is_trading_available: false };
    const brokers = await createBrokers(platform, { partners: await createPartners(platform), everyMs: 20 });
    await platform.start();
    expect(await listed(platform)).toEqual([]);
    for (const id of [4, 6, 700]) expect(() => brokers.known(id)).toThrow(expect.objectContaining({ code: 'BROKER_UNKNOWN' }));
    // Said at the start, for whoever gave keys and no row.
    expect(lines.map((line) => JSON.parse(line).broker_ids)).toEqual([[6, 700]]);

    await db
      .insertInto('brokers')
      .values([
        { id: 4, ...row },
        { id: 700, ...row },
      ])
      .execute();
    await vi.waitFor(() => expect(brokers.known(700)).toMatchObject({ title: 'Topaz Trading', site: null, entry: row }), { timeout: 5_000 });
    expect(brokers.deskOf(brokers.known(700))).toMatchObject({ redirect: expect.anything() });
    // Nobody can sign in with 4: there are no keys of it.
    expect(await listed(platform)).toEqual([700]);
    expect(() => brokers.deskOf(brokers.known(4))).toThrow(expect.objectContaining({ code: 'BROKER_UNKNOWN' }));

    await db.deleteFrom('brokers').where('id', '=', 700).execute();
    await vi.waitFor(() => expect(() => brokers.known(700)).toThrow(), { timeout: 5_000 });
    expect(await listed(platform)).toEqual([]);
  });
});
