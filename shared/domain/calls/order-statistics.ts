/** The highest of these. Spreading them into a call of `Math.max` fails from about a hundred thousand on. */
export const highest = (values: readonly number[]): number => values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);

/** The lowest of these. */
export const lowest = (values: readonly number[]): number => values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
