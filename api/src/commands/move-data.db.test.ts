import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { BANK_ACCOUNTS_SEAL } from '../money/index.ts';
import { sealingFor } from '../platform/access/sealing.ts';
import { readSecret } from '../platform/access/server-secret.ts';
import { openDatabase } from '../platform/database/database.ts';
import { createJobs } from '../platform/jobs/jobs.ts';
import { createLogger } from '../platform/log/logging.ts';
import { folderWithTables } from '../platform/testing/tables-folder.testing.ts';
import { databases, TEST_DATABASE_URL } from '../platform/testing.ts';

const silent = createLogger('silent');
const hasPostgres = (await databases()).includes('postgres');

/** Runs the command as a person would. */
const move = (directory: string, url: string): Promise<{ code: number; out: string; err: string }> =>
  new Promise((done) => {
    const script = fileURLToPath(new URL('./move-data.ts', import.meta.url));
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: directory, DATABASE_URL: url, SECRET_KEY: 'one secret of thirty-two characters' };
    execFile(process.execPath, [script], { env }, (error, out, err) => done({ code: Number(error?.code ?? 0), out, err }));
  });

async function withEmptyDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const name = `vimarsh_move_${process.pid}`;
  const admin = new pg.Client({ connectionString: TEST_DATABASE_URL });
  await admin.connect();
  try {
    await admin.query(`drop database if exists ${name}`);
    await admin.query(`create database ${name}`);
    const url = new URL(TEST_DATABASE_URL);
    url.pathname = `/${name}`;
    await work(url.href);
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  }
}

test.runIf(hasPostgres)('moving embedded data to PostgreSQL keeps every row and every waiting job, once', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'vimarsh-move-'));
  const source = await openDatabase({ kind: 'embedded', directory: await folderWithTables(directory) }, silent);
  await sql`
    create table odd (id bigint generated always as identity primary key, parent bigint references odd (id), price numeric(14, 4), at timestamptz, day date,
      doc jsonb, bytes bytea, list text[], f double precision, double_price numeric generated always as (price * 2) stored);
    insert into odd (price, at, day, doc, bytes, list, f)
      select i + 0.1234, '2026-11-20T04:00:00.123456Z'::timestamptz + i * interval '1 second', '2026-11-20'::date + i, jsonb_build_object('n', i, 'text', 'Ünïcode "quoted" ₹' || i, 'big', 12345678901234567890.123456789),
        decode(md5(i::text), 'hex'), array['a,b', null, i::text], 0.1 * i from generate_series(1, 2500) i;
    update odd set parent = 1 where id > 1;
    insert into outbox_messages select 'm' || i, 'sms', '+91' || i, '', 'text ' || i, now() from generate_series(1, 30) i;
    insert into audit_log values ('1', now(), 'system', '', '', 'test', 'x', 'done', '', '', '')`.execute(source.db);
  const jobs = createJobs(source, silent);
  jobs.work('report', async () => new Promise(() => {}));
  await jobs.start();
  await source.transaction((tx) => jobs.enqueue(tx, 'report', { id: 'r1' }));
  await jobs.stop(0);
  await source.close();

  await withEmptyDatabase(async (url) => {
    // `odd` has no migration, so the target gets the same table first, as a release with that migration would make it.
    const prepare = new pg.Client({ connectionString: url });
    await prepare.connect();
    await prepare.query(`create table odd (id bigint generated always as identity primary key, parent bigint references odd (id), price numeric(14, 4), at timestamptz, day date,
      doc jsonb, bytes bytea, list text[], f double precision, double_price numeric generated always as (price * 2) stored)`);

    const first = await move(directory, url);
    expect(first.err).toBe('');
    expect(first.out).toContain('odd: 2500 rows');
    expect(first.out).toMatch(/and 1 waiting jobs; counts and hashes are equal/);

    const { rows } = await prepare.query("select count(*)::int as n, sum(price)::text as price, min(at)::text as at, max(doc->>'big') as big from odd");
    expect(rows[0]).toMatchObject({ n: 2500, price: '3126558.5000', big: '12345678901234567890.123456789' });
    expect((await prepare.query('insert into odd (price) values (1) returning id')).rows[0].id).toBe('2501');
    expect((await prepare.query("select data from jobs.job where name = 'report'")).rows).toEqual([{ data: { id: 'r1' } }]);
    expect((await prepare.query('select count(*)::int as n from audit_log')).rows[0].n).toBe(1);
    await prepare.end();

    const second = await move(directory, url);
    expect(second.code).toBe(1);
    expect(second.err).toMatch(/^The target database is not empty \(\w+ has rows\), so nothing was copied\.\n$/);
  });
});

test.runIf(hasPostgres)('data that the server could not open at its new place is not moved', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'vimarsh-move-'));
  const source = await openDatabase({ kind: 'embedded', directory: await folderWithTables(directory) }, silent);
  const secret = readSecret({ DATA_DIR: directory, SECRET_KEY: undefined });
  const sealed = sealingFor(secret, BANK_ACCOUNTS_SEAL).seal(Buffer.from('1234567890'), 'u1');
  await sql`insert into bank_accounts (user_id, holder, ifsc, number_sealed, number_end, saved_at) values ('u1', 'A', 'X', ${sealed}, '7890', now())`.execute(
    source.db,
  );
  await source.close();
  await withEmptyDatabase(async (url) => {
    expect(await move(directory, url)).toMatchObject({
      code: 1,
      err: 'People’s bank accounts are sealed with the secret in keys/identity-secret of the data folder, not with this SECRET_KEY: set SECRET_KEY to what that file holds. Nothing was moved.\n',
    });
    const look = new pg.Client({ connectionString: url });
    await look.connect();
    expect((await look.query("select count(*)::int as n from pg_tables where schemaname = 'public'")).rows).toEqual([{ n: 0 }]);
    await look.end();
  });
});
