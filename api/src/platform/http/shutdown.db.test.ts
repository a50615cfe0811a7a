import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { route } from '@vimarsh/shared/contract/route.ts';
import { io } from 'socket.io-client';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { folderWithTables } from '../testing/tables-folder.testing.ts';
import { openPlatform } from '../testing.ts';

/** Environment of a server in a process of its own. */
const ENV = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  PORT: '0',
  DEMO: 'off',
  SECRET_KEY: 'one secret of a server that is shut down',
};

const slow = route({ method: 'GET', path: '/test/v1/slow', summary: 'Slow.', access: 'open', data: z.object({ done: z.boolean() }) });

test('ending answers what runs, turns readiness off, cuts sockets and lets features finish before the database closes', async () => {
  const { platform, end } = await openPlatform({ database: 'pglite' });
  const readyz = async () => {
    const answer = await platform.app.inject('/readyz');
    return [answer.statusCode, answer.json().validation];
  };
  const order: string[] = [];
  platform.on(slow, async () => {
    await new Promise((done) => setTimeout(done, 600));
    await platform.db.selectFrom('audit_log').selectAll().execute();
    order.push('answered');
    return { done: true };
  });
  platform.onShutdown(async () => {
    await platform.db.selectFrom('audit_log').selectAll().execute();
    order.push('first feature');
  });
  platform.onShutdown(() => void order.push('last feature'));
  expect(await readyz()).toEqual([503, 'The server is starting.']);
  await platform.start();
  const base = `http://127.0.0.1:${await platform.listen(0)}`;
  const socket = io(base, { transports: ['websocket'], reconnection: false });
  await new Promise<void>((done) => socket.once('connect', () => done()));
  const cut = new Promise((done) => socket.once('disconnect', done));
  // A kept-alive connection that does nothing must not hold the end up.
  expect((await fetch(`${base}/readyz`)).status).toBe(200);

  const running = fetch(`${base}${slow.path}`);
  await new Promise((done) => setTimeout(done, 100));
  const begun = performance.now();
  const closed = platform.close();
  expect(await readyz()).toEqual([503, 'The server is ending.']);
  const answer = await running;
  expect([answer.status, ((await answer.json()) as { data: unknown }).data]).toEqual([200, { done: true }]);
  expect(answer.headers.get('connection')).toBe('close');
  await Promise.all([closed, cut]);
  expect(performance.now() - begun).toBeLessThan(5000);
  expect(order).toEqual(['answered', 'last feature', 'first feature']);
  await end();
});

test('before it ends, a server behind a balancer says that it takes nobody more, serves all the same, and gives its sockets away one by one', async () => {
  const { platform, end } = await openPlatform({ database: 'pglite', settings: { DRAIN_SECONDS: '2' } });
  platform.on(slow, async () => ({ done: true }));
  await platform.start();
  const base = `http://127.0.0.1:${await platform.listen(0)}`;
  const sockets = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const socket = io(base, { transports: ['websocket'], forceNew: true, reconnectionDelay: 60_000 });
      await new Promise<void>((done) => socket.once('connect', () => done()));
      const lost = new Promise<{ reason: string; at: number; dialsAgain: boolean }>((done) =>
        socket.once('disconnect', (reason) => done({ reason, at: performance.now(), dialsAgain: socket.active })),
      );
      return { socket, lost };
    }),
  );
  expect((await fetch(`${base}/readyz`)).status).toBe(200);
  const begun = performance.now();
  let over = false;
  const closed = platform.close().then(() => {
    over = true;
  });
  const served: unknown[] = [];
  while (performance.now() - begun < 1700) {
    const [readiness, answer] = await Promise.all([fetch(`${base}/readyz`), fetch(`${base}${slow.path}`)]);
    served.push([readiness.status, answer.status, answer.headers.get('connection')]);
    await new Promise((done) => setTimeout(done, 100));
  }
  expect(over).toBe(false);
  expect(served.length).toBeGreaterThan(5);
  expect(new Set(served.map((each) => JSON.stringify(each)))).toEqual(new Set([JSON.stringify([503, 200, 'close'])]));
  await closed;
  const lost = await Promise.all(sockets.map((each) => each.lost));
  // A client that is told to disconnect stays away; one that lost its connection dials again by itself.
  expect(new Set(lost.map(({ reason, dialsAgain }) => `${reason} ${dialsAgain}`))).toEqual(new Set(['transport close true']));
  const times = lost.map(({ at }) => at - begun).sort((a, b) => a - b);
  expect(times[0]).toBeGreaterThan(350);
  expect(times.at(-1)! - times[0]!).toBeGreaterThan(800);
  for (const { socket } of sockets) socket.disconnect();
  await end();
});

