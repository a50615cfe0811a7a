import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testService } from '@vimarsh/shared/domain/test-services.testing.ts';
import pg from 'pg';
import type { DestinationStream } from 'pino';
import { type Config, readConfig } from '../config.ts';
import type { DatabasePlace } from './database/database.types.ts';
import { type EmbeddedDatabase, openEmbedded } from './database/embedded.ts';
import { createLogger } from './log/logging.ts';
import { createPlatform, type PlatformProcess } from './platform.create.ts';
import { type MadePlace, makeTables } from './testing/made-place.testing.ts';
import { imageWithTables } from './testing/tables-folder.testing.ts';

export type TestDatabase = 'pglite' | 'postgres';

const SERVER_URL = testService('TEST_DATABASE_URL');

/**
 * A database for each test process, on the server of the TEST_DATABASE_URL that was given: migrations look through all schemas
 * of a database, and fail over one that another process is just dropping.
 */
export const TEST_DATABASE_URL = ((): string => {
  const url = new URL(SERVER_URL);
  url.pathname += `_${process.env.VITEST_POOL_ID ?? '1'}`;
  return url.href;
})();
let found: Promise<TestDatabase[]> | null = null;

/** What API tests run on: PGlite always, PostgreSQL where one answers at TEST_DATABASE_URL. With CI=true a missing PostgreSQL is an error. */
export function databases(): Promise<TestDatabase[]> {
  found ??= (async (): Promise<TestDatabase[]> => {
    try {
      await onPostgres(makeDatabase, SERVER_URL);
      return ['pglite', 'postgres'];
    } catch (error) {
      if (process.env.CI === 'true') throw new Error('CI needs a PostgreSQL at TEST_DATABASE_URL.', { cause: error });
      console.log('PostgreSQL does not answer at TEST_DATABASE_URL: these tests run on PGlite only.');
      return ['pglite'];
    }
  })();
  return found;
}

/**
 * The database that the tests of a feature run on: the one of production where it answers, since the stories in the browser run on the
 * other. What a store itself may do otherwise (transactions, locks, kills, the record, random histories of money, moves) is tested on
 * both. With `TEST_DATABASES=both` everything is.
 */
export const featureDatabase = async (): Promise<TestDatabase[]> => (process.env.TEST_DATABASES === 'both' ? databases() : (await databases()).slice(-1));

/** Headers that open `/metrics` of a test's server. */
export const METRICS = { authorization: 'Bearer metrics-of-a-server-under-test' };

/** Settings for tests: quiet, no general rate limit, the market at the real time, a folder of their own. */
export function testConfig(settings: Record<string, string> = {}): Config {
  return readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: '0',
    RATE_LIMIT: '0',
    MARKET_TIME: settings.MARKET_NOW ? '' : 'real',
    SECRET_KEY: 'one secret of all servers under test',
    METRICS_TOKEN: METRICS.authorization.slice(7),
    ...settings,
  });
}

/**
 * Database threads emptied for the next test: starting one costs seconds, so a test process keeps what it started.
 */
const idleThreads: EmbeddedDatabase[] = [];

const threadWithTables = async (): Promise<EmbeddedDatabase> => openEmbedded({ directory: null, image: await imageWithTables(), onCrash: () => {} });

async function empty(thread: EmbeddedDatabase): Promise<void> {
  const client = new pg.Client({ stream: () => thread.connect() as never });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "select quote_ident(nspname) as name from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'",
  );
  for (const { name } of rows) await client.query(`drop schema ${name} cascade`);
  await client.query('create schema public');
  await client.query('discard all');
  await client.end();
}

/** A place with nothing in it, and how to remove it. */
export async function freshPlace(database: TestDatabase): Promise<{ place: DatabasePlace; remove(): Promise<void> }> {
  if (database === 'pglite') {
    const idle = idleThreads.pop();
    const thread = idle ?? (await threadWithTables());
    if (!idle) await empty(thread);
    return { place: { kind: 'memory', thread }, remove: () => empty(thread).then(() => void idleThreads.push(thread)) };
  }
  const schema = `t_${randomBytes(6).toString('hex')}`;
  await onPostgres(async (client) => void (await client.query(`create schema ${schema}`)));
  return { place: { kind: 'postgres', url: TEST_DATABASE_URL, schema }, remove: () => onPostgres((client) => drop(client, schema)) };
}

