import { snapToTick } from '../../market/ticks.ts';

/** A market order never fills further from the last price than this, %: the exchange’s interfaces ask for such a limit since 1 April 2026. */
export const MARKET_PROTECTION_PCT = 2;

/** The worst price (₹, on the tick) at which a market order may fill. */
export const protectedPrice = (side: 'buy' | 'sell', ltp: number, tick: number): number =>
  side === 'buy'
    ? Math.max(tick, snapToTick(ltp * (1 + MARKET_PROTECTION_PCT / 100), tick, 'down'))
    : snapToTick(ltp * (1 - MARKET_PROTECTION_PCT / 100), tick, 'up');
