import type { OptionCall } from '../../../contract/calls/options/types.ts';
import { toPaise } from '../../money/paise.ts';
import { payoff } from '../../options/payoff.ts';
import { limitsAsFilled } from './figures.ts';
import { premiumOf } from './legs.ts';
import { payoffLegs } from './lot/payoff-legs.ts';

type Filled = Pick<OptionCall, 'net_premium' | 'max_profit' | 'max_loss'> & {
  /** Null where legs expire apart: between two expiries a price decides, which nobody was asked for. */
  readonly breakevens: readonly number[] | null;
};

/** What a call's publication says of premium and limits, by the prices a follower got instead of the middle of the quotes; null before the entry. */
export function asFilled({ legs, lot_size, max_profit, max_loss }: Pick<OptionCall, 'legs' | 'lot_size' | 'max_profit' | 'max_loss'>): Filled | null {
  const entries = legs.flatMap(({ entry }) => (entry === null ? [] : [entry]));
  if (entries.length < legs.length) return null;
  const mids = legs.map(({ mid }) => mid);
  const together = legs.every(({ expiry }) => expiry === legs[0]!.expiry);
  const priced = legs.map((leg, at) => ({ ...leg, price: entries[at]! }));
  return {
    net_premium: premiumOf(legs, entries),
    ...limitsAsFilled({ max_profit, max_loss }, { legs, lot_size }, mids, entries),
    breakevens: together ? payoff(payoffLegs(priced, lot_size)).breakevens.map(toPaise) : null,
  };
}
