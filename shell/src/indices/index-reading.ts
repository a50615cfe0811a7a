import type { Quote } from '@vimarsh/shared/contract/market/types.ts';
import { OPTIONS_INSIGHTS, stockPage } from '@vimarsh/shared/domain/routing/places.ts';
import { whenLate } from '@vimarsh/shared/kit/query/when-late.ts';
import { useTopic } from '@vimarsh/shared/kit/topic.ts';
import { useEffect, useState } from 'react';

/** The strip, in its order. The last has no quote of its own: the options of the first say it. */
export const INDICES = [
  { symbol: 'NIFTY', name: 'NIFTY 50', to: stockPage('NIFTY') },
  { symbol: 'SENSEX', name: 'SENSEX', to: stockPage('SENSEX') },
  { symbol: 'BANKNIFTY', name: 'BANK NIFTY', to: stockPage('BANKNIFTY') },
] as const;
export const VIX = { name: 'India VIX', to: `${OPTIONS_INSIGHTS}/NIFTY` } as const;

const SYMBOLS = INDICES.map(({ symbol }) => symbol);

export interface IndexQuotes {
  readonly of: ReadonlyMap<string, Quote>;
  /** While the market trades, or before anything is known of it: no news for 15 s, no connection or no answer. */
  readonly stale: boolean;
}

/** Live values of the indices over the page's one line. */
export function useIndexQuotes(): IndexQuotes {
  const [quotes, setQuotes] = useState<IndexQuotes>({ of: new Map(), stale: false });
  useTopic({ topic: 'prices', symbols: SYMBOLS }, (news) =>
    setQuotes((last) => ({ of: new Map([...last.of, ...news.map((quote) => [quote.symbol, quote] as const)]), stale: false })),
  );
  const { of } = quotes;
  useEffect(() => {
    if (of.size > 0 && ![...of.values()].some(({ phase }) => phase === 'continuous')) return;
    return whenLate(() => setQuotes((late) => ({ ...late, stale: true })));
  }, [of]);
  return quotes;
}
