import { readFile } from 'node:fs/promises';
import { route } from '@vimarsh/shared/contract/route.ts';
import { rng } from '@vimarsh/shared/domain/market/rng.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ownRedis } from '../nodes/redis.testing.ts';
import type { PlatformProcess } from '../platform.create.ts';
import { FAULTS, openFaultProxy, targetOf } from '../testing/fault-proxy.testing.ts';
import { databases, freshPlace, openPlatform, TEST_DATABASE_URL } from '../testing.ts';
import { createLimits } from './limits.ts';
import { type CountsPlace, countTogether } from './shared-counts.ts';

const redis = await ownRedis();
if (!redis) console.log('There is no redis-server on this machine: limits of nodes that share one are not tested.');
afterAll(() => redis?.remove());
const hasPostgres = (await databases()).includes('postgres');
const limited = route({ method: 'GET', path: '/test/v1/limited', summary: 'Limited.', access: 'open', data: z.object({}) });
const plain = route({ method: 'GET', path: '/test/v1/plain', summary: 'Plain.', access: 'open', data: z.object({}) });

type Store = 'redis' | 'postgres';
const stores: Store[] = [...(redis ? (['redis'] as const) : []), ...(hasPostgres ? (['postgres'] as const) : [])];

/** Two nodes as `store` joins them: over Redis each has a database of its own here, which proves that nothing else does. */
async function twoNodes(store: Store, settings: Record<string, string> = {}) {
  const database = hasPostgres ? 'postgres' : 'pglite';
  const shared = store === 'postgres' ? await freshPlace('postgres') : null;
  const open = () =>
    openPlatform({ database, settings: { ...settings, ...(store === 'redis' && { REDIS_URL: redis!.url }) }, ...(shared && { place: shared.place }) });
  const nodes = [await open(), await open()];
  for (const { platform } of nodes) {
    platform.on(limited, async () => ({}), { limit: { max: 30, perSeconds: 3600 } });
    platform.on(plain, async () => ({}));
    await platform.start();
  }
  return {
    nodes: nodes.map(({ platform }) => platform),
    async end() {
      for (const node of nodes) await node.end();
      await shared?.remove();
    },
  };
}

const ask = async (node: PlatformProcess, remoteAddress: string, url: string = limited.path) => (await node.app.inject({ url, remoteAddress })).statusCode;
/** How many of so many requests, half to each node, are answered well. `address` gives the n-th its own. */
async function answered(nodes: readonly PlatformProcess[], requests: number, address: (n: number) => string, url: string = limited.path): Promise<number> {
  const codes: number[] = [];
  for (let first = 0; first < requests; first += 20)
    codes.push(...(await Promise.all(Array.from({ length: 20 }, (_, n) => first + n).map((n) => ask(nodes[n % nodes.length]!, address(n), url)))));
  expect(
    codes.filter((code) => code !== 200 && code !== 429),
    'answers that are neither good nor a refusal',
  ).toEqual([]);
  return codes.filter((code) => code === 200).length;
}

describe.each(stores)('limits of two nodes over %s', (store) => {
  test('a route’s limit and the general ceiling hold for both together, per IPv4 address, per /64 and per /48', { timeout: 60_000 }, async () => {
    const { nodes, end } = await twoNodes(store, { RATE_LIMIT: '40' });
    expect(await answered(nodes, 80, () => '203.0.113.7'), 'one IPv4 address').toBe(30);
    expect(await answered(nodes, 80, (n) => `2001:db8:7:1::${n + 1}`), 'one /64').toBe(30);
    // 16 × 30 for the whole /48, of which the /64 above had 30; each /64 asks 10 times, which is below its own limit.
    expect(await answered(nodes, 600, (n) => `2001:db8:7:${(n % 60) + 16}::1`), 'many /64 of one /48').toBe(450);

    expect(await answered(nodes, 80, () => '203.0.113.8', plain.path), 'all requests of an address').toBe(40);

    const take = (n: number) => nodes[n % 2]!.limits.take('upload usr_1', { max: 20, perSeconds: 3600 });
    const uploads = await Promise.allSettled(Array.from({ length: 60 }, (_, n) => take(n)));
    expect(uploads.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    expect(await Promise.allSettled([take(0)])).toMatchObject([{ status: 'rejected', reason: { code: 'RATE', options: { retry_after: expect.any(Number) } } }]);
    await end();
  });

  test.each(FAULTS)(
    'a store with the fault %s fails nobody and holds nobody up for long; the node counts for itself until it is sound',
    { timeout: 60_000 },
    async (fault) => {
      const address = store === 'redis' ? redis!.url : TEST_DATABASE_URL;
      const proxy = await openFaultProxy(targetOf(address, 5432), rng(7).next);
      const url = proxy.through(address);
      const fresh = store === 'postgres' ? await freshPlace('postgres') : null;
      const place: CountsPlace = fresh ? { ...(fresh.place as { kind: 'postgres' }), url } : { kind: 'redis', url };
      if (fresh) await makeTable(fresh.place as { schema: string });
      const counts = countTogether(place, pino({ level: 'silent' }));
      const limits = createLimits({ together: { counts, hashKey: `${fault} ${Date.now()}`.padEnd(32) } });
      const three = { max: 3, perSeconds: 3600 };
      await counts.tried;
      await limits.take('a', three);
      proxy.begin(fault);
      const begun = performance.now();
      for (let n = 0; n < 50; n += 1) await limits.take(`b${n}`, three);
      // A question or two that wait for their answer in vain, and then none.
      expect(performance.now() - begun).toBeLessThan(5000);
      const tries = await Promise.allSettled(Array.from({ length: 9 }, () => limits.take('c', three)));
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
      proxy.heal();
      await expect.poll(() => counts.add('d', 1, 3600), { timeout: 20_000 }).toMatchObject({ used: expect.any(Number) });
      counts.close();
      await fresh?.remove();
      await proxy.close();
    },
  );
});

async function makeTable({ schema }: { schema: string }): Promise<void> {
  const client = new pg.Client({ connectionString: TEST_DATABASE_URL, options: `-c search_path=${schema}` });
  await client.connect();
  await client.query(await readFile(new URL('../migrations/0002_limit_counts.sql', import.meta.url), 'utf8'));
  await client.end();
}

test.runIf(redis)('with Redis dead, before the start and underway, requests are answered at once', { timeout: 60_000 }, async () => {
  await redis!.kill();
  const { nodes, end } = await twoNodes('redis');
  const timed = async (): Promise<number> => {
    const begun = performance.now();
    expect(await answered(nodes, 20, (n) => `203.0.113.${n}`)).toBe(20);
    return performance.now() - begun;
  };
  expect(await timed()).toBeLessThan(2000);
  await redis!.start();
  await expect.poll(async () => (await answered(nodes, 60, () => '203.0.113.99')) <= 30, { timeout: 20_000, interval: 300 }).toBe(true);
  await redis!.kill();
  expect(await timed()).toBeLessThan(2000);
  await end();
  await redis!.start();
});

test.runIf(hasPostgres)('what is stored names nobody', async () => {
  const { nodes, end } = await twoNodes('postgres');
  await answered(nodes, 20, () => '203.0.113.7');
  const { rows } = await sql<{ key: string; points: number }>`select key, points from limit_counts where points > 0`.execute(nodes[0]!.db);
  expect(rows).toEqual([{ key: expect.stringMatching(/^[\w-]{43}$/), points: 20 }]);
  await end();
});
