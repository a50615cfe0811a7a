import type { Call } from '../../contract/calls/types.ts';
import { type LivePrice, useLivePrice } from './live-price.ts';
import { isOpenCall } from './rail.ts';

export interface CallPrice {
  /** The price as a cell shows it: that of the answer until one lives. */
  readonly shown: LivePrice;
  /** The day's change, %; null without a price. */
  readonly change: number | null;
  /** What the call's levels are held against, ₹; null without a price, and where prices can't judge the call. */
  readonly price: number | null;
}

/** The price of an open call: the one that came with its row at once, then each that lives. An ended call asks for none. */
export function useCallPrice(call: Pick<Call, 'stock' | 'status' | 'now' | 'not_judgeable'>): CallPrice {
  const open = isOpenCall(call.status);
  const live = useLivePrice(open ? call.stock : null);
  const first = open ? call.now : undefined;
  const price = live.price ?? first?.price ?? null;
  const change = live.quote ? live.quote.change_pct : (first?.change_pct ?? null);
  // Across a step that nobody explains the levels are on other shares than the price, or may be.
  return { shown: { ...live, price }, change, price: call.not_judgeable || live.quote?.step ? null : price };
}
