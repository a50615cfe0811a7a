import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { promisify } from 'node:util';
import pg from 'pg';
import { REPOSITORY, type Stack, startStack } from '../../../e2e/support/stack.ts';
import { testService } from '../../../shared/domain/test-services.testing.ts';
import { CALL_TABLES, growCalls } from './grow-calls.ts';
import { growFollows } from './grow-follows.ts';

/** A Friday night: no price moves, so nothing but what is asked works. */
const NIGHT = '2026-11-20T18:30:00Z';
/** A grown database that nobody has made anew for so long is dropped by the next run. */
const KEEP_DAYS = 7;

/** How much a grown database holds: calls of each kind, live ones among them, and follows. */
export interface Size {
  readonly calls: number;
  readonly open: number;
  readonly follows: number;
}

/** Servers over a small and a large database, started from the same demo. */
export interface GrownPair {
  readonly small: Stack;
  readonly large: Stack;
}

async function connectAdmin(): Promise<{ admin: pg.Client; at: (database: string) => string }> {
  const url = testService('TEST_DATABASE_URL');
  const admin = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 });
  await admin.connect();
  return { admin, at: (database) => Object.assign(new URL(url), { pathname: `/${database}` }).href };
}

/**
 * Runs `work` over two servers on PostgreSQL whose databases differ in size alone. A grown database stays for the next run, until a migration or
 * how it grows changes: growing a million calls takes minutes.
 */
export async function withGrown<T>(template: string, sizes: { small: Size; large: Size }, work: (pair: GrownPair) => Promise<T>): Promise<T> {
  const { admin, at } = await connectAdmin();
  const stacks: Stack[] = [];
  try {
    await dropOld(admin);
    const made_by = digest();
    // Keys and secrets of the data folder belong to what the database holds, so both stay together.
    const kept = `${REPOSITORY}.cache/grown-${made_by}-${sizes.large.calls}`;
    const nameOf = ({ calls }: Size): string => `vimarsh_grown_${made_by}_${calls}`;
    const made = await admin.query<{ name: string }>(
      `select datname as name from pg_database where datname like 'vimarsh_grown_%' and shobj_description(oid, 'pg_database') like 'grown %'`,
    );
    const names = new Set(made.rows.map(({ name }) => name));
    const start = (size: Size): Promise<Stack> => startStack({ template: kept, onDisk: true, now: NIGHT, env: { DATABASE_URL: at(nameOf(size)) } });
    if (!existsSync(kept) || ![sizes.small, sizes.large].every((size) => names.has(nameOf(size)))) {
      rmSync(kept, { recursive: true, force: true });
      cpSync(template, kept, { recursive: true });
      const [first, second] = [nameOf(sizes.small), nameOf(sizes.large)];
      for (const name of [first, second]) await admin.query(`drop database if exists ${name} with (force)`);
      await admin.query(`create database ${first}`);
      // Copies the demo: to seed it anew takes half a minute.
      const env = { ...process.env, DATA_DIR: kept, DATABASE_URL: at(first) };
      await promisify(execFile)(process.execPath, [`${REPOSITORY}api/src/commands/move-data.ts`], { env });
      // Trades the day before its calls are multiplied.
      await (await start(sizes.small)).stop();
      await admin.query(`create database ${second} template ${first}`);
      for (const size of [sizes.small, sizes.large]) {
        for (const table of CALL_TABLES) await growCalls(at(nameOf(size)), table, size);
        await growFollows(at(nameOf(size)), size.follows);
        await admin.query(`comment on database ${nameOf(size)} is 'grown ${new Date().toISOString().slice(0, 10)}'`);
      }
    }
    stacks.push(await start(sizes.small), await start(sizes.large));
    return await work({ small: stacks[0]!, large: stacks[1]! });
  } finally {
    for (const stack of stacks) await stack.stop();
    await admin.end();
  }
}

async function dropOld(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    `select datname as name from pg_database where datname like 'vimarsh_grown_%'
     and substr(shobj_description(oid, 'pg_database'), 7)::date < current_date - ${KEEP_DAYS}`,
  );
  for (const { name } of rows) await admin.query(`drop database if exists ${name} with (force)`);
}

/**
 * Names what decides what a grown database holds: every migration, wherever it lies, and how it grows. Each checkout has its own, since the folder
 * with the keys is its own.
 */
function digest(): string {
  const files = globSync(['api/src/**/migrations/*.sql', 'lab/bench/grown/grow-*.ts'], { cwd: REPOSITORY });
  const texts = files.map((file) => readFileSync(REPOSITORY + file, 'utf8')).sort();
  return createHash('sha256')
    .update([REPOSITORY, ...texts].join('\0'))
    .digest('hex')
    .slice(0, 8);
}
