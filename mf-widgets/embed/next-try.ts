const MOST_MS = 30_000;
const LEAST_MS = 3000;

/**
 * How long a page waits before it asks again a server that has been away for so long: one to three seconds in the first minute,
 * so that figures live again soon after it answers; later up to a twentieth of that time, so that its pages come back over a span
 * that grows with it, each at a time of its own. A try costs a server that is away nothing. One that has answered, and said that
 * there are too many (`isBusy`), is left alone for longer.
 */
export function nextTry(awayMs: number, isBusy = false, random = Math.random()): number {
  const most = Math.min(MOST_MS, Math.max(isBusy ? MOST_MS / 2 : LEAST_MS, awayMs / 20));
  return (most * (1 + 2 * random)) / 3;
}
