import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createLogger } from '../log/logging.ts';
import { databases, freshPlace } from '../testing.ts';
import { openDatabase } from './database.ts';
import { keepUp } from './upkeep.ts';

describe.each(await databases())('upkeep on %s', (kind) => {
  test('old demo messages and counts of windows that are over go; the embedded database gets the room of dead rows back', async () => {
    const { place, remove } = await freshPlace(kind);
    const database = await openDatabase(place, createLogger('silent'));
    await sql`insert into outbox_messages select i::text, 'sms', '+91', '', 'x', now() - (i * interval '1 day') from generate_series(0, 9) i`.execute(
      database.db,
    );
    await sql`insert into limit_counts values ('over', 3, ${Date.now() - 1}), ('running', 3, ${Date.now() + 3_600_000})`.execute(database.db);
    await sql`create table counters (id int primary key, n int); insert into counters select i, 0 from generate_series(1, 500) i`.execute(database.db);
    const pages = async () => (await sql<{ bytes: number }>`select pg_relation_size('counters') as bytes`.execute(database.db)).rows[0]!.bytes;
    const churn = async () => {
      for (let round = 0; round < 10; round += 1) await sql`update counters set n = n + 1`.execute(database.db);
    };
    await churn();
    await keepUp(database);
    const settled = await pages();
    for (let i = 0; i < 3; i += 1) {
      await churn();
      await keepUp(database);
    }
    if (kind === 'pglite') expect(await pages()).toBeLessThan(settled * 1.5);
    const { rows } = await sql<{ id: string }>`select id from outbox_messages order by id`.execute(database.db);
    expect(rows.map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4', '5', '6']);
    expect((await sql`select key from limit_counts`.execute(database.db)).rows).toEqual([{ key: 'running' }]);
    await database.close();
    await remove();
  });
});
