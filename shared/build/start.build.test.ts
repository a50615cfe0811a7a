import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import { REPOSITORY } from './modules.ts';

const DATA_DIR = mkdtempSync(`${tmpdir()}/vimarsh-start-`);
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

/** Holds the server up, so that the modules could be built long before the server has written its key. */
const LATE_SERVER = `data:text/javascript,${encodeURIComponent(`if (process.argv[1]?.endsWith('api/src/main.ts')) await new Promise((go) => setTimeout(go, 10_000))`)}`;

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

/** The command that docs/operating.md gives to a supervisor. */
async function start(settings: Record<string, string>) {
  const port = await freePort();
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATA_DIR,
    PORT: String(port),
    DEMO: 'off',
    PUSH: 'off',
    SECRET_KEY: 'one secret of a server that is started as a supervisor does',
    ...settings,
  };
  const supervised = spawn(`${REPOSITORY}node_modules/.bin/node`, [`${REPOSITORY}shared/build/start.mjs`], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  supervised.stdout.on('data', (part) => {
    output += part;
  });
  const statusOf = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ status }) => status,
      () => 0,
    );
  while ((await statusOf('/readyz')) !== 200) {
    if (supervised.exitCode !== null) throw new Error(`It ended: ${output}`);
    await new Promise((done) => setTimeout(done, 200));
  }
  return { supervised, statusOf };
}

/** What is served while it ends, by whole seconds since the signal; the process a supervisor knows has to be the last to go. */
async function watchEnd({ supervised, statusOf }: { supervised: ChildProcess; statusOf(path: string): Promise<number> }, signal: () => void) {
  const ended = once(supervised, 'exit');
  const begun = performance.now();
  signal();
  let servedFor = 0;
  while (supervised.exitCode === null && supervised.signalCode === null) {
    if ((await statusOf('/healthz')) === 200) servedFor = performance.now() - begun;
    await new Promise((done) => setTimeout(done, 50));
  }
  const [code] = await ended;
  return { code, servedFor, after: await statusOf('/healthz') };
}

test('the first start pins the record’s key; SIGTERM to the started process, or to all its group, drains, and it ends last', { timeout: 240_000 }, async () => {
  const first = await start({ DRAIN_SECONDS: '17', NODE_OPTIONS: `--import ${LATE_SERVER}` });
  const [key] = JSON.parse(readFileSync(`${DATA_DIR}/releases/ledger-keys.json`, 'utf8'));
  const records = readdirSync(`${DATA_DIR}/releases/records`).filter((file) => file.startsWith('mf-recommendations@'));
  expect(records).toHaveLength(1);
  expect(JSON.parse(readFileSync(`${DATA_DIR}/releases/records/${records[0]}`, 'utf8')).ledger_keys).toEqual([key]);

  const alone = await watchEnd(first, () => first.supervised.kill('SIGTERM'));
  expect(alone).toMatchObject({ code: 0, after: 0 });
  expect(alone.servedFor).toBeGreaterThan(16_500);

  const second = await start({ DRAIN_SECONDS: '4' });
  const together = await watchEnd(second, () => void process.kill(-second.supervised.pid!, 'SIGTERM'));
  expect(together).toMatchObject({ code: 0, after: 0 });
  expect(together.servedFor).toBeGreaterThan(3500);
});
