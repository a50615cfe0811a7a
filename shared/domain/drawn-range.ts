/**
 * Ends of a chart's scale, at least `share` of the figures' size apart, the figures in the middle: a scale as narrow as the
 * data would draw a day on which nothing happened like a crash.
 */
export function drawnRange(low: number, high: number, share = 0.01): readonly [low: number, high: number] {
  const missing = share * Math.max(Math.abs(low), Math.abs(high)) - (high - low);
  if (missing > 0) return [low - missing / 2, high + missing / 2];
  return high > low ? [low, high] : [low, low + 1];
}
