import { sql } from 'kysely';
import { describe, test } from 'vitest';
import { databases, withPlatform } from '../testing.ts';

// Side by side: they wait for beats of the library's, most of the time.
describe.concurrent.each(await databases())('background jobs on %s', (database) => {
  test('a job exists exactly when its transaction committed, runs once, and is tried again after a failure', async ({ expect }) => {
    const done: string[] = [];
    let failures = 0;
    await withPlatform({ database }, async (platform) => {
      platform.jobs.work<{ id: string }>('test.mail', async ({ id }) => {
        if (id === 'hard' && failures < 1) {
          failures += 1;
          throw new Error('not yet');
        }
        done.push(id);
      });
      await expect(platform.transaction((tx) => platform.jobs.enqueue(tx, 'test.mail', { id: 'early' }))).rejects.toThrow('once the platform has started');
      await platform.start();
      await platform.transaction(async (tx) => {
        await platform.jobs.enqueue(tx, 'test.mail', { id: 'kept' });
        await platform.jobs.enqueue(tx, 'test.mail', { id: 'hard' });
      });
      await platform
        .transaction(async (tx) => {
          await platform.jobs.enqueue(tx, 'test.mail', { id: 'rolled back' });
          throw new Error('changed my mind');
        })
        .catch(() => {});
      await expect.poll(() => done.toSorted(), { timeout: 40_000, interval: 200 }).toEqual(['hard', 'kept']);
      await expect(platform.transaction((tx) => platform.jobs.enqueue(tx, 'test.unknown', {}))).rejects.toThrow('No feature handles');
    });
    expect(failures).toBe(1);
    expect(done).toHaveLength(2);
  });

  test('a job whose taker never heard that it got it is taken up again within seconds', async ({ expect }) => {
    const done: string[] = [];
    await withPlatform({ database }, async (platform) => {
      platform.jobs.work<{ id: string }>('test.lost', async ({ id }) => void done.push(id));
      await platform.start();
      // What a lost answer leaves behind: the database has given the job away, and nobody works at it.
      await platform.transaction(async (tx) => {
        await platform.jobs.enqueue(tx, 'test.lost', { id: 'lost' });
        const { rows } = await sql<{ jobs: string }>`
          select table_schema || '.job' as jobs from information_schema.tables
          where table_name = 'job' and table_schema in ('jobs', current_schema() || '_jobs') order by table_schema = 'jobs' limit 1`.execute(tx);
        await sql
          .raw(`update ${rows[0]!.jobs} set state = 'active', started_on = now(), heartbeat_on = now() - interval '1 minute' where name = 'test.lost'`)
          .execute(tx);
      });
      await expect.poll(() => done, { timeout: 60_000, interval: 200 }).toEqual(['lost']);
    });
  });

  test('cron lines are kept in India’s time', async ({ expect }) => {
    await withPlatform({ database }, async (platform) => {
      platform.jobs.schedule('test.night', '40 3 * * *', async () => {});
      expect(() => platform.jobs.schedule('test.night', '0 0 * * *', async () => {})).toThrow('twice');
      await platform.start();
      expect(() => platform.jobs.work('test.late', async () => {})).toThrow('before the start');
      expect(await platform.jobs.schedules()).toContainEqual({ name: 'test.night', cron: '40 3 * * *', timezone: 'Asia/Kolkata' });
    });
  });
});
