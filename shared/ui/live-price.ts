import { useEffect, useState } from 'react';
import type { Quote } from '../contract/market.contract.ts';
import { useSessionApi } from '../kit/session.ts';

export interface LivePrice {
  /** Last traded price, ₹; null until the first quote. */
  price: number | null;
  quote: Quote | null;
  /** No quote for 15 s while the session is continuous. */
  stale: boolean;
}

const STALE_AFTER_MS = 15_000;

/** Follows the live price of one symbol; all users of a page share one socket. */
export function useLivePrice(symbol: string): LivePrice {
  const session = useSessionApi();
  const [quote, setQuote] = useState<Quote | null>(null);
  const [stale, setStale] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = session.quotes([symbol], (list) => {
      const next = list.find((item) => item.symbol === symbol);
      if (!next) return;
      setQuote(next);
      setStale(false);
      clearTimeout(timer);
      if (next.phase === 'continuous') timer = setTimeout(() => setStale(true), STALE_AFTER_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
      setQuote(null);
      setStale(false);
    };
  }, [symbol, session]);
  return { price: quote?.ltp ?? null, quote, stale };
}
