import { AsyncResource } from 'node:async_hooks';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../log/logging.ts';
import { databases, freshPlace } from '../testing.ts';
import { openDatabase } from './database.ts';
import type { OpenDatabase } from './database.types.ts';

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

describe.each(await databases())('one pool over %s', (kind) => {
  let database: OpenDatabase;
  let remove: () => Promise<void>;

  beforeAll(async () => {
    const fresh = await freshPlace(kind);
    remove = fresh.remove;
    database = await openDatabase(fresh.place, createLogger('silent'));
    await sql`create table accounts (id int primary key, balance int not null check (balance >= 0))`.execute(database.db);
  });
  afterAll(async () => {
    await database.close();
    await remove();
  });

  const refill = () =>
    sql`truncate accounts`.execute(database.db).then(() => sql`insert into accounts select i, 100 from generate_series(1, 6) i`.execute(database.db));
  const total = async () => (await sql<{ sum: number }>`select sum(balance) as sum from accounts`.execute(database.db)).rows[0]!.sum;

  test('120 transfers at once neither lose nor make money, while others write', async () => {
    await refill();
    let failed = 0;
    const transfer = (i: number) =>
      database
        .transaction(async (tx) => {
          const [from, to] = [1 + (i % 5), 1 + ((i * 3 + 1) % 5)].sort();
          await sql`select * from accounts where id in (${from}, ${to}) order by id for update`.execute(tx);
          await sql`update accounts set balance = balance - 7 where id = ${from}`.execute(tx);
          await pause(i % 3);
          await sql`update accounts set balance = balance + 7 where id = ${to}`.execute(tx);
          if (i % 7 === 0) throw new Error('changed my mind');
        })
        .catch(() => {
          failed += 1;
        });
    const outsider = (i: number) => sql`update accounts set balance = ${i} where id = 6`.execute(database.db);
    await Promise.all(Array.from({ length: 120 }, (_, i) => (i % 4 === 3 ? outsider(i) : transfer(i))));
    expect(failed).toBeGreaterThan(10);
    const others = (await sql<{ sum: number }>`select sum(balance) as sum from accounts where id < 6`.execute(database.db)).rows[0]!.sum;
    expect(others).toBe(500);
  });

  test('nobody sees inside an open transaction, and its rollback leaves nothing', async () => {
    await refill();
    // Asked from outside the transaction's own context, as another request would.
    const ask = AsyncResource.bind(total);
    let seen: Promise<number> = Promise.resolve(0);
    await database
      .transaction(async (tx) => {
        await sql`update accounts set balance = 0`.execute(tx);
        seen = ask();
        await pause(50);
        throw new Error('roll back');
      })
      .catch(() => {});
    expect(await seen).toBe(600);
    expect(await total()).toBe(600);
  });

  test('a connection given back inside a transaction leaks nothing', async () => {
    await refill();
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query('update accounts set balance = 0');
    client.release(true);
    expect(await total()).toBe(600);
  });

  test('statements of the same name from many connections do not mix', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, i) => {
        const client = await database.pool.connect();
        try {
          const text = i % 2 ? 'select $1::int + 1 as n' : 'select $1::int * 2 as n';
          return (await client.query({ name: `s${i % 2}`, text, values: [i] })).rows[0].n - (i % 2 ? i + 1 : i * 2);
        } finally {
          client.release();
        }
      }),
    );
    expect(answers.every((difference) => difference === 0)).toBe(true);
  });

  test('the shared connection refuses to be used inside its own transaction', async () => {
    await expect(database.transaction(() => total())).rejects.toThrow('inside a transaction');
    await expect(database.transaction(() => database.transaction(async () => 1))).rejects.toThrow('inside a transaction');
    expect(await database.transaction(async (tx) => (await sql<{ n: number }>`select 1 as n`.execute(tx)).rows[0]!.n)).toBe(1);
  });

  test('what a transaction leaves running may use the database once it ended', async () => {
    let later: Promise<unknown> = Promise.resolve();
    await database.transaction(async () => {
      later = pause(50).then(() => total());
    });
    expect(await later).toBe(600);
  });

  test('values come back as the platform promises', async () => {
    const { rows } = await sql`select 9007199254740991::int8 as big, '2026-11-20'::date as day, 1234.50::numeric(12, 2) as price,
      '2026-11-20T04:00:00.123Z'::timestamptz as at, '{"a": [1]}'::jsonb as json, '\\x00ff'::bytea as bytes, array['x', 'y'] as list`.execute(database.db);
    expect(rows[0]).toEqual({
      big: 9_007_199_254_740_991,
      day: '2026-11-20',
      price: '1234.50',
      at: new Date('2026-11-20T04:00:00.123Z'),
      json: { a: [1] },
      bytes: Buffer.from([0, 255]),
      list: ['x', 'y'],
    });
  });

  test('errors carry the codes of PostgreSQL, and the connection goes on', async () => {
    await refill();
    await expect(sql`insert into accounts values (1, 5)`.execute(database.db)).rejects.toMatchObject({ code: '23505' });
    await expect(sql`update accounts set balance = -1`.execute(database.db)).rejects.toMatchObject({ code: '23514' });
    await expect(sql`select nonsense`.execute(database.db)).rejects.toMatchObject({ code: '42703' });
    expect(await total()).toBe(600);
  });

  test('the audit log can be added to and nothing else', async () => {
    await sql`insert into audit_log values ('1', now(), 'system', '', '', 'test', 'x', 'done', '', '', '')`.execute(database.db);
    await expect(sql`update audit_log set actor = 'me'`.execute(database.db)).rejects.toThrow('append-only');
    await expect(sql`delete from audit_log`.execute(database.db)).rejects.toThrow('append-only');
    await expect(sql`truncate audit_log`.execute(database.db)).rejects.toThrow('append-only');
  });

  test('nodes that start together migrate once', async () => {
    const fresh = kind === 'postgres' ? await freshPlace(kind) : null;
    const place = fresh?.place ?? null;
    if (!place) return;
    const all = await Promise.all(Array.from({ length: 3 }, () => openDatabase(place, createLogger('silent'))));
    const { rows } = await sql<{ n: number }>`select count(*) as n from kysely_migration where name = '0001_platform'`.execute(all[0]!.db);
    expect(rows[0]!.n).toBe(1);
    await Promise.all(all.map((each) => each.close()));
    await fresh!.remove();
  });

  test('tables that another version made are not taken for these, though as many migrations ran', async () => {
    const fresh = await freshPlace(kind);
    const first = await openDatabase(fresh.place, createLogger('silent'));
    await sql`update kysely_migration set name = '9999_of_another' where name = '0001_platform'`.execute(first.db);
    await first.close();
    await expect(openDatabase(fresh.place, createLogger('silent'))).rejects.toThrow(/9999_of_another/);
    await fresh.remove();
  });
});
