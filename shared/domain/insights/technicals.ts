/**
 * Technical figures from daily closes, oldest first, ₹ (product C.11). Each is null while the history is too short: a
 * missing input is absent, never zero.
 */

export interface SessionBar {
  readonly h: number;
  readonly l: number;
  readonly c: number;
  readonly v: number;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Simple moving average of the last `n` values. */
export function sma(values: readonly number[], n: number): number | null {
  return values.length < n ? null : mean(values.slice(-n));
}

/** Exponential moving averages, α = 2/(n+1), seeded by the SMA of the first `n`, with one value per input from index n−1 on. */
export function emaSeries(values: readonly number[], n: number): number[] {
  if (values.length < n) return [];
  const series = [mean(values.slice(0, n))];
  const alpha = 2 / (n + 1);
  for (const value of values.slice(n)) series.push(series.at(-1)! + alpha * (value - series.at(-1)!));
  return series;
}

/** Wilder's RSI, 0–100. A series that never fell has 100, one that never moved 50. */
export function rsi(values: readonly number[], n = 14): number | null {
  if (values.length < n + 1) return null;
  let gain = 0;
  let loss = 0;
  for (let i = 1; i < values.length; i += 1) {
    const move = values[i]! - values[i - 1]!;
    const up = Math.max(move, 0);
    const down = Math.max(-move, 0);
    if (i <= n) {
      gain += up / n;
      loss += down / n;
    } else {
      gain = (gain * (n - 1) + up) / n;
      loss = (loss * (n - 1) + down) / n;
    }
  }
  if (gain === 0 && loss === 0) return 50;
  return 100 - 100 / (1 + gain / (loss || Number.MIN_VALUE));
}

/** MACD 12-26-9 histogram: MACD line minus its signal line, ₹. */
export function macdHistogram(values: readonly number[]): number | null {
  const slow = emaSeries(values, 26);
  const fast = emaSeries(values, 12).slice(14);
  const signal = emaSeries(
    slow.map((value, i) => fast[i]! - value),
    9,
  );
  return signal.length === 0 ? null : fast.at(-1)! - slow.at(-1)! - signal.at(-1)!;
}

/** Classic pivot of the previous session: (high + low + close) / 3. */
export function pivot(session: SessionBar): number {
  return (session.h + session.l + session.c) / 3;
}

/** On-balance volume, one value per session, starting at 0. */
export function obvSeries(sessions: readonly SessionBar[]): number[] {
  let total = 0;
  return sessions.map((session, i) => {
    const previous = sessions[i - 1];
    if (previous) total += Math.sign(session.c - previous.c) * session.v;
    return total;
  });
}
