import { url as debuggerUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';

interface Patience {
  /** Time between two beats of the main thread, and between two looks at them. */
  readonly tickMs: number;
  /** Looks without a new beat after which the process is ended. */
  readonly silentTicks: number;
}

/** No request takes more than a fraction of a second at a stretch, so 20 s leave room for a machine that has no time. */
const PATIENCE: Patience = { tickMs: 1000, silentTicks: 20 };
/** The least in which Node starts a thread. */
const SMALL = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 };

/**
 * Ends this process with SIGKILL once its main thread hangs: Node handles signals on that thread, so SIGTERM alone would not end it.
 * Call it when the start is over: a migration may take longer. A process that is being debugged is left alone.
 */
export function startWatchdog(log: Pick<Logger, 'warn'>, { tickMs, silentTicks }: Patience = PATIENCE): void {
  if (debuggerUrl()) return;
  if (process.pid === 1)
    log.warn('The server is process 1 of its container, which can’t end itself when it hangs: start the container with an init (`--init`).');
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  setInterval(() => Atomics.add(beats, 0, 1), tickMs).unref();
  const worker = new Worker(new URL('./watchdog.worker.mjs', import.meta.url), {
    workerData: { beats, tickMs, silentTicks },
    resourceLimits: SMALL,
    // A thread takes over the flags and NODE_OPTIONS of its process, and a module that is loaded before it may need more than its whole heap.
    execArgv: [],
    env: {},
  });
  worker.on('error', (err) => log.warn({ err }, 'The watchdog ended: the server goes on, but would not end itself if it hung.'));
  worker.unref();
}
