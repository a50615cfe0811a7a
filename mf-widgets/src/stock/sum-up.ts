import type { EquityInsight } from '@vimarsh/shared/contract/equity-insight/types.ts';

type Consensus = EquityInsight['consensus'];

/** "2 experts: 1 Buy, 1 Sell"; '' where no call is counted. */
export function consensusWords({ buy, sell, hold, experts }: Consensus): string {
  const counted = [
    [buy, 'Buy'],
    [sell, 'Sell'],
    [hold, 'Hold'],
  ] as const;
  const named = counted.filter(([count]) => count > 0).map(([count, name]) => `${count} ${name}`);
  return named.length === 0 ? '' : `${experts} ${experts === 1 ? 'expert' : 'experts'}: ${named.join(', ')}`;
}

/**
 * What a page says of a stock before any figure: how the technical votes stand and, for who may know it, how experts do. It says
 * no more than its figures do, and of too few votes nothing but that.
 */
export function sumUp({ rating: { summary }, consensus }: Pick<EquityInsight, 'rating' | 'consensus'>): { readonly lead: string; readonly rest: string } {
  const { rating, buy, neutral, sell } = summary;
  const lead = rating ? `Technical rating: ${rating}.` : 'Too few sessions for a technical rating.';
  const votes = rating ? `${buy} of ${buy + neutral + sell} votes buy, ${sell} sell.` : '';
  const calls = consensusWords(consensus);
  return { lead, rest: [votes, calls && `Open calls of ${calls}.`].filter(Boolean).join(' ') };
}
