import { nextTradingDay, previousTradingDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { rng, seedOf } from '@vimarsh/shared/domain/market/rng.ts';
import { STOCKS } from '../instruments/listed.ts';
import { EPOCH_DAY } from './exchange.ts';

/** A stock with contracts comes under the ban about once in so many sessions, for one to so many of them: one of all on a usual day. */
const ONE_IN = 120;
const LONGEST = 4;
/** The history before was written when nothing was banned, and its daily roots are signed: a ban in it would judge its calls another way. */
const FIRST = nextTradingDay(EPOCH_DAY);

const WITH_CONTRACTS = new Set(STOCKS.filter(({ lot }) => lot !== null).map(({ symbol }) => symbol));

/** Whether the fictional exchange bans new positions in a stock's contracts on a trading date: by seed and date alone, and never in an index. */
export function isBanned(seed: number, symbol: string, day: string): boolean {
  if (!WITH_CONTRACTS.has(symbol)) return false;
  for (let since = day, before = 0; before < LONGEST && since >= FIRST; since = previousTradingDay(since), before += 1) {
    const { next } = rng(seedOf(seed, 'ban', symbol, since));
    if (next() < 1 / ONE_IN && before < 1 + Math.floor(next() * LONGEST)) return true;
  }
  return false;
}
