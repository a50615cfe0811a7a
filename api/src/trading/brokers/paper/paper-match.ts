import type { PaperOrderRow } from './paper.tables.ts';

/** The simulated book of one instrument at one moment, ₹; `depth`: shares that can change hands in it. */
export interface PaperQuote {
  readonly bid: number;
  readonly ask: number;
  readonly depth: number;
}

type Resting = Pick<PaperOrderRow, 'side' | 'price' | 'trigger' | 'triggered'> & { readonly worst_price: number | null; readonly left: number };

/** Whether a stop order’s trigger is reached. */
export const isTriggered = ({ side, trigger, triggered }: Pick<Resting, 'side' | 'trigger' | 'triggered'>, { bid, ask }: PaperQuote): boolean =>
  triggered || trigger === null || (side === 'buy' ? ask >= trigger : bid <= trigger);

/** The fill against the book now: at its price, never worse than the order’s limit, and never more than it holds. Null: none. */
export function paperFill(order: Resting, quote: PaperQuote): { readonly quantity: number; readonly price: number } | null {
  const limit = order.price ?? order.worst_price;
  const price = order.side === 'buy' ? quote.ask : quote.bid;
  const crosses = limit === null || (order.side === 'buy' ? price <= limit : price >= limit);
  const quantity = Math.min(order.left, quote.depth);
  return crosses && quantity > 0 ? { quantity, price } : null;
}
