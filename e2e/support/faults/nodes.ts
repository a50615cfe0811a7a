import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fstatSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type FaultProxy, openFaultProxy, targetOf } from '../../../api/src/platform/testing/fault-proxy.testing.ts';
import { freePort } from '../../../api/src/platform/testing/free-port.testing.ts';
import { storePortal } from '../../../api/src/portal/releases.testing.ts';
import { testService } from '../../../shared/domain/test-services.testing.ts';
import { IN_SESSION, METRICS_TOKEN, REPOSITORY } from '../stack.ts';
import { moveDemo } from './moved-demo.ts';

/** The PostgreSQL on whose databases nodes run. */
export const POSTGRES = testService('TEST_DATABASE_URL');
const REDIS = testService('TEST_REDIS_URL');
/** Sessions of an application in a database that pause within a transaction which has taken the record's row. */
const HOLDS_RECORD = `
  select from pg_stat_activity a join pg_locks l using (pid) where application_name = $1 and a.state = 'idle in transaction'
    and l.granted and l.mode = 'RowShareLock' and l.relation = 'ledger_head'::regclass`;

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

/** One server, and its own ways to what it stands on. Its process may be stopped and replaced; the address stays. */
export interface FaultyNode {
  readonly portal: string;
  readonly proxies: Readonly<Record<'postgres' | 'redis' | 'mail', FaultProxy>>;
  /** How it ended by itself, null while it runs or is being replaced. */
  ended(): string | null;
  /** Whether a test has frozen, killed or replaced its process at any time since an instant (`performance.now()`). */
  wasStopped(since: number): boolean;
  /**
   * Its process stands still while it holds the lock of the record, until the way back is called. `write` asks it for something that takes
   * the lock. False: it never held the lock.
   */
  freezeWithRecord(write: () => Promise<unknown>): Promise<(() => void) | false>;
  /** SIGKILL, and a new process. */
  kill(): Promise<void>;
  /** SIGTERM, an orderly end, and a new process: a deploy. Fails when the end is not orderly. */
  deploy(): Promise<void>;
  log(): string;
  /** The log of the process that runs now. */
  logSinceStart(): string;
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

/** Sessions of an application that wait for a lock. */
const WAITS = "select from pg_stat_activity where application_name = $1 and datname = current_database() and wait_event_type = 'Lock'";
/** A process is stopped in its wait for the record's lock so often, until it was given it. */
const FREEZES = 10;
/** Less than a writer waits for the lock. */
const FREEZE_STEP_MS = 1500;
/** An orderly end takes no longer than the server itself allows, after it has served on. */
const ORDERLY_MS = 20_000;

/**
 * Two nodes of the demo, started side by side on one database of their own, behind fault proxies. `env`: settings of both. The database is
 * empty, or has the demo of a seeded folder.
 */
export async function startNodes(random: () => number, { env = {}, template }: { env?: Readonly<Record<string, string>>; template?: string }): Promise<Nodes> {
  const admin = new pg.Client({ connectionString: POSTGRES });
  await admin.connect();
  const name = `faults_${Date.now().toString(36)}_${process.pid}`;
  await admin.query(`create database ${name}`);
  const database = new URL(POSTGRES);
  database.pathname = name;
  const inside = new pg.Client({ connectionString: database.href });
  inside.on('error', () => undefined);
  await inside.connect();
  const holder = new pg.Client({ connectionString: database.href });
  holder.on('error', () => undefined);
  await holder.connect();
  const mail = await mailServer();
  const folder = mkdtempSync(join(tmpdir(), 'vimarsh-faults-'));
  const dataDirs = [0, 1].map((at) => join(folder, `data-${at}`));
  for (const dataDir of dataDirs) mkdirSync(dataDir);
  if (template) await moveDemo(template, database.href, dataDirs);

  const start = async (at: number): Promise<FaultyNode> => {
    const proxies = {
      postgres: await openFaultProxy(targetOf(POSTGRES, 5432), random),
      redis: await openFaultProxy(targetOf(REDIS, 6379), random),
      mail: await openFaultProxy({ host: '127.0.0.1', port: mail.port }, random),
    };
    const port = await freePort();
    const logFile = join(folder, `node-${at}.log`);
    const log = openSync(logFile, 'a');
    const dataDir = dataDirs[at]!;
    storePortal(dataDir);
    const application = `node-${at}`;
    const own = new URL(database);
    own.searchParams.set('application_name', application);
    const settings = {
      ...process.env,
      PORT: String(port),
      PARTNER_PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: proxies.postgres.through(own.href),
      REDIS_URL: proxies.redis.through(REDIS),
      SMTP_URL: `smtp://127.0.0.1:${proxies.mail.port}`,
      MAIL_FROM: 'Vimarsh <noreply@example.com>',
      ...(!template && { SECRET_KEY: 'one secret for both nodes of a test' }),
      MARKET_NOW: IN_SESSION,
      RATE_LIMIT: '0',
      LOG_LEVEL: 'info',
      METRICS_TOKEN,
      ...env,
    };
    let logFrom = 0;
    const open = (): ChildProcess => {
      logFrom = fstatSync(log).size;
      return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', `${REPOSITORY}api/src/main.ts`], {
        cwd: REPOSITORY,
        env: settings,
        stdio: ['ignore', log, log],
      });
    };
    let server = open();
    /** When its process was last stopped by a test; now, while it is. */
    let stopped = Number.NEGATIVE_INFINITY;
    let isStopped = false;
    const hasEnded = (): boolean => server.exitCode !== null || server.signalCode !== null;
    const ended = (): string | null => (isStopped || !hasEnded() ? null : `${server.exitCode ?? server.signalCode}`);
    const portal = `http://localhost:${port}`;
    const over = (): void => {
      stopped = performance.now();
      isStopped = false;
    };
    async function replace(signal: NodeJS.Signals): Promise<void> {
      isStopped = true;
      try {
        const gone = once(server, 'exit');
        server.kill(signal);
        await gone;
        server = open();
        await untilReady(portal, hasEnded);
      } finally {
        over();
      }
    }
    const node: FaultyNode = {
      portal,
      wasStopped: (since) => isStopped || stopped >= since,
      kill: () => replace('SIGKILL'),
      async deploy() {
        const begun = performance.now();
        const before = server;
        const late = setTimeout(() => before.kill('SIGKILL'), ORDERLY_MS + 1000 * Number(env.DRAIN_SECONDS ?? 0));
        before.once('exit', () => clearTimeout(late));
        await replace('SIGTERM');
        if (before.exitCode !== 0)
          throw new Error(`${portal} did not end in order: ${before.exitCode ?? before.signalCode} after ${Math.round(performance.now() - begun)} ms`);
      },
      async freezeWithRecord(write) {
        isStopped = true;
        const isTrue = async (query: string): Promise<boolean> => {
          for (const begun = performance.now(); performance.now() - begun < FREEZE_STEP_MS; await pause(10))
            if ((await inside.query(query, [application])).rowCount) return true;
          return false;
        };
        for (let tries = 0; tries < FREEZES; tries += 1) {
          // The lock is held here until the process waits for it, and given to it once it can't hear of that any more.
          await holder.query('begin; select from ledger_head where id = 1 for update');
          const written = write().catch(() => undefined);
          const isWaiting = await isTrue(WAITS);
          if (isWaiting) server.kill('SIGSTOP');
          await holder.query('rollback');
          if (isWaiting && (await isTrue(HOLDS_RECORD)))
            return () => {
              server.kill('SIGCONT');
              over();
            };
          server.kill('SIGCONT');
          await written;
        }
        over();
        return false;
      },
      proxies,
      ended,
      log: () => readFileSync(logFile, 'utf8'),
      logSinceStart: () => readFileSync(logFile).subarray(logFrom).toString(),
      async stop() {
        if (ended() === null) {
          server.kill('SIGCONT');
          server.kill('SIGTERM');
          await once(server, 'exit');
        }
        for (const proxy of Object.values(proxies)) await proxy.close();
      },
    };
    return node;
  };
  const nodes = (await Promise.all([start(0), start(1)])) as [FaultyNode, FaultyNode];
  const stop = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.stop()));
    await mail.close();
    await inside.end();
    await holder.end();
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
      const { rows } = await inside.query<{ n: string }>("select count(*) as n from outbox_messages where channel = 'mail' and delivered_at is null");
      return Number(rows[0]!.n);
    },
    stop,
    async killBackends() {
      await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name like 'node-%'", [name]);
    },
  };
}

/** Waits, two minutes at most, until a balancer would send somebody. */
async function untilReady(portal: string, hasEnded: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 120_000; ; await pause(100)) {
    const response = await fetch(`${portal}/readyz`).catch(() => null);
    if (response?.ok) return;
    if (hasEnded() || Date.now() > deadline) throw new Error(`${portal} never got ready`);
  }
}

/** Waits, three minutes at most, until the demo's calls can be read. */
async function untilItServes(node: FaultyNode): Promise<void> {
  for (const deadline = Date.now() + 180_000; ; ) {
    const response = await fetch(`${node.portal}/base/v1/demo`).catch(() => null);
    if (response?.ok) return;
    if (node.ended() !== null || Date.now() > deadline)
      throw new Error(`${node.portal} never served (${node.ended() ?? 'still starting'}):\n${node.log().slice(-4000)}`);
    await pause(200);
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
