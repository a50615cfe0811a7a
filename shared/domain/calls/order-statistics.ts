/** The highest of these. Spreading them into a call of `Math.max` fails from about a hundred thousand on. */
export const highest = (values: readonly number[]): number => values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);

/** The lowest of these. */
export const lowest = (values: readonly number[]): number => values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);

/** The middle one, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? (sorted[middle] as number) : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}
