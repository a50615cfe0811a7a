/**
 * What an open call is to somebody who is not in it: `open` and `close` (to its stop-loss) can still be entered, `late` ends today, `holders` tells those
 * who hold the stock to sell, of `passed` the published trade is gone.
 */
export type EntryStand = 'open' | 'close' | 'late' | 'holders' | 'passed';

/** A call at the price of a moment. */
export interface Entering {
  readonly passed: boolean;
  /** It only speaks to who holds the stock. */
  readonly reduces: boolean;
  /** Its last day is today, and a structure of options has no time left. */
  readonly lastDay: boolean;
  /** How much of the way from its entry to its stop-loss is gone, 1 at the stop-loss; null before the entry. */
  readonly toStop: number | null;
}

/** From this part of the way to its stop-loss on a call is close to it. */
const CLOSE = 0.5;

/** The one rule of what can still be entered: lists count and order by it, and rows say it. */
export function entryStand({ passed, reduces, lastDay, toStop }: Entering): EntryStand {
  if (passed) return 'passed';
  if (reduces) return 'holders';
  if (lastDay) return 'late';
  return toStop !== null && toStop > CLOSE ? 'close' : 'open';
}

/** How much of the way from one level to another is gone. */
export const wayGone = (from: number, to: number, now: number): number => (from === to ? 1 : (now - from) / (to - from));
