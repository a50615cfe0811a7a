/**
 * Seeded random numbers for the simulated exchange. The same seed must give the same prices on every machine, so only
 * integer arithmetic, `+ - * /` and square roots are used. Their results are exact to the last bit; those of `Math.log`,
 * `Math.exp` and `Math.pow` are not.
 */
export interface Rng {
  /** Uniform in [0, 1). */
  next(): number;
  /** Standard normal (sum of twelve uniforms; within ±6). */
  normal(): number;
}

/** 32-bit hash of a seed and any number of keys: the seed of an independent stream. */
export function seedOf(seed: number, ...keys: readonly (string | number)[]): number {
  let hash = (seed ^ 0x9e3779b9) | 0;
  for (const key of keys) {
    const text = String(key);
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    // The separator keeps ('ab', 'c') and ('a', 'bc') apart.
    hash = Math.imul(hash ^ 0x1f, 0x01000193);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A stream of random numbers (mulberry32). */
export function rng(seed: number): Rng {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const normal = (): number => {
    let sum = -6;
    for (let n = 0; n < 12; n++) sum += next();
    return sum;
  };
  return { next, normal };
}
