import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../../api/src/platform/testing/free-port.testing.ts';
import { testService } from '../../../shared/domain/test-services.testing.ts';
import { Load, lostOf, sizeOf, stocksOf } from '../load/journal.ts';
import { Person } from '../person.ts';
import { demoOf, IN_SESSION } from '../stack.ts';
import { moveDemo } from './moved-demo.ts';
import type { ReleaseFolder } from './release-folders.ts';

const POSTGRES = testService('TEST_DATABASE_URL');
const AUTHORS = ['ananya', 'devendra', 'farida', 'gurpreet'];
const READ = ['/reco/v1/calls?limit=20', '/reco/v1/public', '/reco/v1/experts', '/reco/v1/mine', '/auth/v1/profile', '/market/v1/quotes?symbols=TCS,INFY'];
const STARTS_WITHIN_MS = 180_000;

export interface ReleasesVerdict {
  readonly acknowledged: number;
  readonly reads: number;
  /** What the oldest release said of the database that is two ahead. */
  readonly refusal: string;
  readonly refusalCode: number | null;
  /** Each thing that must not happen and did. */
  readonly wrong: readonly string[];
}

export interface ReleasesRun {
  /** Three, oldest first. */
  readonly releases: readonly ReleaseFolder[];
  readonly database: 'embedded' | 'postgres';
  /** A seeded folder whose demo the first release begins with; without it that one seeds it. */
  readonly template?: string;
  /** How long people work at least between two changes of release, ms. */
  readonly workMs: number;
  say(line: string): void;
}

/**
 * Three releases of the server on one database, forth and back, while experts publish and visitors sign up: on PostgreSQL two nodes of different
 * releases side by side, on the embedded database one after the other. In the end the oldest is started on what the newest has made.
 */
export async function runReleases({ releases, database, template, workMs, say }: ReleasesRun): Promise<ReleasesVerdict> {
  const [first, second, third] = releases as [ReleaseFolder, ReleaseFolder, ReleaseFolder];
  const place = await makePlace(database, template);
  const nodes = [new Node(place, 0, await freePort()), ...(database === 'postgres' ? [new Node(place, 1, await freePort())] : [])];
  const [one] = nodes as [Node];
  const other = nodes.at(-1)!;
  const wrong: string[] = [];
  const work: { stop(): Promise<void> }[] = [];
  try {
    await one.run(first);
    const demo = await demoOf(one.portal);
    const experts = await Promise.all(AUTHORS.map((name) => Person.signIn(one, `${name}@experts.example.com`, demo.password)));
    const stocks = await stocksOf(experts[0]!);
    const load = new Load(one.portal, experts, stocks, 7_300_000_000);
    work.push(load);
    const readers = nodes.map((node) => new Reader(node.portal, experts[0]!, wrong));
    work.push(...readers);
    // Who runs what, change by change: up, back while the newer one runs, up again, and on.
    const changes: [Node, ReleaseFolder][] =
      database === 'postgres'
        ? [
            [other, second],
            [one, first],
            [one, second],
            [other, third],
            [one, second],
            [one, third],
          ]
        : [second, first, second, third, second, third].map((release): [Node, ReleaseFolder] => [one, release]);
    const acknowledged = (): number => sizeOf(load.journal);
    await pause(workMs);
    for (const [node, release] of changes) {
      await node.run(release);
      const running = nodes.map((each) => each.release?.name ?? 'none').join(' beside ');
      await pause(workMs);
      const missing = await readAndWritten(readers, acknowledged);
      if (missing) wrong.push(`${running}: ${missing}`);
      say(`${running}: ${acknowledged()} acknowledged, ${readers.reduce((sum, { reads }) => sum + reads, 0)} read`);
    }
    for (const each of work.splice(0)) await each.stop();
    wrong.push(...load.surprises, ...(await lostOf(load.journal)));
    for (const node of nodes) if (node.failures()) wrong.push(`${node.release?.name} logged: ${node.failures()}`);
    await one.stop();
    const refused = await one.refusal(first);
    return {
      acknowledged: sizeOf(load.journal),
      reads: readers.reduce((sum, { reads }) => sum + reads, 0),
      refusal: refused.words,
      refusalCode: refused.code,
      wrong,
    };
  } finally {
    for (const each of work) await each.stop();
    await Promise.all(nodes.map((node) => node.stop()));
    await place.remove();
  }
}

/** How much is acknowledged under each release: one by each of those who sign up and publish. */
const WRITTEN = 4;

/**
 * Waits until each node has answered as often as there are lists and some work was acknowledged, so that a release is tried as much on a slow
 * machine as on a fast one. Says what is missing after a minute; empty when nothing is.
 */
