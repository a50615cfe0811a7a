import { type Rng, rng } from '../../market/rng.ts';
import { black76 } from '../../options/black-76.ts';
import { type Assumed, type PricedLeg, structureOf, valueAt } from './structure.ts';

const ASSUMED: Assumed = { spot: 24_000, isIndex: true, lotSize: 75, forward: 24_000, volatility: 0.14, years: 12 / 252, rate: 0.065 };
const LATER = 20 / 252;

type Side = PricedLeg['side'];

/** A leg at Black's price and the volatility at the money, of the first expiry or of the next. */
function leg(side: Side, type: 'CE' | 'PE', strike: number, yearsAfter = 0): PricedLeg {
  const { forward, years, rate } = ASSUMED;
  const volatility = ASSUMED.volatility!;
  const whole = years + yearsAfter;
  const price = Math.round(20 * black76({ type, strike, forward: forward * Math.exp(rate * yearsAfter), years: whole, rate }, volatility)) / 20;
  return { side, type, strike, lots: 1, expiry: yearsAfter > 0 ? '2026-12-29' : '2026-12-01', price, volatility, yearsAfter };
}

const STRUCTURES: readonly (readonly [name: string, legs: readonly PricedLeg[]])[] = [
  ['bought call', [leg('buy', 'CE', 24_100)]],
  ['bought put', [leg('buy', 'PE', 23_700)]],
  ['bull call spread', [leg('buy', 'CE', 24_000), leg('sell', 'CE', 24_400)]],
  ['sold straddle', [leg('sell', 'CE', 24_000), leg('sell', 'PE', 24_000)]],
  ['iron condor', [leg('sell', 'CE', 24_500), leg('buy', 'CE', 24_800), leg('sell', 'PE', 23_500), leg('buy', 'PE', 23_200)]],
  ['calendar', [leg('sell', 'CE', 24_000), leg('buy', 'CE', 24_000, LATER)]],
];

const STEPS = 12;

/** The underlying at the first expiry: a dozen steps without drift, each multiplying by a lognormal number around one. */
function walked(random: Rng): number {
  const deviation = ASSUMED.volatility! * Math.sqrt(ASSUMED.years / STEPS);
  let price = ASSUMED.forward;
  for (let step = 0; step < STEPS; step += 1) {
    const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
    price *= Math.exp(deviation * normal - deviation ** 2 / 2);
  }
  return price;
}

/** For each structure: the share of paths that end above zero at the first expiry, and the chance that its publication states. */
export function comparedOptions(paths: number, seed: number): { name: string; gained: number; reckoned: number }[] {
  return STRUCTURES.map(([name, legs]) => {
    const random = rng(seed);
    let gained = 0;
    for (let path = 0; path < paths; path += 1) if (valueAt(legs, ASSUMED, walked(random)) > 0) gained += 1;
    return { name: `options: ${name}`, gained: gained / paths, reckoned: structureOf(legs, ASSUMED).pop! };
  });
}
