import { setTimeout as pause } from 'node:timers/promises';
import { fromKysely, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Database, OpenDatabase } from '../database/database.types.ts';
import { underLimits } from '../database/time-limits.ts';
import { nameFailure } from '../http/failures.ts';

export interface Jobs {
  /** Runs `work` on a cron line read in Asia/Kolkata, once per firing over all nodes. Register before start. */
  schedule(name: string, cron: string, work: () => Promise<void>): void;
  /** Handles queued jobs of this name, one at a time, retried with growing pauses when it throws. Register before start. */
  work<T extends object>(name: string, handle: (data: T) => Promise<void>, options?: { readonly tries?: number }): void;
  /** Queues a job in the caller's transaction: it exists exactly when the change does. */
  enqueue(tx: Database, name: string, data: object): Promise<void>;
  /** Cron lines in force. */
  schedules(): Promise<{ name: string; cron: string; timezone: string }[]>;
}

export interface JobRunner extends Jobs {
  start(): Promise<void>;
  /** Waits for running jobs, at most `timeout` milliseconds; what is not finished is taken up again later. */
  stop(timeout: number): Promise<void>;
}

interface Worker {
  cron: string | null;
  /** How often it is tried again, after pauses that double. */
  tries: number;
  handle: (data: object) => Promise<void>;
}

/**
 * A running job says this often that it is alive. Who took it may have ended, or never heard that it got it: the answer was lost
 * with the connection. Then another takes it up after this time, not after the library's quarter of an hour.
 */
const HEARTBEAT_S = 20;
/** Over some half an hour. */
const TRIES = 8;
const SUPERVISED_EVERY_S = 15;
const ZONE = 'Asia/Kolkata';
const NAME = /^[a-z0-9][a-z0-9._-]{0,60}$/;

/** What the library adds to the message of an error, as ` (Queue: calls.close, Worker: 0f2c)`. */
const WORKER = / \(Queue: ([^,()]+), Worker: [^()]+\)/g;

/**
 * Writes to the log why a worker could not ask for jobs. A fault of the database meets every queue at once and says all in its
 * sentence, so it has no stack and is one kind of line for all queues.
 */
export function logWorkerFault(log: Pick<Logger, 'error'>, error: Error): void {
  const [worker] = error.message.matchAll(WORKER);
  error.message = error.message.replaceAll(WORKER, '');
  const { name, message, code } = error as Error & { code?: unknown };
  const isPassing = nameFailure(error).fail.code === 'RETRY';
  log.error({ err: isPassing ? { name, message, code } : error, job: worker?.[1] }, 'background jobs');
}

/** pg-boss on the shared pool, in a schema of its own. */
export function bossOptions({ place, query }: OpenDatabase) {
  return {
    db: { executeSql: (text: string, values?: unknown[]) => underLimits('job', () => query(text, values)) },
    backend: place.kind === 'postgres' ? ('postgres' as const) : ('pglite' as const),
    superviseIntervalSeconds: SUPERVISED_EVERY_S,
    monitorIntervalSeconds: SUPERVISED_EVERY_S,
    schema: place.kind === 'postgres' && place.schema ? `${place.schema}_jobs` : 'jobs',
    useListenNotify: false,
  };
}

/** Background work by pg-boss, in its own schema of the same database. */
export function createJobs(database: OpenDatabase, log: Logger): JobRunner {
  const workers = new Map<string, Worker>();
  let boss: PgBoss | null = null;

  const register = (name: string, worker: Worker): void => {
    if (boss) throw new Error(`The job ${name} must be registered before the start.`);
    if (!NAME.test(name)) throw new Error(`${name} can't be a job's name.`);
    if (workers.has(name)) throw new Error(`The job ${name} is registered twice.`);
    workers.set(name, worker);
  };

  return {
    schedule: (name, cron, work) => register(name, { cron, tries: 0, handle: work }),
    work: (name, handle, { tries = TRIES } = {}) => register(name, { cron: null, tries, handle: handle as Worker['handle'] }),
    async enqueue(tx, name, data) {
      if (!boss) throw new Error('Jobs can be queued once the platform has started.');
      if (!workers.has(name)) throw new Error(`No feature handles the job ${name}.`);
      await boss.send(name, data, { db: fromKysely(tx) });
    },
    async schedules() {
      const found = (await boss?.getSchedules()) ?? [];
      return found.map(({ name, cron, timezone }) => ({ name, cron, timezone }));
    },
    async start() {
      const started = new PgBoss(bossOptions(database));
      started.on('error', (error) => logWorkerFault(log, error));
      await started.start();
      // What an earlier start left as it must be is left alone: three questions a job are most of a start's.
      const queues = new Map((await started.getQueues()).map((queue) => [queue.name, queue]));
      const crons = new Map((await started.getSchedules()).map((schedule) => [schedule.name, schedule]));
      for (const [name, { cron, tries, handle }] of workers) {
        const options = { retryLimit: tries, retryDelay: 5, retryBackoff: true, heartbeatSeconds: HEARTBEAT_S };
        const queue = queues.get(name);
        if (!queue) await started.createQueue(name, { ...options, policy: cron ? 'singleton' : 'standard' });
        else if (Object.entries(options).some(([option, value]) => queue[option as keyof typeof options] !== value)) await started.updateQueue(name, options);
        let worker = '';
        worker = await started.work(name, { batchSize: 1, pollingIntervalSeconds: 2 }, async ([job]) => {
          try {
            await underLimits('job', () => handle((job?.data ?? {}) as object));
          } catch (error) {
            log.error({ err: error, job: name }, 'job failed');
            throw error;
          } finally {
            // Where there was one there may be more: left alone the library takes one each time it asks, every two seconds.
            started.notifyWorker(worker);
          }
        });
        const schedule = crons.get(name);
        if (cron && (schedule?.cron !== cron || schedule.timezone !== ZONE)) await started.schedule(name, cron, undefined, { tz: ZONE });
      }
      for (const name of crons.keys()) {
        if (!workers.get(name)?.cron) await started.unschedule(name);
      }
      boss = started;
    },
    async stop(timeout) {
      if (!boss) return;
      const ending = boss;
      const begun = performance.now();
      // An idle worker ends at once; the library, which asks them to end as well, looks only every half second whether they have.
      const ended = Promise.all([...workers.keys()].map((name) => ending.offWork(name, { wait: true })));
      await Promise.race([ended, pause(timeout, undefined, { ref: false })]);
      await ending.stop({ graceful: true, timeout: Math.max(0, timeout - (performance.now() - begun)) });
      boss = null;
    },
  };
}
