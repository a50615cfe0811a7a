import type { OptionLeg, OptionStanding } from '@vimarsh/shared/contract/calls/options/types.ts';
import { premiumOf } from '@vimarsh/shared/domain/calls/options/legs.ts';
import { standingValue } from '@vimarsh/shared/domain/calls/options/lifecycle.ts';
import { profitOf } from '@vimarsh/shared/domain/calls/options/lot/gains.ts';
import { optionStand } from '@vimarsh/shared/domain/calls/options/lot/option-stand.ts';
import { type OptionState, stopAt } from '@vimarsh/shared/domain/calls/options/option-state.ts';
import { firstExpiry } from '@vimarsh/shared/domain/calls/options/strategy.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { INTEREST_RATE } from '@vimarsh/shared/domain/options/rate.ts';
import type { Market, OptionChain, OptionMarket } from '../../market/index.ts';
import { moveUntil } from './chain-facts.ts';
import { settledDays } from './judge.ts';
import { readParts, readState } from './recorded.ts';
import type { OptionRow } from './tables.ts';

/** Questions to the market. */
export type StandingMarket = Pick<Market, 'now' | 'banned' | 'unexplainedSince' | 'doubts'> & { readonly options: Pick<OptionMarket, 'chain'> };

type Seen = Pick<OptionRow, 'id' | 'stock' | 'legs' | 'breakevens' | 'stale' | 'lot_size' | 'is_open' | 'published_at' | 'state'>;

/** What a follower would get for a leg, or pay for one that was sold, ₹ a share; null without that side of the quote. */
function exitOf(chain: OptionChain | null | undefined, { side, type, strike, expiry }: OptionLeg): number | null {
  const future = chain?.future?.expiry === expiry ? chain.future : undefined;
  const quote = type === 'FUT' ? future : chain?.rows.find((row) => row.strike === strike)?.[type === 'CE' ? 'ce' : 'pe'];
  return (side === 'buy' ? quote?.bid : quote?.ask) ?? null;
}

/** Where a call stood in its own basis when it was entered; null before. */
function enteredAt({ level_basis, legs, entry }: OptionState): number | null {
  if (!entry) return null;
  if (level_basis === 'underlying') return entry.spot;
  return level_basis === 'premium'
    ? premiumOf(
        legs,
        entry.legs.map(({ price }) => price),
      )
    : 0;
}

/** What a call is to somebody who is not in it, at these prices of leaving; null where a leg has none. */
function standOf(state: OptionState, exits: readonly (number | null)[], spot: number, now: Date): NonNullable<OptionStanding['entry']> | null {
  const value = standingValue(
    state,
    exits.map((price) => (price === null ? null : { price, mid: null })),
    spot,
  );
  const { status, target } = state;
  const lastDay = istDay(new Date(state.expires_at)) <= istDay(now);
  const entry = { status, entered: enteredAt(state), target, stop: stopAt(state, now.getTime()) };
  if (status === 'awaiting_entry') return optionStand(entry, 0, lastDay);
  return value === null ? null : optionStand(entry, value, lastDay);
}

/** Where open calls stand at one instant. Each chain is read once, however many calls of a list hold it. */
export function standings(market: StandingMarket): (row: Seen) => Promise<OptionStanding | undefined> {
  const now = market.now();
  // Quotes of after a step that nobody explains are of contracts that nobody knows: they say nothing of what the call makes.
  const isInDoubt = (row: Seen): boolean =>
    market.unexplainedSince(row.stock, row.published_at, istDay(now), settledDays(market, row.stock, readState(row))) !== null;
  const chains = new Map<string, Promise<OptionChain | null>>();
  const chainOf = (symbol: string, expiry: string): Promise<OptionChain | null> => {
    const key = `${symbol} ${expiry}`;
    const known = chains.get(key) ?? market.options.chain(symbol, expiry, now);
    chains.set(key, known);
    return known;
  };
  const moves = new Map<string, number | null>();
  const moveOf = async (symbol: string, expiry: string): Promise<number | null> => {
    const key = `${symbol} ${expiry}`;
    const chain = await chainOf(symbol, expiry);
    const move = moves.has(key) ? moves.get(key)! : chain && moveUntil(chain, now, INTEREST_RATE);
    moves.set(key, move);
    return move;
  };
  return async (row) => {
    const { stock, lot_size, is_open } = row;
    if (!is_open || isInDoubt(row)) return undefined;
    const { legs } = readParts(row);
    const own = await Promise.all(legs.map(({ expiry }) => chainOf(stock, expiry)));
    const read = own.filter((chain) => chain !== null);
    if (read.length === 0) return undefined;
    const exits = legs.map((leg, at) => exitOf(own[at], leg));
    const entries = legs.map(({ entry }) => entry);
    const known = (prices: readonly (number | null)[]): prices is number[] => prices.every((price) => price !== null);
    const entry = standOf(readState(row), exits, read[0]!.spot, now);
    return {
      at: new Date(Math.min(...read.map(({ at }) => at.getTime()))).toISOString(),
      spot: read[0]!.spot,
      exits,
      pnl: known(entries) && known(exits) ? profitOf(legs, lot_size, entries, exits) : null,
      rate: INTEREST_RATE,
      move: await moveOf(stock, firstExpiry(legs)),
      banned: market.banned(stock, istDay(now)),
      entry_passed: entry && entry === 'passed',
      entry,
    };
  };
}