test('an end that takes long names in the log what it waits for', async () => {
  const lines: { msg: string; waits_for?: string }[] = [];
  const { platform, end } = await openPlatform({ database: 'pglite', log: { write: (line) => void lines.push(JSON.parse(line)) } });
  platform.onShutdown(() => new Promise((done) => setTimeout(done, 2300)));
  await platform.start();
  await platform.close();
  expect(lines.filter(({ msg }) => msg === 'The end takes long').map(({ waits_for }) => waits_for)).toEqual(['what features write last']);
  await end();
});

test('whoever asks a second time does not wait for balancers', async () => {
  const { platform, end } = await openPlatform({ database: 'pglite', settings: { DRAIN_SECONDS: '60' } });
  await platform.start();
  const closed = platform.close();
  const begun = performance.now();
  await platform.close({ now: true });
  await closed;
  expect(performance.now() - begun).toBeLessThan(5000);
  await end();
});

test('the server process ends with code 0 on SIGTERM, and its data folder is free again', { timeout: 240_000 }, async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'vimarsh-end-'));
  const start = async (): Promise<{ server: ChildProcess; stderr: () => string; ended: Promise<number | null> }> => {
    let stderr = '';
    const main = fileURLToPath(new URL('../../main.ts', import.meta.url));
    const env = { ...ENV, DATA_DIR };
    const server = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    server.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    const ended = new Promise<number | null>((done) => server.once('exit', (code) => done(code)));
    await new Promise<void>((done) => {
      server.stdout.on('data', (chunk) => String(chunk).includes('"msg":"listening"') && done());
      void ended.then(() => done());
    });
    return { server, stderr: () => stderr, ended };
  };
  const first = await start();
  const entries = readdirSync(DATA_DIR, { recursive: true, withFileTypes: true });
  expect(entries.length).toBeGreaterThan(1000);
  expect(entries.filter(({ parentPath, name }) => (statSync(join(parentPath, name)).mode & 0o077) !== 0).map(({ name }) => name)).toEqual([]);
  const second = await start();
  expect(await second.ended).toBe(1);
  expect(second.stderr()).toBe(`Another process is using the data folder ${DATA_DIR}. Stop it first, or set DATA_DIR to another folder.\n`);
  first.server.kill('SIGTERM');
  expect([await first.ended, first.stderr()]).toEqual([0, '']);
  const third = await start();
  third.server.kill('SIGINT');
  expect(await third.ended).toBe(0);
});

test('a server whose main thread hangs for good ends itself, and its data folder is free again', { timeout: 240_000 }, async () => {
  const DATA_DIR = await folderWithTables();
  const main = fileURLToPath(new URL('../../main.ts', import.meta.url));
  const hangs = `data:text/javascript,${encodeURIComponent("process.on('SIGUSR2', () => { for (;;); });")}`;
  const env = { ...ENV, DATA_DIR };
  const start = async (flags: string[]) => {
    const server = spawn(process.execPath, [...flags, main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let stderr = '';
    server.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    const ended = once(server, 'close').then(([, signal]) => signal as string | null);
    await new Promise<void>((ready) => {
      server.stdout.on('data', (chunk) => String(chunk).includes('"msg":"listening"') && ready());
      void ended.then(() => ready());
    });
    return { server, ended, stderr: () => stderr };
  };
  const first = await start(['--import', hangs]);
  first.server.kill('SIGUSR2');
  first.server.kill('SIGTERM');
  expect(await first.ended).toBe('SIGKILL');
  expect(first.stderr()).toBe('The main thread has hung for 20 s, so the server ends itself; its supervisor has to start it again.\n');
  const second = await start([]);
  second.server.kill('SIGTERM');
  expect([await second.ended, second.stderr()]).toEqual([null, '']);
});

test('SIGTERM is obeyed while the largest requests that the door lets in come without a pause', { timeout: 240_000 }, async () => {
  const DATA_DIR = await folderWithTables();
  const main = fileURLToPath(new URL('../../main.ts', import.meta.url));
  const env = { ...ENV, DATA_DIR, RATE_LIMIT: '0' };
  const server = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((done) => server.once('exit', (code) => done(code)));
  const port = await new Promise<number>((ready) => {
    server.stdout.on('data', (chunk) => {
      const line = /"port":(\d+)/.exec(String(chunk));
      if (line) ready(Number(line[1]));
    });
    void ended.then(() => ready(0));
  });
  expect(port).toBeGreaterThan(0);
  const body = JSON.stringify({ username: '"'.repeat(120_000), password: '', sign_in_with: 'EMAIL', profession: 'RETAIL_INVESTOR' });
  let [answered, ending] = [0, false];
  const flood = async (): Promise<void> => {
    while (!ending) {
      const answer = await fetch(`http://127.0.0.1:${port}/auth/v1/sign_in`, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).catch(
        () => null,
      );
      if (answer?.status === 400) answered += 1;
    }
  };
  const floods = Array.from({ length: 8 }, flood);
  while (answered < 40) await new Promise((later) => setTimeout(later, 20));
  server.kill('SIGTERM');
  expect(await ended).toBe(0);
  ending = true;
  await Promise.all(floods);
});
