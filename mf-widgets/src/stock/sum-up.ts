import type { EquityInsight } from '@vimarsh/shared/contract/equity-insight/types.ts';
import { formatDay, formatInr, formatPercent } from '@vimarsh/shared/domain/text/formats.ts';

type Consensus = EquityInsight['consensus'];

/** "1 Buy · 1 Sell"; '' where no call is counted. */
export function countWords({ buy, sell, hold }: Pick<Consensus, 'buy' | 'sell' | 'hold'>): string {
  const counted = [
    [buy, 'Buy'],
    [sell, 'Sell'],
    [hold, 'Hold'],
  ] as const;
  return counted
    .filter(([count]) => count > 0)
    .map(([count, name]) => `${count} ${name}`)
    .join(' · ');
}

/** "2 experts: 1 Buy · 1 Sell"; '' where no call is counted. */
export function consensusWords({ experts, ...counts }: Consensus): string {
  const words = countWords(counts);
  return words && `${experts} ${experts === 1 ? 'expert' : 'experts'}: ${words}`;
}

/** Whether experts say the same, with how many say which where each has one call. */
function agreementWords(agreement: number, { buy, sell, hold, experts }: Omit<Consensus, 'spread'>): string {
  if (agreement === 1) return 'The experts agree.';
  if (agreement >= 0.5) return 'Most experts agree.';
  if (hold > 0 || buy + sell !== experts) return 'The experts disagree.';
  return `The experts disagree: ${buy} ${buy === 1 ? 'says' : 'say'} Buy, ${sell} ${sell === 1 ? 'says' : 'say'} Sell.`;
}

/** How far targets lie apart and how far experts agree, a sentence each; none of what one expert says alone. */
export function spreadWords({ spread, ...counts }: Consensus): string[] {
  const { targets = null, agreement = null } = spread ?? {};
  const said: string[] = [];
  if (targets)
    said.push(
      `Targets of ${targets.n} experts: ${formatInr(targets.low)} to ${formatInr(targets.high)}, median ${formatInr(targets.median)}, mean ${formatInr(targets.mean)}; their standard deviation is ${formatPercent(targets.dispersion, { signed: false })} of the mean.`,
    );
  if (agreement !== null) said.push(`${agreementWords(agreement, counts)} Each expert counts once, by the newest call. None of it is advice.`);
  return said;
}

type SummedUp = Pick<EquityInsight, 'status' | 'last_traded' | 'rating' | 'consensus'>;

/** Why there is no rating. */
function noRating({ status, last_traded }: SummedUp): string {
  if (status === 'suspended') return 'Trading is suspended, so there is no technical rating.';
  return last_traded ? `Last traded on ${formatDay(last_traded)}, so there is no technical rating.` : 'Too few sessions for a technical rating.';
}

/**
 * What a page says of a stock before any figure: for who may know it what experts say, and how many technical votes say which. The verdict of
 * the votes stands with them, or it would read as the page's own advice. Of too few votes, or of a stock that is not traded, it says that.
 */
export function sumUp(data: SummedUp): { readonly lead: string; readonly rest: string } {
  const { status, last_traded, rating: given, consensus } = data;
  const { buy, neutral, sell } = given.summary;
  const rating = status === 'suspended' || last_traded ? null : given.summary.rating;
  const rest = rating ? `Technical votes: ${buy} of ${buy + neutral + sell} buy, ${sell} sell.` : noRating(data);
  const calls = consensusWords(consensus);
  return { lead: calls && `Open calls of ${calls}.`, rest };
}
