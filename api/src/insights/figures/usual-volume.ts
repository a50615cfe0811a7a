const SESSIONS = 20;

/** Mean shares a day of the 20 sessions at the end of those before; null with fewer. */
export function meanVolume(before: readonly { readonly v: number }[]): number | null {
  const usual = before.slice(-SESSIONS);
  return usual.length < SESSIONS ? null : usual.reduce((sum, { v }) => sum + v, 0) / SESSIONS;
}

/**
 * A session's volume so far, in multiples of what is usual by this time of the day: so far is compared with so far, or every morning would
 * be a quiet one. `tradedShare`: the share of a usual day's volume that is traded by now, 0–1; 1 once the session is over. Null without a mean.
 */
export const volumeTimes = (volume: number, mean: number | null, tradedShare: number): number | null =>
  mean === null || mean * tradedShare === 0 ? null : volume / (mean * tradedShare);
