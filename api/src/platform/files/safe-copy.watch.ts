import { workerData } from 'node:worker_threads';
import type { Bounds } from './order.ts';

/*
 * The thread beside a file that is taken apart: ends the whole process when that takes too much. A native decoder asks
 * nobody for memory, so the process is measured from within, whatever runs in its main thread.
 */

const { memory, processor } = workerData as Bounds;
const LOOK_EVERY_MS = 5;

setInterval(() => {
  const { user, system } = process.cpuUsage();
  if (process.memoryUsage.rss() > memory || (user + system) / 1000 > processor) process.kill(process.pid, 'SIGKILL');
}, LOOK_EVERY_MS);
