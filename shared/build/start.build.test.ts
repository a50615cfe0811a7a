import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import { REPOSITORY } from './modules.ts';

/** In memory where there is room: a new database waits for the disk at each commit, and other tests keep the disk busy. */
const DATA_DIR = mkdtempSync(`${hasRoom('/dev/shm') ? '/dev/shm' : tmpdir()}/vimarsh-start-`);
const groups: number[] = [];
afterAll(() => {
  // A failed test leaves a supervised server with all its children.
  for (const group of groups) endGroup(group);
  rmSync(DATA_DIR, { recursive: true, force: true });
});

/** A database, and a release of each module, with a lot to spare. */
function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > 2e9;
  } catch {
    return false;
  }
}

function endGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // The call has ended.
  }
}

/** Holds the server up, so that the modules could be built long before the server has written its key. */
const LATE_SERVER = `data:text/javascript,${encodeURIComponent(`if (process.argv[1]?.endsWith('api/src/main.ts')) await new Promise((go) => setTimeout(go, 10_000))`)}`;

/** Below what the kernel takes for outgoing connections, one of which could have the port by the time the server starts. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(14_000, 20_000);
    const server = createServer();
    const listening = await once(server.listen(port), 'listening').then(
      () => true,
      () => false,
    );
    if (!listening) continue;
    server.close();
    return port;
  }
}

/** An answer that does not come, a start and an end may take so long on a machine that does ten other things. */
const [ANSWER_MS, START_MS, END_MS] = [10_000, 300_000, 120_000];

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
  groups.push(supervised.pid!);
  let output = '';
  supervised.stdout.on('data', (part) => {
    output += part;
  });
  const statusOf = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(ANSWER_MS) }).then(
      ({ status }) => status,
      () => 0,
    );
  const begun = performance.now();
  while ((await statusOf('/readyz')) !== 200) {
    if (performance.now() - begun > START_MS) throw new Error(`Not ready after ${START_MS / 1000} s: ${output}`);
    if (supervised.exitCode !== null) throw new Error(`It ended: ${output}`);
    await new Promise((done) => setTimeout(done, 200));
  }
  return { supervised, statusOf, output: () => output };
}

/** What is served while it ends, by whole seconds since the signal; the process a supervisor knows has to be the last to go. */
async function watchEnd({ supervised, statusOf, output }: Awaited<ReturnType<typeof start>>, signal: () => void) {
  const ended = once(supervised, 'exit');
  const begun = performance.now();
  signal();
  let servedFor = 0;
  while (supervised.exitCode === null && supervised.signalCode === null) {
    if (performance.now() - begun > END_MS) throw new Error(`Still there ${END_MS / 1000} s after the signal: ${output()}`);
    if ((await statusOf('/healthz')) === 200) servedFor = performance.now() - begun;
    await new Promise((done) => setTimeout(done, 50));
  }
  const [code] = await ended;
  return { code, servedFor, after: await statusOf('/healthz') };
}

test('the first start pins the record’s key; SIGTERM to the started process, or to all its group, drains, and it ends last', {
  timeout: 2 * (START_MS + END_MS),
}, async () => {
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
