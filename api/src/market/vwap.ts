import type { Candle } from '@vimarsh/shared/contract/market/types.ts';

/** Volume-weighted average price, ₹: each candle's (high + low + close) / 3, weighted by its shares. Null without trades. */
export function vwapOf(candles: readonly Pick<Candle, 'h' | 'l' | 'c' | 'v'>[]): number | null {
  let [value, shares] = [0, 0];
  for (const { h, l, c, v } of candles) {
    value += ((h + l + c) / 3) * v;
    shares += v;
  }
  return shares === 0 ? null : value / shares;
}
