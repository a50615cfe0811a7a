import { rng, seedOf } from '@vimarsh/shared/domain/market/rng.ts';

/** Where one strike stands on one day. */
export interface InterestRequest {
  readonly seed: number;
  readonly contract: string;
  /** Number of the day; neighbours are one apart. */
  readonly day: number;
  readonly strike: number;
  readonly step: number;
  readonly type: 'CE' | 'PE';
  /** Close the day before: around which the day's positions gather. */
  readonly centre: number;
  /** One deviation until expiry, ₹. */
  readonly move: number;
  readonly daysLeft: number;
  /** Lots of the busiest strike. */
  readonly busiest: number;
}

const draw = (seed: number, contract: string, day: number): number => rng(seedOf(seed, contract, 'interest', day)).next();

/**
 * Open interest of a strike at the end of a day, lots: calls gather above the price, puts below, both at round strikes; more
 * of it towards expiry; from day to day it walks. Fixed by seed, contract and day.
 */
export function interestAtClose({ seed, contract, day, strike, step, type, centre, move, daysLeft, busiest }: InterestRequest): number {
  const towards = type === 'CE' ? 0.8 : -0.8;
  const distance = (strike - centre) / move - towards;
  const gathered = Math.exp(-0.5 * distance * distance) + 0.04 / (1 + distance * distance);
  const round = strike % (step * 10) === 0 ? 2.1 : strike % (step * 5) === 0 ? 1.7 : strike % (step * 2) === 0 ? 1.15 : 0.8;
  const age = Math.max(0.12, 1 - daysLeft / 45);
  const walked = 0.5 + (3 * draw(seed, contract, day) + 2 * draw(seed, contract, day - 1) + draw(seed, contract, day - 2)) / 6;
  return Math.round((busiest / 2.2) * gathered * round * age * walked);
}