const drop = async (client: pg.Client, schema: string): Promise<void> =>
  void (await client.query(`drop schema if exists ${schema} cascade; drop schema if exists ${schema}_jobs cascade`));

/** Places with tables, emptied for the next test of this process. */
const idlePlaces: Record<TestDatabase, MadePlace[]> = { pglite: [], postgres: [] };

/** A place with all tables as the migrations leave them, and how to give it back. */
async function madePlace(database: TestDatabase): Promise<{ place: DatabasePlace; remove(): Promise<void> }> {
  const made = idlePlaces[database].pop() ?? (await makePlace(database));
  const { place } = made;
  return {
    place,
    async remove() {
      if (await made.empty()) idlePlaces[database].push(made);
      else if (place.kind === 'memory') await empty(place.thread).then(() => void idleThreads.push(place.thread));
      else if (place.kind === 'postgres') await onPostgres((client) => drop(client, place.schema!));
    },
  };
}

let places = 0;

async function makePlace(database: TestDatabase): Promise<MadePlace> {
  if (database === 'pglite') {
    const idle = idleThreads.pop();
    const place: DatabasePlace = { kind: 'memory', thread: idle ?? (await threadWithTables()) };
    return makeTables(place, { schema: 'public', jobs: 'jobs' });
  }
  places += 1;
  const schema = `made_${process.pid}_${places}`;
  await onPostgres(async (client) => {
    if (places === 1) await dropAbandoned(client);
    await client.query(`create schema ${schema}`);
  });
  return makeTables({ kind: 'postgres', url: TEST_DATABASE_URL, schema }, { schema, jobs: `${schema}_jobs` });
}

/** Nobody drops a process's places when it ends, so the next one does. */
async function dropAbandoned(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`select nspname as name from pg_namespace where nspname ~ '^made_\\d+_\\d+$'`);
  for (const { name } of rows) if (!runs(Number(name.split('_')[1]))) await drop(client, name);
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export interface TestSettings {
  database: TestDatabase;
  settings?: Record<string, string>;
  /** Where the data lies, for who made and removes a place of his own; default: a fresh one. */
  place?: DatabasePlace;
  /** Takes every line of the log; without it nothing is logged. */
  log?: DestinationStream;
}

export interface TestPlatform {
  platform: PlatformProcess;
  /** Stops it and removes its data. */
  end(): Promise<void>;
}

/** A platform on a database with its tables and nothing else. Compose features on it, then `platform.app.inject` or `platform.start()`. */
export async function openPlatform({ database, settings, log, ...given }: TestSettings): Promise<TestPlatform> {
  const { place, remove } = given.place ? { place: given.place, remove: async () => {} } : await madePlace(database);
  const config = testConfig({ DATA_DIR: await mkdtemp(join(tmpdir(), 'vimarsh-test-')), ...settings });
  const platform = await createPlatform(config, log ? createLogger('trace', log) : createLogger(config.LOG_LEVEL), { place });
  return {
    platform,
    async end() {
      await platform.close();
      await remove();
    },
  };
}

/** Runs `work` on a platform of its own and cleans up, whatever happens. */
export async function withPlatform<T>(options: TestSettings, work: (platform: PlatformProcess) => Promise<T>): Promise<T> {
  const { platform, end } = await openPlatform(options);
  try {
    return await work(platform);
  } finally {
    await end();
  }
}

/** It stays for the next run, as the one it is named after. */
async function makeDatabase(client: pg.Client): Promise<void> {
  const name = new URL(TEST_DATABASE_URL).pathname.slice(1);
  // Of two commands at once one makes it: the other would take the refusal for a PostgreSQL that does not answer. Held until the connection ends.
  await client.query("select pg_advisory_lock(hashtext('test databases'))");
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (!rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`);
  // Tests kill processes of ours and never the machine under PostgreSQL: to wait for its disk at each commit proves nothing of ours.
  await client.query(`alter database ${client.escapeIdentifier(name)} set synchronous_commit = off`);
}

async function onPostgres(work: (client: pg.Client) => Promise<void>, url = TEST_DATABASE_URL): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
