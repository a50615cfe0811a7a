import { setImmediate as nextTurn } from 'node:timers/promises';

/** Others have waited long enough after so much of work, ms. */
const LONGEST = 15;

/** For long work in pieces: awaited after each piece, it gives everybody else a turn once the last one is long enough ago. */
export function givingWay(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < LONGEST) return;
    await nextTurn();
    since = performance.now();
  };
}
