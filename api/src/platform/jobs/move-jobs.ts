import { PgBoss } from 'pg-boss';
import type { OpenDatabase } from '../database/database.types.ts';
import { bossOptions } from './jobs.ts';

export interface WaitingJob {
  id: string;
  name: string;
  data: object | null;
  start_after: Date | string;
}

/** Queues in the target what still waits in the source, under the same ids. Finished jobs stay behind. Returns how many. */
export async function moveJobs(source: OpenDatabase, target: OpenDatabase): Promise<number> {
  const jobs = await waitingJobs(source);
  await queueJobs(target, jobs);
  return jobs.length;
}

/** What still waits. */
export async function waitingJobs(source: OpenDatabase): Promise<WaitingJob[]> {
  const { schema } = bossOptions(source);
  const { rows: found } = await source.pool.query(`select to_regclass('${schema}.job') as job`);
  if (!found[0].job) return [];
  const { rows } = await source.pool.query<WaitingJob>(
    `select id, name, data, start_after from ${schema}.job where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss\\_\\_%'`,
  );
  return rows;
}

/** Queues such jobs, under the same ids. */
export async function queueJobs(target: OpenDatabase, jobs: readonly WaitingJob[]): Promise<void> {
  if (jobs.length === 0) return;
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
}
