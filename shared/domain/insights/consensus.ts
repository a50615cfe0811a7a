import type { CallType } from '../../contract/calls/types.ts';
import type { EquityInsight } from '../../contract/equity-insight/types.ts';
import { median } from '../calls/order-statistics.ts';
import { roundTo } from '../text/formats.ts';

interface Vote {
  readonly expert_id: string;
  readonly call_type: CallType;
  /** UTC instant. */
  readonly published_at: string | Date;
}

/** One call for each expert, their newest: who published three has no three votes. */
function newestOfEach<C extends Vote>(calls: readonly C[]): C[] {
  const at = ({ published_at }: Vote): number => new Date(published_at).getTime();
  return [...new Map(calls.toSorted((a, b) => at(a) - at(b)).map((call) => [call.expert_id, call])).values()];
}

const DIRECTION = { Buy: 1, Sell: -1, Hold: 0 } as const;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * |Σ direction| / experts, 0–1 (product C.12), or the share of those who say Hold where that is more: experts who all say Hold agree.
 * Null of fewer than two, who can't agree or differ.
 */
export function agreementOf(calls: readonly Vote[]): number | null {
  const votes = newestOfEach(calls).map(({ call_type }) => DIRECTION[call_type]);
  if (votes.length < 2) return null;
  return Math.max(Math.abs(mean(votes)), votes.filter((vote) => vote === 0).length / votes.length);
}

/**
 * How experts agree and how far their targets lie apart, ₹ and % (product C.12). A Hold call counts for the agreement and has no target:
 * it claims a band. Targets are put together only where all who have one say the same side: the middle between a Buy's and a Sell's is
 * nobody's. The deviation is that of a whole population, for these are all experts there are and no sample of more.
 */
export function spreadOf(calls: readonly (Vote & { readonly target: number })[]): NonNullable<EquityInsight['consensus']['spread']> {
  const aimed = newestOfEach(calls).filter(({ call_type }) => call_type !== 'Hold');
  const oneSide = aimed.length > 1 && aimed.every(({ call_type }) => call_type === aimed[0]?.call_type);
  const agreement = agreementOf(calls);
  return { agreement: agreement === null ? null : roundTo(agreement, 4), targets: oneSide ? targetsOf(aimed.map(({ target }) => target)) : null };
}

function targetsOf(targets: readonly number[]) {
  const middle = mean(targets);
  const deviation = Math.sqrt(mean(targets.map((target) => (target - middle) ** 2)));
  return {
    n: targets.length,
    mean: roundTo(middle, 2),
    median: roundTo(median(targets), 2),
    low: Math.min(...targets),
    high: Math.max(...targets),
    dispersion: roundTo((100 * deviation) / middle, 2),
  };
}