async function readAndWritten(readers: readonly Reader[], acknowledged: () => number): Promise<string> {
  const before = { reads: readers.map(({ reads }) => reads), acknowledged: acknowledged() };
  const silent = (): number => readers.filter(({ reads }, at) => reads < before.reads[at]! + READ.length).length;
  const written = (): number => acknowledged() - before.acknowledged;
  for (const deadline = Date.now() + 60_000; silent() > 0 || written() < WRITTEN; await pause(50))
    if (Date.now() > deadline) return `within a minute ${silent()} nodes did not answer ${READ.length} lists, and ${written()} of ${WRITTEN} were acknowledged`;
  return '';
}

interface Place {
  readonly folder: string;
  readonly url: string | null;
  /** Whether the folders of the nodes hold the keys that the data was made with. */
  readonly hasKeys: boolean;
  remove(): Promise<void>;
}

async function makePlace(database: 'embedded' | 'postgres', template?: string): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'vimarsh-releases-data-'));
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true });
  const dataDirs = [0, 1].map((at) => join(folder, `data-${at}`));
  const hasKeys = template !== undefined;
  if (database === 'embedded') {
    if (template) cpSync(template, dataDirs[0]!, { recursive: true });
    return { folder, url: null, hasKeys, remove: async () => removeFolder() };
  }
  const admin = new pg.Client({ connectionString: POSTGRES });
  await admin.connect();
  const name = `releases_${Date.now().toString(36)}_${process.pid}`;
  await admin.query(`create database ${name}`);
  const url = new URL(POSTGRES);
  url.pathname = name;
  if (template) await moveDemo(template, url.href, dataDirs);
  return {
    folder,
    hasKeys,
    url: url.href,
    async remove() {
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
      removeFolder();
    },
  };
}

/** A node that keeps its address while releases come and go. */
class Node {
  readonly portal: string;
  release: ReleaseFolder | null = null;
  readonly #place: Place;
  readonly #at: number;
  readonly #port: number;
  readonly #logFile: string;
  #server: ChildProcess | null = null;

  constructor(place: Place, at: number, port: number) {
    this.#place = place;
    this.#at = at;
    this.#port = port;
    this.portal = `http://localhost:${port}`;
    this.#logFile = join(place.folder, `node-${at}.log`);
  }

  /** Stops what runs, starts this release at the same address, and waits until it serves. */
  async run(release: ReleaseFolder): Promise<void> {
    await this.stop();
    const server = this.#start(release);
    for (const deadline = Date.now() + STARTS_WITHIN_MS; ; ) {
      const response = await fetch(`${this.portal}/base/v1/demo`).catch(() => null);
      if (response?.ok) return;
      if (server.exitCode !== null || Date.now() > deadline) throw new Error(`${release.name} never served:\n${this.#log().slice(-4000)}`);
      await pause(200);
    }
  }

  /** How a release ends that may not serve this database. */
  async refusal(release: ReleaseFolder): Promise<{ code: number | null; words: string }> {
    const from = this.#log().length;
    const server = this.#start(release);
    const ended = once(server, 'exit') as Promise<[number | null]>;
    const [code] = await Promise.race([ended, pause(STARTS_WITHIN_MS, [null] as [null])]);
    await this.stop();
    return { code, words: this.#log().slice(from).trim() };
  }

  #start(release: ReleaseFolder): ChildProcess {
    const log = openSync(this.#logFile, 'a');
    this.release = release;
    this.#server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'api/src/main.ts'], {
      cwd: release.directory,
      env: {
        PATH: process.env.PATH,
        PORT: String(this.#port),
        PARTNER_PORT: '0',
        DATA_DIR: join(this.#place.folder, `data-${this.#at}`),
        ...(this.#place.url && { DATABASE_URL: this.#place.url }),
        ...(!this.#place.hasKeys && { SECRET_KEY: 'one secret for all releases of a test' }),
        MARKET_NOW: IN_SESSION,
        RATE_LIMIT: '0',
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', log, log],
    });
    return this.#server;
  }

  #log(): string {
    try {
      return readFileSync(this.#logFile, 'utf8');
    } catch {
      return '';
    }
  }

  /** Lines of requests and jobs that failed by the server's own fault. */
  failures(): string {
    return this.#log()
      .split('\n')
      .filter((line) => line.includes('"level":"error"') && !line.includes('"code":"RETRY"'))
      .slice(0, 3)
      .join('\n');
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
}

/** Reads lists all the while. A node that is being replaced gives no answer; any other refusal is wrong. */
class Reader {
  reads = 0;
  #running = true;
  readonly #work: Promise<void>;

  constructor(portal: string, person: Person, wrong: string[]) {
    this.#work = this.#read(portal, person, wrong);
  }

  async #read(portal: string, person: Person, wrong: string[]): Promise<void> {
    for (let at = 0; this.#running; at += 1) {
      const path = READ[at % READ.length]!;
      const token = await person.token().catch(() => '');
      const response = token ? await fetch(portal + path, { headers: { authorization: `Bearer ${token}` } }).catch(() => null) : null;
      if (response?.ok) this.reads += 1;
      else if (response && response.status !== 503) wrong.push(`${path} was answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
      await pause(30);
    }
  }

  async stop(): Promise<void> {
    this.#running = false;
    await this.#work;
  }
}
