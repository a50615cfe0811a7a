import { route } from '@vimarsh/shared/contract/route.ts';
import { rng } from '@vimarsh/shared/domain/market/rng.ts';
import { sql } from 'kysely';
import pg from 'pg';
import type { DestinationStream } from 'pino';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import type { PlatformProcess } from '../platform.create.ts';
import { FAULTS, type FaultProxy, openFaultProxy, targetOf } from '../testing/fault-proxy.testing.ts';
import { databases, freshPlace, openPlatform, TEST_DATABASE_URL } from '../testing.ts';

const write = route({ method: 'GET', path: '/test/v1/write', summary: 'Writes in a transaction.', access: 'open', data: z.object({ n: z.number() }) });
const read = route({ method: 'GET', path: '/test/v1/read', summary: 'Reads.', access: 'open', data: z.object({ n: z.number() }) });
const rest = route({ method: 'GET', path: '/test/v1/rest', summary: 'A transaction with a pause in it.', access: 'open', data: z.object({ n: z.number() }) });
const long = route({ method: 'GET', path: '/test/v1/long', summary: 'A query that takes long.', access: 'open', data: z.object({ n: z.number() }) });

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** A platform whose way to PostgreSQL leads through a proxy, with routes that use the database in each way there is. */
async function open({ log }: { log?: DestinationStream } = {}): Promise<{ platform: PlatformProcess; proxy: FaultProxy; end(): Promise<void> }> {
  const proxy = await openFaultProxy(targetOf(TEST_DATABASE_URL, 5432), rng(11).next);
  const { place, remove } = await freshPlace('postgres');
  if (place.kind !== 'postgres') throw new Error('These tests need PostgreSQL.');
  const { platform, end } = await openPlatform({ database: 'postgres', place: { ...place, url: proxy.through(place.url) }, ...(log && { log }) });
  await sql`create table written (n int generated always as identity)`.execute(platform.db);
  const insert = sql<{ n: number }>`insert into written default values returning n`;
  platform.on(write, () => platform.transaction(async (tx) => (await insert.execute(tx)).rows[0]!));
  platform.on(read, async () => (await sql<{ n: number }>`select count(*) as n from written`.execute(platform.db)).rows[0]!);
  platform.on(rest, () =>
    platform.transaction(async (tx) => {
      await insert.execute(tx);
      await sleep(600);
      return (await insert.execute(tx)).rows[0]!;
    }),
  );
  platform.on(long, async () => (await sql<{ n: number }>`select 1 as n from pg_sleep(7)`.execute(platform.db)).rows[0]!);
  await platform.start();
  return {
    platform,
    proxy,
    async end() {
      await end();
      await proxy.close();
      await remove();
    },
  };
}

interface Outcome {
  status: number;
  code: string | undefined;
  ms: number;
}

async function ask({ app }: PlatformProcess, { path }: { path: string }): Promise<Outcome> {
  const begun = performance.now();
  const answer = await app.inject(path);
  return { status: answer.statusCode, code: (answer.json() as { code?: string }).code, ms: performance.now() - begun };
}

/** How long until reads and writes succeed again. */
async function backAfter(platform: PlatformProcess): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const outcomes = await Promise.all([...Array(12)].flatMap(() => [ask(platform, write), ask(platform, read)]));
    if (outcomes.every(({ status }) => status === 200)) return performance.now() - begun;
    if (performance.now() - begun > 20_000) throw new Error(`Still ${JSON.stringify(outcomes.filter(({ status }) => status !== 200)[0])}`);
  }
}

const good = ({ status }: Outcome): boolean => status === 200;
const retry = ({ status, code }: Outcome): boolean => status === 503 && code === 'RETRY';

