import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import { countWords } from './sum-up.ts';

export interface CalledStock {
  readonly symbol: string;
  /** "2 Buy · 1 Sell"; '' where no call is spoken of. */
  readonly words: string;
}

/** The stocks of open calls with what these say, the stock of the newest call first. A call that ended since it was read is left out. */
export function calledStocks(calls: readonly Pick<Call, 'stock' | 'call_type' | 'ended_at'>[]): CalledStock[] {
  const byStock = new Map<string, { buy: number; sell: number; hold: number }>();
  for (const { stock, call_type, ended_at } of calls) {
    if (ended_at !== null) continue;
    const counts = byStock.get(stock) ?? { buy: 0, sell: 0, hold: 0 };
    counts[({ Buy: 'buy', Sell: 'sell', Hold: 'hold' } as const)[call_type]] += 1;
    byStock.set(stock, counts);
  }
  return [...byStock].map(([symbol, counts]) => ({ symbol, words: countWords(counts) }));
}
