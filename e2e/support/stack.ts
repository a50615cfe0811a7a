import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../api/src/platform/free-port.testing.ts';

/** Root of the repository, with a trailing slash. */
export const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));
/** A seeded data folder with every module released; each stack works on its own copy. `E2E_DATA` puts it elsewhere. */
export const TEMPLATE = process.env.E2E_DATA || `${REPOSITORY}.cache/e2e-data`;

/** Friday 20 Nov 2026, 10:00 IST: in session, one trading day after the demo's history ends. */
export const IN_SESSION = '2026-11-20T04:30:00Z';

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
export async function startStack({ now = IN_SESSION, speed = 1, env = {}, partnerSite = false, template = TEMPLATE }: StackOptions = {}): Promise<Stack> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vimarsh-e2e-'));
  cpSync(template, dataDir, { recursive: true });
  const [port, partnerPort] = [await freePort(), await freePort()];
  const portal = `http://localhost:${port}`;
  const settings = {
    DATA_DIR: dataDir,
    PORT: String(port),
    PARTNER_PORT: String(partnerPort),
    MARKET_NOW: now,
    MARKET_SPEED: String(speed),
    LOG_LEVEL: 'warn',
    RATE_LIMIT: '0',
    ...env,
  };
  const logFile = `${dataDir}/server.log`;
  const began = performance.now();
  let server = await startServer(settings, portal, logFile);
  const startedIn = performance.now() - began;
  const site = partnerSite
    ? run('mf-widgets/partner-site/server.ts', { ...settings, PARTNER_ACCESS_KEY: (await demoOf(portal)).widget.access_key }, logFile)
    : null;
  if (site) await answers(`http://localhost:${partnerPort}/`, site, logFile);
  return {
    portal,
    pid: () => server.pid!,
    startedIn: () => startedIn,
    partnerSite: `http://localhost:${partnerPort}`,
    dataDir,
    partnerHost: (key) => `http://${key}.localhost:${port}`,
    log: () => readFileSync(logFile, 'utf8'),
    async crash() {
      server.kill('SIGKILL');
      await ended(server);
      server = await startServer(settings, portal, logFile);
    },
    async stop() {
      site?.kill('SIGTERM');
      server.kill('SIGTERM');
      await ended(server);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Builds and releases every module and seeds the demo, once for a whole run. */
export async function prepareTemplate(template: string = TEMPLATE): Promise<void> {
  rmSync(template, { recursive: true, force: true });
  mkdirSync(template, { recursive: true });
  const logFile = `${template}/server.log`;
  const port = await freePort();
  const settings = { DATA_DIR: template, PORT: String(port), LOG_LEVEL: 'warn' };
  const ship = run('root-config/release/ship.ts', settings, logFile);
  const server = run('api/src/main.ts', { ...settings, MARKET_NOW: IN_SESSION }, logFile);
  if ((await ended(ship)) !== 0) throw new Error(`The modules could not be released:\n${readFileSync(logFile, 'utf8')}`);
  await answers(`http://localhost:${port}/readyz`, server, logFile);
  server.kill('SIGTERM');
  await ended(server);
}

/** Accounts and widget keys of the demo. */
export async function demoOf(portal: string): Promise<Demo> {
  return ((await (await fetch(`${portal}/base/v1/demo`)).json()) as { data: Demo }).data;
}

async function startServer(settings: Record<string, string>, portal: string, logFile: string): Promise<ChildProcess> {
  const server = run('api/src/main.ts', settings, logFile);
  await answers(`${portal}/readyz`, server, logFile);
  return server;
}

function run(script: string, env: Record<string, string>, logFile: string): ChildProcess {
  const log = openSync(logFile, 'a');
  // The flag is `npm start`'s.
  return spawn(process.execPath, ['--max-semi-space-size=8', REPOSITORY + script], {
    cwd: REPOSITORY,
    env: { ...process.env, ...env },
    stdio: ['ignore', log, log],
  });
}

const ended = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null ? Promise.resolve(child.exitCode) : new Promise((resolve) => child.once('exit', resolve));

/** Waits, two minutes at most, until the address answers 200. */
async function answers(url: string, child: ChildProcess, logFile: string): Promise<void> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`${url} never answered:\n${existsSync(logFile) ? readFileSync(logFile, 'utf8').slice(-4000) : ''}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
