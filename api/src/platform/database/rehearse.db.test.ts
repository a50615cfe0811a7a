import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases, openPlatform, type TestPlatform } from '../testing.ts';
import { rehearse } from './rehearse.ts';

describe.each(await databases())('a rehearsal on %s', (database) => {
  let server: TestPlatform;
  beforeAll(async () => {
    server = await openPlatform({ database });
    await sql`create table rehearsed_things (name text primary key)`.execute(server.platform.db);
    await sql`insert into rehearsed_things values ('before')`.execute(server.platform.db);
  });
  afterAll(() => server.end());
  const names = async (db = server.platform.db): Promise<string[]> =>
    (await sql<{ name: string }>`select name from rehearsed_things order by name`.execute(db)).rows.map(({ name }) => name);

  test('what it writes is read within it and gone after it; what failed in it left nothing, also in the database’s own eyes', async () => {
    const seen = await rehearse(server.platform, async ({ db, transaction }) => {
      await transaction((tx) => sql`insert into rehearsed_things values ('kept')`.execute(tx));
      const failed = transaction(async (tx) => {
        await sql`insert into rehearsed_things values ('lost')`.execute(tx);
        await sql`insert into rehearsed_things values ('before')`.execute(tx);
      });
      await expect(failed).rejects.toThrow(/duplicate/);
      return names(db);
    });
    expect(seen).toEqual(['before', 'kept']);
    expect(await names()).toEqual(['before']);
  });

  test('an error of the work comes through, and nothing is left of it', async () => {
    const failing = rehearse(server.platform, async ({ db }) => {
      await sql`insert into rehearsed_things values ('lost')`.execute(db);
      throw new Error('of the work');
    });
    await expect(failing).rejects.toThrow('of the work');
    expect(await names()).toEqual(['before']);
  });
});
