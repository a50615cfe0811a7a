import type { Term } from '@vimarsh/shared/contract/calls/types.ts';
import type { Listing } from '../../market/index.ts';

export interface Author {
  readonly user_id: string;
  readonly skill_key: string;
}

/** How a fictional expert works. Chances are per call unless noted otherwise. */
export interface Profile {
  /** Calls a trading day, before the busier last month. */
  readonly rate: number;
  readonly terms: Readonly<Partial<Record<Term, number>>>;
  /** Shifts the chance of being on the right side: +1 is clearly better than a coin, −1 clearly worse. */
  readonly skill: number;
  readonly picks: (listing: Listing) => boolean;
  readonly reading: 'trend' | 'reversal' | 'value';
  readonly earlyExit: number;
  readonly tighten: number;
  /** First and last IST day of publishing; the whole history when absent. */
  readonly from?: string;
  readonly to?: string;
  /** At most so many calls. */
  readonly most?: number;
}

const all = (): boolean => true;
const large = (listing: Listing): boolean => listing.cap === 'large';
const usual = { skill: 0, picks: all, reading: 'trend', earlyExit: 0.06, tighten: 0.2 } as const;

/** By the `skill_key` of the expert. The two options experts publish few equity calls; their field comes with options. */
export const PROFILES: Readonly<Record<string, Profile>> = {
  swing_large_cap: { ...usual, rate: 0.13, terms: { shortTerm: 65, mediumTerm: 35 }, skill: 0.6, picks: large },
  intraday_momentum: { ...usual, rate: 0.24, terms: { intraday: 100 }, skill: 0, earlyExit: 0.4, tighten: 0 },
  value: { ...usual, rate: 0.1, terms: { mediumTerm: 50, longTerm: 50 }, skill: 0.4, reading: 'value', earlyExit: 0.03 },
  banks: { ...usual, rate: 0.11, terms: { shortTerm: 65, mediumTerm: 35 }, skill: 0.2, picks: ({ sector }) => sector === 'Banks' },
  pharma: { ...usual, rate: 0.11, terms: { shortTerm: 55, mediumTerm: 45 }, skill: 1, picks: ({ sector }) => sector === 'Pharma' },
  inactive: { ...usual, rate: 0.08, terms: { shortTerm: 60, mediumTerm: 40 }, skill: 0.3, to: '2026-10-05' },
  small_cap: { ...usual, rate: 0.13, terms: { shortTerm: 75, mediumTerm: 25 }, skill: 0.1, picks: ({ cap }) => cap !== 'large', tighten: 0.3 },
  quality: { ...usual, rate: 0.09, terms: { mediumTerm: 40, longTerm: 60 }, skill: 0.8, picks: large, reading: 'value', earlyExit: 0.02 },
  contrarian: { ...usual, rate: 0.11, terms: { shortTerm: 65, mediumTerm: 35 }, skill: -0.6, reading: 'reversal' },
  index_options: { ...usual, rate: 0.025, terms: { shortTerm: 100 }, skill: 0.5, picks: large },
  straddles: { ...usual, rate: 0.025, terms: { intraday: 100 }, skill: -0.3, picks: large },
  new: { ...usual, rate: 0.3, terms: { shortTerm: 100 }, skill: 0.2, from: '2026-09-21', most: 8 },
  expiring: { ...usual, rate: 0.08, terms: { shortTerm: 80, intraday: 20 }, skill: 0.1 },
  suspended: { ...usual, rate: 0.05, terms: { shortTerm: 100 }, skill: -0.2, to: '2026-10-05' },
};

/** The last month before the epoch is busier, so that enough calls are open at its end. */
export const BUSY_FROM = '2026-10-20';
export const BUSY_FACTOR = 4;

/** When the suspended expert lost the right to publish: the registration office's order, fictional like the expert. */
export const SUSPENSION = { skill_key: 'suspended', at: '2026-11-09T03:00:00.000Z' } as const;

/** Calls that must exist for the edges of the lifecycle: a halt while waiting, a split and a bonus while open, a suspension. */
export interface Planned {
  readonly skill_key: string;
  readonly day: string;
  /** IST time of day. */
  readonly time: string;
  readonly symbol: string;
  readonly term: Term;
  readonly call_type: 'Buy' | 'Sell';
  readonly entry_mode: 'market' | 'limit';
}
export const PLANNED: readonly Planned[] = [
  { skill_key: 'value', day: '2026-06-11', time: '14:05', symbol: 'BAJFINANCE', term: 'longTerm', call_type: 'Buy', entry_mode: 'market' },
  { skill_key: 'quality', day: '2026-09-03', time: '14:05', symbol: 'WIPRO', term: 'longTerm', call_type: 'Buy', entry_mode: 'market' },
  { skill_key: 'small_cap', day: '2026-10-12', time: '18:05', symbol: 'ZENSARTECH', term: 'shortTerm', call_type: 'Buy', entry_mode: 'limit' },
  { skill_key: 'suspended', day: '2026-11-05', time: '14:05', symbol: 'GAIL', term: 'mediumTerm', call_type: 'Buy', entry_mode: 'market' },
  { skill_key: 'suspended', day: '2026-11-06', time: '14:05', symbol: 'NTPC', term: 'mediumTerm', call_type: 'Sell', entry_mode: 'market' },
];
