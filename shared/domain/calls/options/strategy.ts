import type { Strategy } from '../../../contract/calls/options/types.ts';
import { type LegTerms, sign } from './legs.ts';

/** The first expiry among the legs. */
export const firstExpiry = (legs: readonly Pick<LegTerms, 'expiry'>[]): string => legs.reduce((first, { expiry }) => (expiry < first ? expiry : first), '9999');

const key = ({ type, side }: LegTerms): string => `${side} ${type}`;

/** A structure's name from its legs, whatever their order. A butterfly's wings may differ; the lots of all legs may not, but in a ratio. */
export function strategyOf(legs: readonly LegTerms[]): Strategy {
  const sorted = [...legs].sort((a, b) => (a.expiry < b.expiry ? -1 : a.expiry > b.expiry ? 1 : a.strike - b.strike || (key(a) < key(b) ? -1 : 1)));
  const [a, b] = sorted;
  if (!a) return 'CUSTOM';
  if (sorted.length === 1) return a.side === 'sell' || a.type === 'FUT' ? 'CUSTOM' : a.type === 'CE' ? 'LONG_CALL' : 'LONG_PUT';
  const even = sorted.every(({ lots }) => lots === a.lots);
  if (sorted.length === 2) {
    if (a.expiry !== b!.expiry) return even && calendar(a, b!) ? 'CALENDAR' : 'CUSTOM';
    return ofTwo(a, b!, even);
  }
  return sorted.length === 4 && even && sorted.every(({ expiry }) => expiry === a.expiry) ? ofFour(sorted) : 'CUSTOM';
}

/** Sells the near month and buys the far one at the same strike. `near` comes first. */
const calendar = (near: LegTerms, far: LegTerms): boolean =>
  near.type !== 'FUT' && near.type === far.type && near.strike === far.strike && near.side === 'sell' && far.side === 'buy';

/** Two legs of one expiry, the lower strike first. */
function ofTwo(low: LegTerms, high: LegTerms, even: boolean): Strategy {
  const future = [low, high].find(({ type }) => type === 'FUT');
  if (future) {
    const other = future === low ? high : low;
    if (!even || future.side !== 'buy' || other.type === 'FUT') return 'CUSTOM';
    if (other.type === 'CE' && other.side === 'sell') return 'COVERED_CALL';
    return other.type === 'PE' && other.side === 'buy' ? 'PROTECTIVE_PUT' : 'CUSTOM';
  }
  if (low.type === high.type) {
    if (low.side === high.side || low.strike === high.strike) return 'CUSTOM';
    const [bought, sold] = low.side === 'buy' ? [low, high] : [high, low];
    if (even) return low.type === 'CE' ? (bought === low ? 'BULL_CALL' : 'BEAR_CALL') : bought === low ? 'BULL_PUT' : 'BEAR_PUT';
    if (sold.lots <= bought.lots) return 'CUSTOM';
    // A ratio spread buys the strike nearer to the money and sells more of the one further out.
    if (low.type === 'CE') return bought === low ? 'CALL_RATIO' : 'CUSTOM';
    return bought === high ? 'PUT_RATIO' : 'CUSTOM';
  }
  if (!even || low.side !== high.side) return 'CUSTOM';
  if (low.strike === high.strike) return low.side === 'buy' ? 'LONG_STRADDLE' : 'SHORT_STRADDLE';
  if (low.type !== 'PE') return 'CUSTOM';
  return low.side === 'buy' ? 'LONG_STRANGLE' : 'SHORT_STRANGLE';
}

function ofFour(legs: readonly LegTerms[]): Strategy {
  const [wing, ...others] = legs.filter(({ type }) => type === 'PE').sort((a, b) => a.strike - b.strike);
  const [sold, far] = legs.filter(({ type }) => type === 'CE').sort((a, b) => a.strike - b.strike);
  const [put] = others;
  if (!wing || !put || others.length > 1 || !sold || !far || wing.side !== 'buy' || far.side !== 'buy' || put.side !== 'sell' || sold.side !== 'sell')
    return 'CUSTOM';
  if (wing.strike >= put.strike || sold.strike >= far.strike || put.strike > sold.strike) return 'CUSTOM';
  return put.strike === sold.strike ? 'IRON_FLY' : 'IRON_CONDOR';
}

/**
 * Whether the risk is limited: all that is sold is covered, by what does not run out before it. A sold put is not limited here, though its
 * loss at a price of zero is a number: nobody would call it small.
 */
export function hasDefinedRisk(legs: readonly LegTerms[]): boolean {
  const open = (counts: (leg: LegTerms) => number): boolean =>
    [...new Set(legs.map(({ expiry }) => expiry))].every((expiry) => legs.reduce((sum, leg) => sum + (leg.expiry >= expiry ? counts(leg) : 0), 0) >= 0);
  const up = open((leg) => (leg.type === 'PE' ? 0 : sign(leg) * leg.lots));
  const down = open((leg) => (leg.type === 'CE' ? 0 : (leg.type === 'PE' ? 1 : -1) * sign(leg) * leg.lots));
  return up && down;
}

/** `24000 CE of 2026-11-23`, or `future of 2026-11-23`: how a leg is told in a sentence, without the underlying's name. */
export const legName = ({ type, strike, expiry }: Pick<LegTerms, 'type' | 'strike' | 'expiry'>): string =>
  type === 'FUT' ? `future of ${expiry}` : `${strike} ${type} of ${expiry}`;
