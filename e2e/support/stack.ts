import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../api/src/platform/testing/free-port.testing.ts';
import { makeFolder } from './folders.ts';
import { readDay, type TradedStock } from './traded-day.ts';

/** Root of the repository, with a trailing slash. */
export const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));
/** A data folder with every module released, seeded and in session on the first day that the stories live through; each stack works on its own copy. `E2E_DATA` puts it elsewhere. */
export const TEMPLATE = process.env.E2E_DATA || `${REPOSITORY}.cache/e2e-data`;
/** The same on the evening of that day: to trade it anew takes a start ten seconds. */
const EVENING_TEMPLATE = `${TEMPLATE}-evening`;
/** How that day traded, for stories that publish on what will move: a stack of the evening, only to be asked, takes them ten seconds. */
const DAY_FILE = `${TEMPLATE}-day.json`;

/** Friday 20 Nov 2026, 10:00 IST: in session, one trading day after the demo's history ends. */
export const IN_SESSION = '2026-11-20T04:30:00Z';

/** A quarter of an hour later: prices stand everywhere, and calls on options can be published until 15:15. */
export const MORNING = '2026-11-20T04:45:00Z';

/** Its close is a quarter of an hour ago. */
const EVENING = '2026-11-20T10:15:00Z';

export const METRICS_TOKEN = 'metrics-of-a-server-under-test';