describe.runIf((await databases()).includes('postgres'))('PostgreSQL fails underway', () => {
  test.concurrent.each(FAULTS)('by the fault %s: requests answer RETRY in time, and all is well within 10 s of its end', { timeout: 60_000 }, async (fault) => {
    const { platform, proxy, end } = await open();
    // Connections of every kind: idle, in a query, in a transaction between two queries.
    await Promise.all([...Array(6)].map(() => ask(platform, read)));
    const underway = [rest, rest, long, write, read].map((each) => ask(platform, each));
    await sleep(200);
    proxy.begin(fault);
    const begun = performance.now();
    const outcomes: Promise<Outcome>[] = [...underway];
    while (performance.now() - begun < 3000) {
      outcomes.push(ask(platform, write), ask(platform, read));
      await sleep(150);
    }
    const ended = performance.now();
    proxy.heal();
    expect(await backAfter(platform)).toBeLessThan(10_000);
    const all = await Promise.all(outcomes);
    expect(performance.now() - ended).toBeLessThan(15_000);
    expect(all.filter((outcome) => !good(outcome) && !retry(outcome))).toEqual([]);
    // Slowness alone fails nobody; everything else is felt.
    expect(all.some(retry)).toBe(fault !== 'slow' && fault !== 'hang');
    await end();
  });

  test('by killed backends, busy and idle and in transactions: requests answer RETRY and the next ones succeed', { timeout: 60_000 }, async () => {
    const { platform, end } = await open();
    const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(platform.db);
    const killer = new pg.Client({ connectionString: TEST_DATABASE_URL });
    await killer.connect();
    for (let round = 0; round < 5; round += 1) {
      const outcomes = [rest, rest, rest, long, write, read].map((each) => ask(platform, each));
      await sleep(150 + round * 50);
      const table = `${rows[0]!.name}.written`;
      const killed = () =>
        killer.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'vimarsh' and pid <> pg_backend_pid()
          and (query like '%pg_sleep(7)%' or pid in (select pid from pg_locks where relation = $1::regclass))`,
          [table],
        );
      // On a busy machine none of them may have come to the database yet.
      await expect.poll(async () => (await killed()).rowCount, { interval: 20, timeout: 20_000 }).toBeGreaterThan(0);
      const all = await Promise.all(outcomes);
      expect(all.filter((outcome) => !good(outcome) && !retry(outcome))).toEqual([]);
      expect(all.filter(retry).length).toBeGreaterThan(0);
      expect(await backAfter(platform)).toBeLessThan(10_000);
    }
    await killer.end();
    await end();
  });

  test('by hanging: whoever asks and whoever reads the log is told that it is away, and when it is back', { timeout: 60_000 }, async () => {
    const lines: { level: string; msg: string }[] = [];
    const said = (): string[] => lines.filter(({ msg }) => msg.startsWith('The database ')).map(({ level, msg }) => `${level} ${msg}`);
    const { platform, proxy, end } = await open({ log: { write: (line) => void lines.push(JSON.parse(line)) } });
    proxy.begin('hang');
    const answer = await platform.app.inject('/readyz');
    expect([answer.statusCode, answer.json().validation]).toEqual([503, 'The database does not answer.']);
    const away = 'error The database does not answer: what needs it is refused until it does.';
    await expect.poll(said, { timeout: 15_000 }).toEqual([away]);
    proxy.heal();
    await expect.poll(said, { timeout: 25_000 }).toEqual([away, 'info The database answers again.']);
    expect((await platform.app.inject('/readyz')).statusCode).toBe(200);
    await end();
  });

  test('by refusing every write: the server is not ready and says why, and all is well as soon as the database writes again', { timeout: 60_000 }, async () => {
    const { platform, end } = await open();
    const master = new pg.Client({ connectionString: TEST_DATABASE_URL });
    await master.connect();
    const readyz = async () => {
      const answer = await platform.app.inject('/readyz');
      return { status: answer.statusCode, why: (answer.json() as { validation?: string }).validation };
    };
    try {
      expect(await readyz()).toMatchObject({ status: 200 });
      await master.query(`alter database ${new URL(TEST_DATABASE_URL).pathname.slice(1)} set default_transaction_read_only = on`);
      await master.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'vimarsh'");
      await expect.poll(() => ask(platform, read), { timeout: 10_000 }).toMatchObject({ status: 200 });
      expect(await readyz()).toEqual({ status: 503, why: 'Nothing can be saved: the database is read-only.' });
      // Connections of both kinds, opened meanwhile: those that were refused a write, and those that only read.
      const outcomes = await Promise.all([write, write, write, read, read, read, read, read].map((each) => ask(platform, each)));
      expect(outcomes.filter(good)).toHaveLength(5);
      expect(outcomes.filter(retry)).toHaveLength(3);
    } finally {
      await master.query(`alter database ${new URL(TEST_DATABASE_URL).pathname.slice(1)} reset default_transaction_read_only`);
      await master.end();
    }
    expect(await readyz()).toMatchObject({ status: 200 });
    expect((await Promise.all([...Array(12)].map(() => ask(platform, write)))).filter((outcome) => !good(outcome))).toEqual([]);
    await end();
  });

  test('a server whose clock is not its database’s says so where it is asked whether it is ready', async () => {
    const { platform, end } = await open();
    const remarks = async () => (await platform.app.inject('/readyz')).json().remarks ?? [];
    expect(await remarks()).toEqual([]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_800_000 });
    try {
      expect(await remarks()).toEqual([
        expect.stringMatching(/^The clock of this server is 1[78]\d\d s ahead of its database’s: set it, or orders and sign-ins end too soon\.$/),
      ]);
    } finally {
      vi.useRealTimers();
    }
    await end();
  });

  test('what the server still works at is waited for, however silent it is', { timeout: 30_000 }, async () => {
    const { platform, end } = await open();
    expect(await ask(platform, long)).toMatchObject({ status: 200 });
    await end();
  });
});
