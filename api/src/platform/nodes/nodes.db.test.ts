import { testService } from '@vimarsh/shared/domain/test-services.testing.ts';
import { createClient } from 'redis';
import { io, type Socket } from 'socket.io-client';
import { expect, test } from 'vitest';
import { FAULTS, openFaultProxy, targetOf } from '../testing/fault-proxy.testing.ts';
import { databases, openPlatform, type TestDatabase } from '../testing.ts';

const REDIS_URL = testService('TEST_REDIS_URL');
const AWAY = 'redis://127.0.0.1:1';

async function redisAnswers(): Promise<boolean> {
  const client = createClient({ url: REDIS_URL, socket: { connectTimeout: 1000, reconnectStrategy: false } });
  client.on('error', () => {});
  try {
    await client.connect();
    client.destroy();
    return true;
  } catch {
    console.log('Redis does not answer at TEST_REDIS_URL: messages between nodes are not tested.');
    return false;
  }
}

/** A node on Redis, and one socket of the user usr_1 on it. */
async function openNode(url: string, database: TestDatabase) {
  const { platform, end } = await openPlatform({ database, settings: { REDIS_URL: url } });
  platform.authenticator(async (user_id) => ({ user_id, session_id: `ses_${user_id}` }) as never);
  await platform.start();
  const socket: Socket = io(`http://127.0.0.1:${await platform.listen(0)}`, { transports: ['websocket'], auth: { token: 'usr_1' }, reconnection: false });
  await new Promise<void>((done, fail) => socket.once('connect', () => done()).once('connect_error', fail));
  return {
    realtime: platform.realtime,
    socket,
    async end() {
      socket.disconnect();
      await end();
    },
  };
}

const hasRedis = await redisAnswers();

// Several nodes share a PostgreSQL; the embedded database belongs to one.
test.runIf((await databases()).includes('postgres') && hasRedis)(
  'a message to a user reaches her sockets on every node, and so does the end of her session',
  async () => {
    const [one, two] = await Promise.all([openNode(REDIS_URL, 'postgres'), openNode(REDIS_URL, 'postgres')]);
    const seen = new Promise((done) => two.socket.once('call:changed', done));
    const cut = new Promise((done) => two.socket.once('disconnect', done));
    // The nodes find each other within moments; a message before that is only a hint lost.
    const again = setInterval(() => one.realtime.toUsers(['usr_1'], 'call:changed', { id: 'a', status: 'active' }), 200);
    expect(await seen).toEqual({ id: 'a', status: 'active' });
    clearInterval(again);
    one.realtime.endSession('ses_usr_1', 'Signed out');
    expect(await cut).toBe('io server disconnect');
    await Promise.all([one.end(), two.end()]);
  },
);

test('while Redis is away a node starts, serves its own sockets and ends', async () => {
  const node = await openNode(AWAY, 'pglite');
  const seen = new Promise((done) => node.socket.once('call:changed', done));
  node.realtime.toUsers(['usr_1'], 'call:changed', { id: 'a', status: 'active' });
  expect(await seen).toEqual({ id: 'a', status: 'active' });
  await node.end();
});

test.runIf(hasRedis).each(FAULTS)(
  'under a running node Redis gets the fault %s: its own sockets hear as fast as before',
  { timeout: 60_000 },
  async (fault) => {
    const proxy = await openFaultProxy(targetOf(REDIS_URL, 6379));
    const node = await openNode(proxy.through(REDIS_URL), 'pglite');
    while (proxy.connections() < 2) await new Promise((done) => setTimeout(done, 20));
    proxy.begin(fault);
    await new Promise((done) => setTimeout(done, 300));
    for (let n = 1; n <= 3; n += 1) {
      const seen = new Promise((done) => node.socket.once('call:changed', done));
      const begun = performance.now();
      node.realtime.toUsers(['usr_1'], 'call:changed', { id: String(n), status: 'active' });
      expect(await seen).toEqual({ id: String(n), status: 'active' });
      expect(performance.now() - begun).toBeLessThan(5000);
    }
    await node.end();
    await proxy.close();
  },
);
