import type { LevelBasis, Outlook, Strategy } from '@vimarsh/shared/contract/calls/options/types.ts';

/** A leg of a structure: how far from the money in usual moves until the expiry, and how many lots. `far` takes the next expiry. */
export type LegShape = readonly [side: 'buy' | 'sell', type: 'CE' | 'PE' | 'FUT', moves: number, lots?: number, far?: 'far'];

export interface Structure {
  readonly strategy: Strategy;
  readonly outlook: Outlook;
  readonly legs: readonly LegShape[];
  /** On what its levels are set, where the author may choose. */
  readonly bases: readonly LevelBasis[];
}

const on = (strategy: Strategy, outlook: Outlook, legs: readonly LegShape[], bases: readonly LevelBasis[] = ['pnl']): Structure => ({
  strategy,
  outlook,
  legs,
  bases,
});

/** Structures by their names, with strikes in usual moves. */
export const STRUCTURES = {
  LONG_CALL: on('LONG_CALL', 'bullish', [['buy', 'CE', 0.1]], ['premium', 'underlying', 'pnl']),
  LONG_PUT: on('LONG_PUT', 'bearish', [['buy', 'PE', -0.1]], ['premium', 'underlying', 'pnl']),
  BULL_CALL: on(
    'BULL_CALL',
    'bullish',
    [
      ['buy', 'CE', 0],
      ['sell', 'CE', 0.9],
    ],
    ['pnl', 'premium', 'underlying'],
  ),
  BEAR_PUT: on(
    'BEAR_PUT',
    'bearish',
    [
      ['buy', 'PE', 0],
      ['sell', 'PE', -0.9],
    ],
    ['pnl', 'premium', 'underlying'],
  ),
  BULL_PUT: on(
    'BULL_PUT',
    'bullish',
    [
      ['sell', 'PE', -0.3],
      ['buy', 'PE', -0.9],
    ],
    ['pnl', 'premium'],
  ),
  BEAR_CALL: on(
    'BEAR_CALL',
    'bearish',
    [
      ['sell', 'CE', 0.3],
      ['buy', 'CE', 0.9],
    ],
    ['pnl', 'premium'],
  ),
  LONG_STRADDLE: on(
    'LONG_STRADDLE',
    'volatile',
    [
      ['buy', 'CE', 0],
      ['buy', 'PE', 0],
    ],
    ['premium', 'pnl'],
  ),
  LONG_STRANGLE: on(
    'LONG_STRANGLE',
    'volatile',
    [
      ['buy', 'CE', 0.5],
      ['buy', 'PE', -0.5],
    ],
    ['premium', 'pnl'],
  ),
  SHORT_STRADDLE: on('SHORT_STRADDLE', 'neutral', [
    ['sell', 'CE', 0],
    ['sell', 'PE', 0],
  ]),
  SHORT_STRANGLE: on('SHORT_STRANGLE', 'neutral', [
    ['sell', 'CE', 0.7],
    ['sell', 'PE', -0.7],
  ]),
  IRON_CONDOR: on(
    'IRON_CONDOR',
    'neutral',
    [
      ['sell', 'CE', 0.6],
      ['buy', 'CE', 1.1],
      ['sell', 'PE', -0.6],
      ['buy', 'PE', -1.1],
    ],
    ['pnl', 'premium'],
  ),
  IRON_FLY: on(
    'IRON_FLY',
    'neutral',
    [
      ['sell', 'CE', 0],
      ['buy', 'CE', 0.9],
      ['sell', 'PE', 0],
      ['buy', 'PE', -0.9],
    ],
    ['pnl', 'premium'],
  ),
  CALL_RATIO: on('CALL_RATIO', 'neutral', [
    ['buy', 'CE', 0.2],
    ['sell', 'CE', 0.8, 2],
  ]),
  PUT_RATIO: on('PUT_RATIO', 'neutral', [
    ['buy', 'PE', -0.2],
    ['sell', 'PE', -0.8, 2],
  ]),
  CALENDAR: on('CALENDAR', 'neutral', [
    ['sell', 'CE', 0],
    ['buy', 'CE', 0, 1, 'far'],
  ]),
  COVERED_CALL: on('COVERED_CALL', 'bullish', [
    ['buy', 'FUT', 0],
    ['sell', 'CE', 0.7],
  ]),
  PROTECTIVE_PUT: on(
    'PROTECTIVE_PUT',
    'bullish',
    [
      ['buy', 'FUT', 0],
      ['buy', 'PE', -0.4],
    ],
    ['pnl', 'underlying'],
  ),
  CUSTOM: on('CUSTOM', 'volatile', [
    ['buy', 'CE', 0.1],
    ['sell', 'CE', 0.8],
    ['buy', 'PE', -0.8],
  ]),
} as const satisfies Readonly<Record<Strategy, Structure>>;

/** How a fictional expert trades options: calls a trading day, on what, and in which structures, one after another. */
export interface OptionProfile {
  readonly rate: number;
  readonly underlyings: readonly string[];
  readonly structures: readonly Strategy[];
}

const INDICES = ['NIFTY', 'BANKNIFTY', 'NIFTY', 'SENSEX', 'NIFTY', 'FINNIFTY'];

/** By the `skill_key` of the expert. */
export const OPTION_PROFILES: Readonly<Record<string, OptionProfile>> = {
  index_options: {
    rate: 0.16,
    underlyings: INDICES,
    structures: ['IRON_CONDOR', 'BULL_PUT', 'BEAR_CALL', 'IRON_FLY', 'BULL_CALL', 'BEAR_PUT', 'CALENDAR', 'IRON_CONDOR', 'LONG_CALL', 'LONG_PUT', 'CUSTOM'],
  },
  straddles: {
    rate: 0.09,
    underlyings: ['NIFTY', 'BANKNIFTY'],
    structures: ['SHORT_STRADDLE', 'LONG_STRADDLE', 'SHORT_STRANGLE', 'LONG_STRANGLE', 'CALL_RATIO', 'PUT_RATIO'],
  },
  swing_large_cap: {
    rate: 0.06,
    underlyings: ['RELIANCE', 'HDFCBANK', 'INFY', 'SBIN', 'TCS', 'ICICIBANK'],
    structures: ['COVERED_CALL', 'LONG_CALL', 'PROTECTIVE_PUT', 'BULL_CALL', 'LONG_PUT'],
  },
};
