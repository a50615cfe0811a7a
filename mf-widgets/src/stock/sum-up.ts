import type { EquityInsight } from '@vimarsh/shared/contract/equity-insight/types.ts';
import { formatInr, formatNumber, formatPercent } from '@vimarsh/shared/domain/text/formats.ts';

type Consensus = EquityInsight['consensus'];

/** "2 experts: 1 Buy · 1 Sell"; '' where no call is counted. */
export function consensusWords({ buy, sell, hold, experts }: Consensus): string {
  const counted = [
    [buy, 'Buy'],
    [sell, 'Sell'],
    [hold, 'Hold'],
  ] as const;
  const named = counted.filter(([count]) => count > 0).map(([count, name]) => `${count} ${name}`);
  return named.length === 0 ? '' : `${experts} ${experts === 1 ? 'expert' : 'experts'}: ${named.join(' · ')}`;
}

/** How far targets lie apart and how far experts agree, a sentence each; none of what one expert says alone. */
export function spreadWords({ spread }: Consensus): string[] {
  const { targets = null, agreement = null } = spread ?? {};
  const said: string[] = [];
  if (targets)
    said.push(
      `Targets of ${targets.n} experts: ${formatInr(targets.low)} to ${formatInr(targets.high)}, median ${formatInr(targets.median)}, mean ${formatInr(targets.mean)}; their standard deviation is ${formatPercent(targets.dispersion, { signed: false })} of the mean.`,
    );
  if (agreement !== null)
    said.push(
      `Agreement ${formatNumber(100 * agreement)}%: 100% is all on one side, 0% as many on each. Each expert counts once, by the newest call. None of it is advice.`,
    );
  return said;
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
