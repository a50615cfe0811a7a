import { setTimeout as pause } from 'node:timers/promises';

const STEP_MS = 100;
/** A balancer needs this share of the time to notice that nobody is to be sent here: whoever is ended earlier may come straight back. */
const HEAD_START = 0.2;

/**
 * Ends what is open bit by bit until the time is over, so that those who come again elsewhere don't come all at once. What is opened
 * meanwhile is ended too. `open` is asked anew at each step, and tells what is ended no more; `hurry` ends all that is left.
 */
export async function endGradually<T>(ms: number, open: () => readonly T[], end: (one: T) => void, hurry?: AbortSignal): Promise<void> {
  await pause(ms * HEAD_START, undefined, { signal: hurry }).catch(() => undefined);
  for (let steps = Math.ceil((ms * (1 - HEAD_START)) / STEP_MS); steps > 0 && !hurry?.aborted; steps -= 1) {
    const left = open();
    for (const one of left.slice(0, Math.ceil(left.length / steps))) end(one);
    await pause(STEP_MS, undefined, { signal: hurry }).catch(() => undefined);
  }
  for (const one of open()) end(one);
}
