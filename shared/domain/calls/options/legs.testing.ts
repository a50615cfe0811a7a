import type { LegTerms } from './legs.ts';

const NEAR = '2026-11-23';
const FAR = '2026-12-29';

/** `+2 CE 24000`: two lots bought. `@far` for the later expiry. */
export function legsOf(text: string): LegTerms[] {
  return text.split(',').map((part) => {
    const [lots, type, strike, when] = part.trim().split(' ');
    const count = Number(lots);
    return {
      side: count > 0 ? 'buy' : 'sell',
      type: type as LegTerms['type'],
      strike: Number(strike ?? 0),
      expiry: when === '@far' ? FAR : NEAR,
      lots: Math.abs(count),
    };
  });
}