/** The metrics of a story's server, as text. */
export const metricsOf = async (portal: string): Promise<string> =>
  (await fetch(`${portal}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text();

export interface StackOptions {
  /** Market time at start (UTC); default in session. */
  readonly now?: string;
  /** Speed of market time, 1 to 60. */
  readonly speed?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Also start the partner's own site. */
  readonly partnerSite?: boolean;
  /** Seeded data folder to copy; default the stories' own. */
  readonly template?: string;
  /** Keeps the data on a disk, for whoever measures it; else they lie in memory where there is room. */
  readonly onDisk?: boolean;
}

export interface Stack {
  /** Main host, e.g. `http://localhost:4321`. */
  readonly portal: string;
  /** The server's process id. */
  pid(): number;
  /** From the start of the server's process until it was ready, ms. */
  startedIn(): number;
  /** A partner's host, e.g. `http://neem.localhost:4321`. */
  partnerHost(key: string): string;
  /** The partner's own site on another origin. */
  readonly partnerSite: string;
  readonly dataDir: string;
  /** What the server printed so far. */
  log(): string;
  /** Stops the server at once, as a crash would, and starts it again on the same data. */
  crash(): Promise<void>;
  /** Ends the server in order, does something to its data, and starts it again: with `laterMs` its clock is by so much ahead. */
  restart(meanwhile: () => void, laterMs?: number): Promise<void>;
  stop(): Promise<void>;
}

export interface Demo {
  readonly password: string;
  readonly sign_ins: readonly { shows: string; host: string; email: string; country_code: string; mobile: string }[];
  readonly widget: {
    readonly partner: string;
    readonly access_key: string;
    readonly revoked_key: string;
    /** Of the partner's app; the proof is good for five minutes. */
    readonly app: { readonly access_key: string; readonly proof: string };
  };
}

/** Starts a whole Vimarsh on free ports over a copy of the template. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const { now = IN_SESSION, speed = 1, env = {}, partnerSite = false, template = now >= EVENING ? EVENING_TEMPLATE : TEMPLATE, onDisk = false } = options;
  const dataDir = makeFolder(onDisk);
  cpSync(template, dataDir, { recursive: true });
  const [port, partnerPort] = [await freePort(), await freePort()];
  const portal = `http://localhost:${port}`;
  const settings: Record<string, string> = {
    DATA_DIR: dataDir,
    PORT: String(port),
    PARTNER_PORT: String(partnerPort),
    MARKET_NOW: now,
    MARKET_SPEED: String(speed),
    LOG_LEVEL: 'warn',
    RATE_LIMIT: '0',
    METRICS_TOKEN,
    ...env,
  };
  const logFile = `${dataDir}/server.log`;
  const running: ChildProcess[] = [];
  const start = async (script: string, url: string, more = {}): Promise<ChildProcess> => {
    const child = run(script, { ...settings, ...more }, logFile);
    running.push(child);
    await answers(url, child, logFile);
    return child;
  };
  const startServer = () => start('api/src/main.ts', `${portal}/readyz`);
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    for (const child of running.splice(0)) {
      child.kill(signal);
      await ended(child);
    }
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const began = performance.now();
    let server = await startServer();
    const startedIn = performance.now() - began;
    const partnerUrl = `http://localhost:${partnerPort}`;
    if (partnerSite) await start('mf-widgets/partner-site/server.ts', `${partnerUrl}/`, { PARTNER_ACCESS_KEY: (await demoOf(portal)).widget.access_key });
    return {
      portal,
      pid: () => server.pid!,
      startedIn: () => startedIn,
      partnerSite: partnerUrl,
      dataDir,
      partnerHost: (key) => `http://${key}.localhost:${port}`,
      log: () => readFileSync(logFile, 'utf8'),
      async crash() {
        server.kill('SIGKILL');
        await ended(server);
        server = await startServer();
      },
      async restart(meanwhile, laterMs) {
        server.kill('SIGTERM');
        await ended(server);
        running.splice(running.indexOf(server), 1);
        meanwhile();
        if (laterMs !== undefined) settings.LATER_MS = String(laterMs);
        server = await startServer();
      },
      stop: () => stop('SIGTERM'),
    };
  } catch (error) {
    await stop('SIGKILL');
    throw error;
  }
}

export const haveTemplates = (): boolean => [TEMPLATE, DAY_FILE, EVENING_TEMPLATE].every((path) => existsSync(path));

/** Every active stock with its 5-minute candles of the first day that the stories live through, from an instant on. */
export const tradedDay = (since: string): TradedStock[] =>
  (JSON.parse(readFileSync(DAY_FILE, 'utf8')) as TradedStock[]).map(({ stock, candles }) => ({ stock, candles: candles.filter(({ t }) => t >= since) }));

/** Both templates of the stories, once for a whole run: the second stands only when both do. */
export async function prepareTemplates(): Promise<void> {
  for (const made of [EVENING_TEMPLATE, DAY_FILE]) rmSync(made, { recursive: true, force: true });
  await prepareTemplate();
  const making = `${EVENING_TEMPLATE}-in-work`;
  rmSync(making, { recursive: true, force: true });
  cpSync(TEMPLATE, making, { recursive: true });
  await runUntilReady(making, EVENING, {
    afterwards: async (portal) => writeFileSync(DAY_FILE, JSON.stringify(await readDay(portal, IN_SESSION.slice(0, 10)))),
  });
  renameSync(making, EVENING_TEMPLATE);
}

/** Builds and releases every module and seeds the demo. */
export async function prepareTemplate(template: string = TEMPLATE): Promise<void> {
  rmSync(template, { recursive: true, force: true });
  mkdirSync(template, { recursive: true });
  const logFile = `${template}/server.log`;
  const ship = run('root-config/release/ship.ts', { DATA_DIR: template, LOG_LEVEL: 'warn' }, logFile);
  await runUntilReady(template, IN_SESSION, {
    meanwhile: async () => {
      if ((await ended(ship)) !== 0) throw new Error(`The modules could not be released:\n${readFileSync(logFile, 'utf8')}`);
    },
  });
}

interface Beside {
  meanwhile?(): Promise<void>;
  /** Once it is ready. */
  afterwards?(portal: string): Promise<void>;
}

/** Lets a server bring a folder's data up to an instant, while something else happens. */
async function runUntilReady(folder: string, now: string, { meanwhile, afterwards }: Beside): Promise<void> {
  const logFile = `${folder}/server.log`;
  const port = await freePort();
  const server = run('api/src/main.ts', { DATA_DIR: folder, PORT: String(port), LOG_LEVEL: 'warn', MARKET_NOW: now }, logFile);
  await meanwhile?.();
  await answers(`http://localhost:${port}/readyz`, server, logFile);
  await afterwards?.(`http://localhost:${port}`);
  server.kill('SIGTERM');
  await ended(server);
}

/** Accounts and widget keys of the demo. */
export async function demoOf(portal: string): Promise<Demo> {
  return ((await (await fetch(`${portal}/base/v1/demo`)).json()) as { data: Demo }).data;
}

function run(script: string, env: Record<string, string>, logFile: string): ChildProcess {
  const log = openSync(logFile, 'a');
  // The flag is `npm start`'s.
  const loaded = ['end-with-parent', ...(process.env.SLOW_ANSWERS ? ['slow-answers'] : []), ...(env.LATER_MS ? ['later'] : [])].map(
    (file) => `--import=${REPOSITORY}e2e/support/preloaded/${file}.ts`,
  );
  return spawn(process.execPath, ['--max-semi-space-size=8', ...loaded, REPOSITORY + script], {
    cwd: REPOSITORY,
    env: { ...process.env, ...env, STARTED_BY: String(process.pid) },
    stdio: ['ignore', log, log],
  });
}

const ended = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null ? Promise.resolve(child.exitCode) : new Promise((resolve) => child.once('exit', resolve));

/**
 * How long a start may take: more than a machine that stands still for minutes needs, so that what does end it has said why in its
 * log. Whoever waits for a start gives it more.
 */
const START_MS = 240_000;

/** Waits until the address answers 200. */
async function answers(url: string, child: ChildProcess, logFile: string): Promise<void> {
  const deadline = Date.now() + START_MS;
  let last = 'nothing';
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      const state = child.exitCode ?? child.signalCode ?? 'still running';
      throw new Error(`${url} never answered (process ${state}; last: ${last}):\n${existsSync(logFile) ? readFileSync(logFile, 'utf8').slice(-4000) : ''}`);
    }
    try {
      // A server that takes the question and keeps the answer is asked anew.
      const response = await fetch(url, { signal: AbortSignal.timeout(10_000) });
      if (response.ok) return;
      last = `${response.status} ${await response.text()}`;
    } catch (error) {
      last = String(error);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
