import { useEffect, useState } from 'react';
import type { Quote } from '../../contract/market/types.ts';
import { whenLate } from '../../kit/query/when-late.ts';
import { useTopic } from '../../kit/topic.ts';

export interface LivePrice {
  /** Last traded price, ₹; null until the first quote. */
  readonly price: number | null;
  readonly quote: Quote | null;
  /** During continuous trading: no quote for 15 s, or no connection. */
  readonly stale: boolean;
}

const NONE: LivePrice = { price: null, quote: null, stale: false };

/**
 * The live price of one symbol, or none for null. This is the only way from the socket to the screen: a component that shows
 * a price twice, in figures and on a rail, calls it once and passes the price to both. The page shares one socket.
 */
export function useLivePrice(symbol: string | null): LivePrice {
  const [last, setLive] = useState(NONE);
  const live = last.quote?.symbol === symbol ? last : NONE;
  useTopic(symbol === null ? null : { topic: 'prices', symbols: [symbol] }, (quotes) => {
    const quote = quotes.find((one) => one.symbol === symbol);
    if (quote) setLive({ price: quote.ltp, quote, stale: false });
  });
  const { quote } = live;
  useEffect(() => {
    if (quote?.phase !== 'continuous') return;
    return whenLate(() => setLive((late) => ({ ...late, stale: true })));
  }, [quote]);
  return live;
}
