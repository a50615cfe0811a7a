import type { CallType } from '@vimarsh/shared/contract/calls/types.ts';
import { direction, realisedReturn } from '@vimarsh/shared/domain/calls/equity/levels.ts';
import { FOLLOWER_DELAY_MS } from '@vimarsh/shared/domain/calls/record-rules.ts';
import { istDay, nextTradingDay, sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import { LRUCache } from 'lru-cache';
import type { Market } from '../../../market/index.ts';
import type { FollowedCall, FollowerFill, FollowerPrice, KnownFill } from '../../follower-fill.types.ts';

const NONE = 'none';

/** A price that is still to come, and the market time, ms, by which it has come. */
interface ToCome {
  readonly by: number;
}

/** Questions to the market. */
type FillPrices = Pick<Market, 'bars' | 'factor' | 'levelOn' | 'instrument' | 'now'>;

/** How long after a session begins its first price must come; a stock without one that day has no fill. */
const FIRST_PRICE_MS = 5 * 60_000;
const SECOND_MS = 1000;
/** Fills never change, but their number has to end somewhere. */
const MOST_KEPT = 100_000;

/**
 * What followers made of ended calls (product C.2): they trade at the first price a minute after the call came, and leave at the first a
 * minute after it ended. Not known where prices come by the day, and where the call was over before a follower was in.
 */
export class FollowerFills {
  readonly #market: FillPrices;
  readonly #kept = new LRUCache<string, FollowerFill | typeof NONE>({ max: MOST_KEPT });
  readonly #entries = new LRUCache<string, FollowerPrice | typeof NONE>({ max: MOST_KEPT });

  constructor(market: FillPrices) {
    this.#market = market;
  }

  async of({ call, record }: FollowedCall): Promise<KnownFill> {
    const { entry, exit, call_type, realised_return } = record;
    if (!entry || !exit || realised_return === null) return { fill: null };
    // The price a minute after an end is not known before, whatever a simulated market could say of it.
    if (exit.ts + FOLLOWER_DELAY_MS >= this.#market.now().getTime()) return { fill: null, until: exit.ts + FOLLOWER_DELAY_MS + 1 };
    // A correction changes the numbers of a call, and so its key.
    const key = [call.id, entry.price, entry.ts, exit.price, exit.ts].join(' ');
    const known = this.#kept.get(key);
    if (known !== undefined) return { fill: known === NONE ? null : known };
    const fill = await this.#fill(call, entry, exit, call_type);
    if (fill && 'by' in fill) return { fill: null, until: fill.by };
    this.#kept.set(key, fill ?? NONE);
    return { fill };
  }

  /**
   * A follower's entry price, ₹ on the share count of an instant. Null where a limit or a range fills at the call's own price for
   * everybody, where the price is not known, or not yet.
   */
  async paidFor({ id, stock, entry_mode, published_at }: FollowedCall['call'], at: number): Promise<number | null> {
    if (entry_mode !== 'market') return null;
    const known = this.#entries.get(id);
    const first = known ?? (await this.#firstPrice(stock, published_at + FOLLOWER_DELAY_MS)) ?? NONE;
    if (first !== NONE && 'by' in first) return null;
    this.#entries.set(id, first);
    return first === NONE || first.ts >= at ? null : round(this.#later(stock, first.price, first.ts, at));
  }

  async #fill(
    { stock, entry_mode, published_at }: FollowedCall['call'],
    entry: { price: number; ts: number },
    exit: { price: number; ts: number },
    call_type: CallType,
  ): Promise<FollowerFill | ToCome | null> {
    // Limits and ranges fill no sooner than a minute after the call came: the same price for everybody.
    const first = entry_mode === 'market' ? await this.#firstPrice(stock, published_at + FOLLOWER_DELAY_MS) : null;
    const came = entry_mode === 'market' ? first : entry;
    if (!came || 'by' in came || came.ts >= exit.ts) return null;
    const left = await this.#firstPrice(stock, exit.ts + FOLLOWER_DELAY_MS);
    if (!left || 'by' in left) return left;
    // The call's own entry is on the share count at its end already.
    const paid = first ? this.#later(stock, came.price, came.ts, exit.ts) : came.price;
    const factor = this.#market.factor(stock, istDay(new Date(exit.ts)), istDay(new Date(left.ts)));
    const got = left.price * factor;
    const side = direction(call_type);
    const returned = realisedReturn(side > 0 ? 'Buy' : 'Sell', paid, got);
    if (returned === null) return null;
    const prices = { entry: first as FollowerPrice | null, exit: left, factor };
    // `made` is not rounded: means are made of it.
    return { entry: round(paid), exit: round(got), made: (side * 100 * (got - paid)) / paid, returned, prices };
  }

  /** The first price at an instant or later, today or in the next session; null where prices come by the day, and where there was none. */
  async #firstPrice(stock: string, from: number): Promise<FollowerPrice | ToCome | null> {
    const listing = this.#market.instrument(stock);
    if (!listing) return null;
    const day = istDay(new Date(from));
    for (const each of [day, nextTradingDay(day)]) {
      const session = sessionOf(each, listing.fno);
      if (!session) continue;
      const start = Math.max(from, session.open.getTime());
      if (start >= session.end.getTime()) continue;
      if (start + FIRST_PRICE_MS > this.#market.now().getTime()) return { by: start + FIRST_PRICE_MS };
      const bars = await this.#market.bars(stock, new Date(start), new Date(start + FIRST_PRICE_MS));
      const bar = bars.find((one) => one.start.getTime() >= start);
      if (bar?.resolution === 'day') return null;
      if (bar)
        return { price: bar.o, ts: bar.start.getTime(), segment: `${listing.symbol}/${each}/${(bar.end.getTime() - session.open.getTime()) / SECOND_MS}` };
    }
    return null;
  }

  /** A price of one instant at a later one, by the rule that moves the levels of calls. */
  #later(stock: string, price: number, from: number, to: number): number {
    return this.#market.levelOn(stock, price, istDay(new Date(from)), istDay(new Date(to)));
  }
}

const round = (price: number): number => Math.round(price * 100) / 100;
