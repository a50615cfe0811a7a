import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import { madeOf } from '@vimarsh/shared/domain/calls/equity/made.ts';
import type { Market } from '../../../market/index.ts';
import type { CallRow } from '../tables.ts';
import type { FollowerFills } from './follower-fills.ts';

/** The columns from which a follower's prices follow. */
export const FOLLOWED = [
  'id',
  'stock',
  'entry_mode',
  'published_at',
  'call_type',
  'term',
  'status',
  'is_open',
  'entry_price',
  'entry_at',
  'exit_price',
  'exit_at',
  'realised_return',
] as const satisfies readonly (keyof CallRow)[];

export type FollowedRow = Pick<CallRow, (typeof FOLLOWED)[number]>;

/** Adds to a row what the record does not hold: a follower's prices, and for an open call the price of this moment. */
export class FollowedRows {
  readonly #market: Pick<Market, 'quote' | 'now'>;
  readonly #fills: Pick<FollowerFills, 'of' | 'paidFor'>;

  constructor(market: Pick<Market, 'quote' | 'now'>, fills: Pick<FollowerFills, 'of' | 'paidFor'>) {
    this.#market = market;
    this.#fills = fills;
  }

  async of(row: FollowedRow): Promise<Pick<Call, 'follower' | 'now'>> {
    return row.is_open ? this.#open(row) : { follower: await this.#ended(row) };
  }

  /** A follower's result of an ended call, % after costs, to four decimals; null where the call has no result. */
  async made(row: FollowedRow): Promise<number | null> {
    const { made } = await this.result(row);
    return made === null ? null : Math.round(made * 10_000) / 10_000 + 0;
  }

  /** The same as sums are made of it, without rounding. `final` is false while the follower's price of leaving is not known. */
  async result(row: FollowedRow): Promise<{ made: number | null; final: boolean }> {
    const follower = await this.#ended(row);
    return { made: madeOf({ ...priced(row), follower }, null), final: follower === null || follower.exit !== null };
  }

  /** What a follower has made of an open call so far, % after costs, without rounding; null before the entry and without a price. */
  async madeSoFar(row: FollowedRow): Promise<number | null> {
    const { follower, now } = await this.#open(row);
    return madeOf({ ...priced(row), follower }, now?.price ?? null);
  }

  /** The price of this moment, ₹, where it says something of a call from before it: not after a step that nobody explains. */
  priceNow({ stock }: Pick<FollowedRow, 'stock'>): number | null {
    const quote = this.#market.quote(stock);
    return quote && quote.change_pct !== null ? quote.ltp : null;
  }

  async #open(row: FollowedRow): Promise<Pick<Call, 'follower' | 'now'>> {
    const entry = row.entry_price === null ? null : await this.#fills.paidFor(callOf(row), this.#market.now().getTime());
    const quote = this.#market.quote(row.stock);
    return {
      follower: entry === null ? null : { entry, exit: null },
      // A price of after a step that nobody explains says nothing of a call from before it.
      ...(quote && quote.change_pct !== null && { now: { price: quote.ltp, change_pct: quote.change_pct, at: quote.ts } }),
    };
  }

  async #ended(row: FollowedRow): Promise<NonNullable<Call['follower']> | null> {
    const exit = tradeOf(row.exit_price, row.exit_at);
    if (row.realised_return === null || !exit) return null;
    const call = callOf(row);
    const { call_type, realised_return } = row;
    const { fill } = await this.#fills.of({ call, record: { call_type, realised_return, entry: tradeOf(row.entry_price, row.entry_at), exit } });
    if (fill) return { entry: fill.entry, exit: fill.exit };
    // Their price of leaving comes a minute after the end, or never.
    const entry = await this.#fills.paidFor(call, exit.ts);
    return entry === null ? null : { entry, exit: null };
  }
}

const tradeOf = (price: number | null, at: Date | null) => (price === null || at === null ? null : { price, ts: at.getTime() });

const priced = ({ call_type, term, status, entry_price, exit_price }: FollowedRow) => ({
  call_type,
  term,
  status,
  entry_fill: entry_price === null ? null : { price: entry_price, ts: '' },
  exit: exit_price === null ? null : { price: exit_price, ts: '', reason: '' },
});

const callOf = ({ id, stock, entry_mode, published_at }: FollowedRow) => ({ id, stock, entry_mode, published_at: published_at.getTime() });
