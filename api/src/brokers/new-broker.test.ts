import type { Environment } from '@vimarsh/shared/contract/partners/types.ts';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { brokerSettings } from '../broker-settings.ts';
import type { Partners } from '../partners/index.ts';
import type { Platform } from '../platform/platform.ts';
import { type StandIn, standIn } from './adapters/stand-in.testing.ts';
import { createBrokers } from './create-brokers.ts';

const nothing = () => undefined;
let broker: StandIn;
afterEach(() => broker?.close());

/** All that a new broker brings whose interface is known: the row of its site, and its keys among the settings. */
const site = { brokerId: 4711, utm_source: 'Topaz', utm_source_str: 'topaz', hostUrl: 'https://topaz.example' } as Environment;
const keys = (url: string) => brokerSettings.parse(JSON.stringify({ 4711: { protocol: 'kite', api_key: 'key1', api_secret: 'secret1', url } }));

function brokersWith({ url, sites }: { url: string; sites: readonly Environment[] }) {
  const platform = {
    config: {
      PUBLIC_HOST: 'vimarsh.example',
      PORT: 443,
      production: true,
      demo: false,
      SECRET_KEY: 'one secret of all servers under test',
      BROKERS: keys(url),
    },
    jobs: { schedule: () => undefined },
    // No broker without a site.
    db: new Kysely({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    }),
    ...{ on: nothing, onReady: nothing, onShutdown: nothing, log: { warn: nothing } },
  } as unknown as Platform;
  return createBrokers(platform, { partners: { list: () => sites } as unknown as Pick<Partners, 'list'> });
}

test('a new broker edits nothing: with its row and its keys it is known, and its own interface is asked', async () => {
  broker = await standIn(() => ({
    body: JSON.stringify({ status: 'success', data: { user_id: 'TZ01', user_name: 'Asha', api_key: 'key1', access_token: 'at1' } }),
  }));
  const brokers = await brokersWith({ url: broker.url, sites: [site] });
  const known = brokers.known(4711);
  expect(known).toMatchObject({ title: 'Topaz', partner_key: 'topaz', returns: { login: 'https://topaz.example/login' } });
  expect(await brokers.deskOf(known).redirect?.exchange('rt1')).toMatchObject({
    customer: { client_id: 'TZ01', full_name: 'Asha' },
    session: { token: 'at1' },
  });
  expect(broker.asked.map(({ path }) => path)).toEqual(['/session/token']);
});

test('without the row nobody knows it, whatever keys are there', async () => {
  const brokers = await brokersWith({ url: 'https://api.topaz.example', sites: [] });
  expect(() => brokers.known(4711)).toThrow(expect.objectContaining({ code: 'BROKER_UNKNOWN' }));
});
