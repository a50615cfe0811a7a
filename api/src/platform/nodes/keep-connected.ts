import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

/** A connection that was made and not opened yet. */
export interface Line<C> {
  readonly client: C;
  open(): Promise<unknown>;
  /** Has `failed` called with whatever goes wrong on it, from now on. */
  onFault(failed: (error: unknown) => void): void;
  close(): void;
}

/** An answer that takes longer never comes: the connection is half open, or the other side hangs. */
export const LATE_MS = 4000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2000;

/**
 * Runs `work` on one connection after the other, until `signal` ends it. A connection with any fault is thrown away and made
 * anew after a pause, so work has to fail with everything it can't go on after.
 */
export async function keepConnected<C>(
  make: () => Line<C>,
  work: (client: C) => Promise<never>,
  { what, log, signal }: { what: string; log: Logger; signal: AbortSignal },
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const gone = Promise.withResolvers<never>();
    const line = make();
    line.onFault(gone.reject);
    const end = (): void => gone.reject(signal.reason);
    signal.addEventListener('abort', end, { once: true });
    try {
      await Promise.race([answerInTime(line.open()), gone.promise]);
      if (failures > 0) log.info({ failures }, `${what} is back`);
      failures = 0;
      await Promise.race([work(line.client), gone.promise]);
    } catch (error) {
      if (!signal.aborted && failures === 0) log.warn({ err: error }, `${what} is away`);
      failures += 1;
    } finally {
      signal.removeEventListener('abort', end);
      line.close();
    }
    await pause(Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS), undefined, { signal }).catch(() => undefined);
  }
}

/** Fails when the answer takes longer than `ms`: in two halves, so that a process that was busy all the while hears first what has come. */
export async function answerInTime<T>(answer: Promise<T>, ms = LATE_MS): Promise<T> {
  const late = Promise.withResolvers<never>();
  let timer = setTimeout(() => {
    timer = setTimeout(() => late.reject(new Error(`No answer came within ${ms / 1000} s.`)), ms / 2);
  }, ms / 2);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
