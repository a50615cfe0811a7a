import { ratio } from '../../money/ratio.ts';

/**
 * Potential return in % to 2 decimals (S9-CALC-06…10): Buy (target − price) / price, Sell (price − target) / price, Hold the
 * absolute gap over price; negative where the target lies on the wrong side (S9-CALC-A03); 0 for any other call type and for a
 * missing or zero price (S9-CALC-O02).
 */
export function potentialReturn(callType: string, target: number, price: number): number {
  switch (callType) {
    case 'Buy':
      return ratio(target, price, price, 100, 2) ?? 0;
    case 'Sell':
      return ratio(price, target, price, 100, 2) ?? 0;
    case 'Hold':
      return Math.abs(ratio(target, price, price, 100, 2) ?? 0);
    default:
      return 0;
  }
}
