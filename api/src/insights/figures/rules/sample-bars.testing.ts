import type { IndicatorBar } from './indicators.ts';

/** Bars for tests from a 31-bit generator that any language can follow: closes walk ±2 %, prices to the paisa. */
export function sampleBars(seed: number, count: number): IndicatorBar[] {
  let state = seed;
  const next = (): bigint => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return BigInt(state % 1000);
  };
  // Whole paise and thousandths, so that nothing depends on how a machine rounds fractions.
  let close = 100_000n;
  return Array.from({ length: count }, () => {
    const open = close;
    close = half(open * (100_000_000n + (next() - 490n) * 4000n), 100_000_000n);
    const high = half((open > close ? open : close) * (100_000n + next()), 100_000n);
    const low = half((open < close ? open : close) * (100_000n - next()), 100_000n);
    const volume = Number(next() * 100n) + 1000;
    return { h: Number(high) / 100, l: Number(low) / 100, c: Number(close) / 100, v: volume };
  });
}

/** Quotient rounded half up. */
const half = (value: bigint, by: bigint): bigint => (value + by / 2n) / by;
