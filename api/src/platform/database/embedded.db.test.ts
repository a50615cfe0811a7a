import { type ChildProcess, fork } from 'node:child_process';
import { truncateSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { createLogger } from '../log/logging.ts';
import { folderWithTables } from '../testing/tables-folder.testing.ts';
import { DataUnusable, lockData } from './data-lock.ts';
import { openDatabase } from './database.ts';
import { openEmbedded } from './embedded.ts';

const folder = (): Promise<string> => mkdtemp(join(tmpdir(), 'vimarsh-embedded-'));
const silent = createLogger('silent');
const writer = fileURLToPath(new URL('./writer.testing.ts', import.meta.url));

/** Starts a process that writes numbered rows and reports each one the database acknowledged. */
function startWriter(directory: string): { process: ChildProcess; acknowledged: number[]; started: Promise<string> } {
  const acknowledged: number[] = [];
  const process = fork(writer, [directory], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  const started = new Promise<string>((done) => {
    process.on('message', (message: { started?: true; ids?: number[] }) => {
      if (message.started) done('started');
      acknowledged.push(...(message.ids ?? []));
    });
    process.stderr!.once('data', (bytes: Buffer) => done(String(bytes)));
  });
  return { process, acknowledged, started };
}

const killed = (process: ChildProcess): Promise<void> =>
  new Promise((done) => {
    process.once('exit', () => done());
    process.kill('SIGKILL');
  });

describe('the embedded database', () => {
  test('starts in a folder that has to be made first, and keeps what was written', async () => {
    const directory = join(await folder(), 'deep', 'down');
    const first = await openDatabase({ kind: 'embedded', directory }, silent);
    await first.pool.query("create table kept (v text); insert into kept values ('yes')");
    await first.close();
    const second = await openDatabase({ kind: 'embedded', directory }, silent);
    expect((await second.pool.query('select v from kept')).rows).toEqual([{ v: 'yes' }]);
    await second.close();
  });

  test('data that was destroyed is refused with a sentence that names the folder and says what to do', async () => {
    const directory = await folderWithTables();
    await (await openDatabase({ kind: 'embedded', directory }, silent)).close();
    truncateSync(`${directory}/postgres/global/pg_control`);
    const refused = openDatabase({ kind: 'embedded', directory }, silent);
    await expect(refused).rejects.toThrow(DataUnusable);
    await expect(refused).rejects.toThrow(
      `The database in ${directory}/postgres is damaged and can’t be opened: restore the folder from a backup, or remove it to begin again.`,
    );
    lockData(directory)();
  });

  test('does not start when a commit reaches no fsync', async () => {
    await expect(openEmbedded({ directory: await folder(), onCrash: () => {}, fsync: false })).rejects.toThrow('a commit reached no fsync');
  });

  test('a second process on the same folder is refused with a sentence that names it', { timeout: 120_000 }, async () => {
    const directory = await folderWithTables();
    const { process, started } = startWriter(directory);
    expect(await started).toBe('started');
    const refused = openDatabase({ kind: 'embedded', directory }, silent);
    await expect(refused).rejects.toThrow(`Another process is using the data folder ${directory}.`);
    await killed(process);
    lockData(directory)();
  });

  test('answers are not kept once they are given: memory stays where it is, however much is read', { timeout: 60_000 }, async () => {
    const database = await openDatabase({ kind: 'embedded', directory: await folderWithTables() }, silent);
    const readMegabytes = async (times: number): Promise<void> => {
      for (let time = 0; time < times; time += 1) await database.pool.query("select n, repeat('x', 1000) from generate_series(1, 2000) n");
    };
    await readMegabytes(20);
    // What others left in this process may be collected late and its heap may grow, once; what is kept grows with each of six rounds.
    const grown: number[] = [];
    while (grown.length < 6 && Math.min(...grown) >= 64e6) {
      const before = process.memoryUsage.rss();
      await readMegabytes(100);
      grown.push(process.memoryUsage.rss() - before);
    }
    // 200 MB go through in a round; 64 MB is more than what a collection that has not come yet leaves.
    expect(Math.min(...grown)).toBeLessThan(64e6);
    await database.close();
  });

  test('a transaction left idle is rolled back when others wait, and its connection ends', async () => {
    const embedded = await openEmbedded({ directory: null, onCrash: () => {}, idleInTransaction: 200 });
    const pool = new pg.Pool({ stream: () => embedded.connect() as never, max: 4, idleTimeoutMillis: 0 });
    await pool.query('create table t (v int)');
    const idle = await pool.connect();
    const ended = new Promise<Error & { code?: string }>((done) => idle.on('error', done));
    await idle.query('begin');
    await idle.query('insert into t values (1)');
    const begun = performance.now();
    const { rows } = await pool.query('select count(*)::int as n from t');
    expect(rows[0].n).toBe(0);
    expect(performance.now() - begun).toBeGreaterThan(150);
    expect((await ended).code).toBe('25P03');
    idle.release(true);
    await pool.query('insert into t values (2)');
    await pool.end();
    await embedded.stop();
  });

  test('killed five times under eight writers, it loses nothing it acknowledged', { timeout: 300_000 }, async () => {
    const directory = await folderWithTables();
    const acknowledged: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const child = startWriter(directory);
      expect(await child.started).toBe('started');
      await new Promise((done) => setTimeout(done, 400 + Math.random() * 600));
      await killed(child.process);
      acknowledged.push(...child.acknowledged);
    }
    expect(acknowledged.length).toBeGreaterThan(25);
    const database = await openDatabase({ kind: 'embedded', directory }, silent);
    const { rows } = await database.pool.query<{ id: number }>('select id from written');
    const stored = new Set(rows.map(({ id }) => id));
    expect(stored.size).toBe(rows.length);
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    // Each row and its twin were written in one transaction: neither may stand alone.
    const { rows: alone } = await database.pool.query('select id from written full join twins using (id) where written.note is null or twins.note is null');
    expect(alone).toEqual([]);
    await database.close();
  });
});
