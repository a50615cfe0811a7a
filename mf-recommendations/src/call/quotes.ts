import type { Quote } from '@vimarsh/shared/contract/market.contract.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { useEffect, useState } from 'react';

const NONE: ReadonlyMap<string, Quote> = new Map();

/** Live quotes of the symbols on screen, one subscription for all. Quotes already here stay when the list changes. */
export function useQuotes(symbols: readonly string[]): ReadonlyMap<string, Quote> {
  const { quotes } = useSessionApi();
  const [board, setBoard] = useState(NONE);
  const wanted = [...new Set(symbols)].sort().join(',');
  useEffect(() => {
    if (!wanted) return;
    return quotes(wanted.split(','), (fresh) => {
      setBoard((before) => {
        const next = new Map(before);
        for (const quote of fresh) next.set(quote.symbol, quote);
        return next;
      });
    });
  }, [quotes, wanted]);
  return board;
}
