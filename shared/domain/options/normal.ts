/** Density of the standard normal distribution. */
export const normalDensity = (x: number): number => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);

const NUMERATOR = [3.52624965998911e-2, 0.700383064443688, 6.37396220353165, 33.912866078383, 112.079291497871, 221.213596169931, 220.206867912376] as const;
const DENOMINATOR = [
  8.83883476483184e-2, 1.75566716318264, 16.064177579207, 86.7807322029461, 296.564248779674, 637.333633378831, 793.826512519948, 440.413735824752,
] as const;
/** Beyond this the continued fraction takes over, until nothing is left of the tail. */
const FRACTION_FROM = 7.07106781186547;
const NOTHING_FROM = 37;

const polynomial = (coefficients: readonly number[], x: number): number => coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0);

/**
 * Probability of a standard normal variable below `x`, within 1e-14: Hart's rational approximation as published by G. West,
 * "Better approximations to cumulative normal functions" (2005). JavaScript has no error function.
 */
export function normalBelow(x: number): number {
  const size = Math.abs(x);
  if (size > NOTHING_FROM) return x > 0 ? 1 : 0;
  const bell = Math.exp((-size * size) / 2);
  const tail =
    size < FRACTION_FROM
      ? (bell * polynomial(NUMERATOR, size)) / polynomial(DENOMINATOR, size)
      : bell / (size + 1 / (size + 2 / (size + 3 / (size + 4 / (size + 0.65))))) / 2.506628274631;
  return x > 0 ? 1 - tail : tail;
}
