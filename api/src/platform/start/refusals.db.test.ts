import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../testing/free-port.testing.ts';
import { databases, TEST_DATABASE_URL } from '../testing.ts';

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));
/** A start that can't succeed has ended by then, besides what Node needs to read the first files on this machine. */
const WITHIN_MS = 5000;
const SECRET_KEY = 'one secret of a start that is refused';

const root = mkdtempSync(join(tmpdir(), 'vimarsh-refusals-'));
const servers: Server[] = [];
const ports = { silent: 0, garbage: 0, http: 0, locked: 0, nobody: 0, taken: 0, plain: 0 };

/** Listens, and does this with each connection. */
async function serve(work: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => work(socket.on('error', () => undefined)));
  server.listen(0, '::');
  await once(server, 'listening');
  servers.push(server);
  return (server.address() as AddressInfo).port;
}

let floorMs = 0;
const hasPostgres = (await databases()).includes('postgres');

beforeAll(async () => {
  ports.silent = await serve(() => undefined);
  ports.garbage = await serve((socket) => socket.write('220 mail ready\r\n'));
  ports.http = await serve((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
  ports.locked = await serve((socket) => socket.once('data', () => socket.write('-WRONGPASS invalid username-password pair or user is disabled.\r\n')));
  // PostgreSQL without TLS says no to it, and goes on.
  ports.plain = await serve((socket) => socket.once('data', () => socket.write('N')));
  ports.taken = ports.garbage;
  ports.nobody = await freePort();
  writeFileSync(join(root, 'file'), '');
  // Node compiles once, then again, for what a start costs anyway.
  await start({ PORT: 'x' });
  floorMs = (await start({ PORT: 'x' })).ms;
});
afterAll(() => {
  for (const server of servers) server.close();
  rmSync(root, { recursive: true, force: true });
});

interface Ended {
  readonly code: number | null;
  readonly err: string;
  readonly ms: number;
}

async function start(env: Record<string, string>): Promise<Ended> {
  const begun = performance.now();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      DEMO: 'off',
      LOG_LEVEL: 'silent',
      SECRET_KEY,
      DATA_DIR: join(root, `data-${Math.random()}`),
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let err = '';
  child.stderr.on('data', (data) => {
    err += data;
  });
  const kill = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(kill);
  return { code, err, ms: performance.now() - begun };
}

const postgres = (change: { pathname?: string; username?: string }): string => Object.assign(new URL(TEST_DATABASE_URL), change).href;

const ROWS: readonly [what: string, env: () => Record<string, string>, words: RegExp, needsPostgres?: true][] = [
  [
    'a data folder below a file',
    () => ({ DATA_DIR: join(root, 'file/data') }),
    /^The data folder \S+ can’t be used: it is not a folder\. Mend that, or set DATA_DIR to another folder\.$/,
  ],
  [
    'a data folder that can’t be made, on PostgreSQL',
    () => ({ DATA_DIR: '/proc/data', DATABASE_URL: TEST_DATABASE_URL }),
    /^The data folder \/proc\/data can’t be used: .+\. Mend that, or set DATA_DIR to another folder\.$/,
    true,
  ],
  ['a port that is taken', () => ({ PORT: String(ports.taken) }), /^Port \d+ is taken\. Stop what uses it, or set PORT to another\.$/],
  [
    'a database that does not exist',
    () => ({ DATABASE_URL: postgres({ pathname: '/no_such_database' }) }),
    /^The PostgreSQL at \S+:\d+ has no database no_such_database: create it, or name another in DATABASE_URL\.$/,
    true,
  ],
  [
    'a user whom PostgreSQL does not know',
    () => ({ DATABASE_URL: postgres({ username: 'nobody_of_that_name' }) }),
    /^The PostgreSQL at \S+:\d+ does not let nobody_of_that_name in: correct user and password in DATABASE_URL\.$/,
    true,
  ],
  [
    'a database host without an address',
    () => ({ DATABASE_URL: 'postgres://no-such-host.invalid/x' }),
    /^The host name no-such-host\.invalid in DATABASE_URL is not known here: correct it, or see that this machine’s DNS knows it\.$/,
  ],
  [
    'a port on which no database listens',
    () => ({ DATABASE_URL: `postgres://127.0.0.1:${ports.nobody}/x` }),
    /^No PostgreSQL answers at 127\.0\.0\.1:\d+, where DATABASE_URL says \(ECONNREFUSED\): start the database, or set DATABASE_URL to where it is\.$/,
  ],
  [
    'a database server that says nothing',
    () => ({ DATABASE_URL: `postgres://127.0.0.1:${ports.silent}/x` }),
    /^No PostgreSQL answers at 127\.0\.0\.1:\d+, where DATABASE_URL says \(no answer\): start the database, or set DATABASE_URL to where it is\.$/,
  ],
  [
    'a database server that speaks no TLS, where it was asked for',
    () => ({ DATABASE_URL: `postgres://127.0.0.1:${ports.plain}/x?sslmode=verify-full` }),
    /^The PostgreSQL at 127\.0\.0\.1:\d+ speaks no TLS: take sslmode out of DATABASE_URL, or switch TLS on in the database\.$/,
  ],
  ...(['garbage', 'http'] as const).map((kind): [string, () => Record<string, string>, RegExp] => [
    `a database server that is none (${kind})`,
    () => ({ DATABASE_URL: `postgres://127.0.0.1:${ports[kind]}/x` }),
    /^What answers at 127\.0\.0\.1:\d+ is no PostgreSQL: set host and port in DATABASE_URL to those of your database\.$/,
  ]),
  ...(['garbage', 'http'] as const).map((kind): [string, () => Record<string, string>, RegExp] => [
    `a Redis that is none (${kind})`,
    () => ({ REDIS_URL: `redis://127.0.0.1:${ports[kind]}` }),
    /^What answers at 127\.0\.0\.1:\d+ is no Redis: set host and port in REDIS_URL to those of your Redis\.$/,
  ]),
  [
    'a Redis with another password',
    () => ({ REDIS_URL: `redis://:wrong@127.0.0.1:${ports.locked}` }),
    /^The Redis at 127\.0\.0\.1:\d+ does not let this server in: correct user and password in REDIS_URL\.$/,
  ],
  [
    'a Redis host without an address',
    () => ({ REDIS_URL: 'redis://no-such-host.invalid' }),
    /^The host name no-such-host\.invalid in REDIS_URL is not known here: correct it, or see that this machine’s DNS knows it\.$/,
  ],
  ...(['silent', 'nobody', 'garbage'] as const).map((kind): [string, () => Record<string, string>, RegExp] => [
    `a Vault that does not answer (${kind})`,
    () => ({ VAULT_ADDR: `http://127.0.0.1:${ports[kind]}`, VAULT_TOKEN: 'token', VAULT_KEY: 'vimarsh' }),
    /^Vault at 127\.0\.0\.1:\d+ could not be asked: .+\. See that it answers there, and that VAULT_ADDR, VAULT_TOKEN and VAULT_KEY are right\.$/,
  ]),
  [
    'a password with signs that a URL uses',
    () => ({ DATABASE_URL: 'postgres://me:s#cret/1@127.0.0.1/x' }),
    /^DATABASE_URL can’t be read as a URL: write @ as %40, # as %23, \/ as %2F, \? as %3F, \\ as %5C and % as %25 in its user and password\.$/,
  ],
  [
    'a setting of another form',
    () => ({ DATABASE_URL: 'mysql://127.0.0.1/x' }),
    /^DATABASE_URL must be a URL that starts with postgres:\/\/ or postgresql:\/\/\.$/,
  ],
];

test.each(ROWS.filter(([, , , needsPostgres]) => !needsPostgres || hasPostgres))(
  'a start with %s ends within seconds, with one sentence that says what to do',
  async (_, env, words) => {
    const { code, err, ms } = await start(env());
    expect(err.trim()).toMatch(words);
    expect([code, err.trim().split('\n').length]).toEqual([1, 1]);
    expect(ms).toBeLessThan(WITHIN_MS + 2 * floorMs);
  },
);
