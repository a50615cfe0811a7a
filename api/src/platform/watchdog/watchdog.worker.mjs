// Plain JavaScript: this thread's heap of a few megabytes has no room for Node's TypeScript compiler.
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

/*
 * The thread that ends the process once the main thread hangs. It counts its own ticks, for it stands still together with the main thread
 * when the process is stopped or the machine sleeps.
 */

/** @type {{ beats: Int32Array, tickMs: number, silentTicks: number }} */
const { beats, tickMs, silentTicks } = workerData;
let seen = Atomics.load(beats, 0);
let silent = 0;

setInterval(() => {
  const beat = Atomics.load(beats, 0);
  silent = beat === seen ? silent + 1 : 0;
  seen = beat;
  if (silent < silentTicks) return;
  try {
    // The log is the main thread's.
    writeSync(2, `The main thread has hung for ${(silentTicks * tickMs) / 1000} s, so the server ends itself; its supervisor has to start it again.\n`);
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }
}, tickMs);
