import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type FaultProxy, openFaultProxy, targetOf } from '../../api/src/platform/fault-proxy.testing.ts';
import { freePort } from '../../api/src/platform/free-port.testing.ts';
import { IN_SESSION, REPOSITORY } from './stack.ts';

const POSTGRES = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/test';
const REDIS = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';

/** Which of PostgreSQL and Redis does not answer here, in words; '' when both do. */
export async function missingServices(): Promise<string> {
  const answers = async (url: string, port: number): Promise<boolean> => {
    const { host, port: at } = targetOf(url, port);
    const socket = connect({ host, port: at, timeout: 2000 });
    const outcome = await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'timeout').then(() => false)]).catch(() => false);
    socket.destroy();
    return outcome;
  };
  const missing = [!(await answers(POSTGRES, 5432)) && 'PostgreSQL at TEST_DATABASE_URL', !(await answers(REDIS, 6379)) && 'Redis at TEST_REDIS_URL'];
  return missing.filter(Boolean).join(' and ');
}

/** One server process, and its own ways to what it stands on. */
export interface FaultyNode {
  readonly portal: string;
  readonly proxies: Readonly<Record<'postgres' | 'redis' | 'mail', FaultProxy>>;
  /** How it ended, null while it runs. */
  ended(): string | null;
  log(): string;
  stop(): Promise<void>;
}

export interface Nodes {
  readonly nodes: readonly [FaultyNode, FaultyNode];
  /** Ends the server's side of every connection. */
  killBackends(): Promise<void>;
  /** Mails that reached the mail server. */
  mails(): number;
  /** Mails that are stored and have not left yet. */
  waitingMails(): Promise<number>;
  stop(): Promise<void>;
}

/** Two nodes of the demo, started side by side on one empty database of their own, behind fault proxies. */
export async function startNodes(random: () => number): Promise<Nodes> {
  const admin = new pg.Client({ connectionString: POSTGRES });
  await admin.connect();
  const name = `faults_${Date.now().toString(36)}_${process.pid}`;
  await admin.query(`create database ${name}`);
  const database = new URL(POSTGRES);
  database.pathname = name;
  const mail = await mailServer();
  const folder = mkdtempSync(join(tmpdir(), 'vimarsh-faults-'));

  const start = async (at: number): Promise<FaultyNode> => {
    const proxies = {
      postgres: await openFaultProxy(targetOf(POSTGRES, 5432), random),
      redis: await openFaultProxy(targetOf(REDIS, 6379), random),
      mail: await openFaultProxy({ host: '127.0.0.1', port: mail.port }, random),
    };
    const port = await freePort();
    const logFile = join(folder, `node-${at}.log`);
    const log = openSync(logFile, 'a');
    const env = {
      ...process.env,
      PORT: String(port),
      PARTNER_PORT: '0',
      DATA_DIR: join(folder, `data-${at}`),
      DATABASE_URL: proxies.postgres.through(database.href),
      REDIS_URL: proxies.redis.through(REDIS),
      SMTP_URL: `smtp://127.0.0.1:${proxies.mail.port}`,
      MAIL_FROM: 'Vimarsh <noreply@example.com>',
      SECRET_KEY: 'one secret for both nodes of a test',
      MARKET_NOW: IN_SESSION,
      RATE_LIMIT: '0',
      LOG_LEVEL: 'info',
    };
    const server: ChildProcess = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', `${REPOSITORY}api/src/main.ts`], {
      cwd: REPOSITORY,
      env,
      stdio: ['ignore', log, log],
    });
    const ended = (): string | null => (server.exitCode === null && server.signalCode === null ? null : `${server.exitCode ?? server.signalCode}`);
    return {
      portal: `http://localhost:${port}`,
      proxies,
      ended,
      log: () => readFileSync(logFile, 'utf8'),
      async stop() {
        if (ended() === null) {
          server.kill('SIGTERM');
          await once(server, 'exit');
        }
        for (const proxy of Object.values(proxies)) await proxy.close();
      },
    };
  };
  const nodes = (await Promise.all([start(0), start(1)])) as [FaultyNode, FaultyNode];
  const stop = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.stop()));
    await mail.close();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all(nodes.map(untilItServes));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    nodes,
    mails: mail.count,
    async waitingMails() {
      const client = new pg.Client({ connectionString: database.href });
      await client.connect();
      const { rows } = await client.query<{ n: string }>("select count(*) as n from outbox_messages where channel = 'mail' and delivered_at is null");
      await client.end();
      return Number(rows[0]!.n);
    },
    stop,
    async killBackends() {
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    },
  };
}

/** Waits, three minutes at most, until the demo's calls can be read. */
async function untilItServes(node: FaultyNode): Promise<void> {
  for (const deadline = Date.now() + 180_000; ; ) {
    const response = await fetch(`${node.portal}/base/v1/demo`).catch(() => null);
    if (response?.ok) return;
    if (node.ended() !== null || Date.now() > deadline)
      throw new Error(`${node.portal} never served (${node.ended() ?? 'still starting'}):\n${node.log().slice(-4000)}`);
    await new Promise((done) => setTimeout(done, 200));
  }
}

/** Takes every mail (RFC 5321, as little of it as a client needs) and counts it. */
async function mailServer(): Promise<{ port: number; count(): number; close(): Promise<void> }> {
  let count = 0;
  const server = createServer((socket) => {
    let inMail = false;
    let rest = '';
    socket.on('error', () => undefined);
    socket.write('220 mail\r\n');
    socket.on('data', (bytes) => {
      const lines = (rest + bytes).split('\r\n');
      rest = lines.pop()!;
      for (const line of lines) {
        if (inMail && line !== '.') continue;
        if (inMail) count += 1;
        const isData = !inMail && /^data$/i.test(line);
        socket.write(isData ? '354 go on\r\n' : '250 ok\r\n');
        inMail = isData;
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    count: () => count,
    close: () => new Promise((done) => server.close(() => done())),
  };
}
