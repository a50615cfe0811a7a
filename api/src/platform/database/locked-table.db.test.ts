import { route } from '@vimarsh/shared/contract/route.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { databases, TEST_DATABASE_URL, withPlatform } from '../testing.ts';

const read = route({ method: 'GET', path: '/test/v1/locked', summary: 'Reads a table.', access: 'open', data: z.object({ n: z.number() }) });

test.runIf((await databases()).includes('postgres'))(
  'a request that meets a locked table hears within seconds that it may be tried again, and when',
  async () => {
    await withPlatform({ database: 'postgres' }, async (platform) => {
      platform.on(read, async () => {
        const { rows } = await sql<{ n: number }>`select count(*) as n from audit_log`.execute(platform.db);
        return { n: rows[0]!.n };
      });
      await platform.start();
      const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(platform.db);
      const holder = new pg.Client({ connectionString: TEST_DATABASE_URL });
      await holder.connect();
      try {
        await holder.query(`begin; lock table ${pg.escapeIdentifier(rows[0]!.name)}.audit_log in access exclusive mode`);
        const begun = performance.now();
        const answer = await platform.app.inject(read.path);
        expect(performance.now() - begun).toBeLessThan(5000);
        expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2']);
        expect(answer.json()).toMatchObject({ status: false, code: 'RETRY', validation: 'We are busy for a moment. Nothing was lost; try again.' });
      } finally {
        await holder.query('rollback');
        await holder.end();
      }
      expect((await platform.app.inject(read.path)).statusCode).toBe(200);
    });
  },
);
