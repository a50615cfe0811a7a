import { PgBoss } from 'pg-boss';
import type { OpenDatabase } from './database.types.ts';
import { bossOptions } from './jobs.ts';

interface WaitingJob {
  id: string;
  name: string;
  data: object | null;
  start_after: Date;
}

/** Queues in the target what still waits in the source, under the same ids. Finished jobs stay behind. Returns how many. */
export async function moveJobs(source: OpenDatabase, target: OpenDatabase): Promise<number> {
  const { schema } = bossOptions(source);
  const { rows: found } = await source.pool.query(`select to_regclass('${schema}.job') as job`);
  if (!found[0].job) return 0;
  const { rows: jobs } = await source.pool.query<WaitingJob>(
    `select id, name, data, start_after from ${schema}.job where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss\\_\\_%'`,
  );
  if (jobs.length === 0) return 0;
  const boss = new PgBoss({ ...bossOptions(target), supervise: false, schedule: false });
  boss.on('error', () => {});
  await boss.start();
  try {
    for (const name of new Set(jobs.map((job) => job.name))) {
      await boss.createQueue(name);
      const waiting = jobs.filter((job) => job.name === name).map(({ id, data, start_after }) => ({ id, data: data ?? {}, startAfter: start_after }));
      await boss.insert(name, waiting);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
  return jobs.length;
}
