import type { OptionMetrics } from '../../../contract/calls/options/types.ts';
import { toPaise } from '../../money/paise.ts';
import { highest, lowest, median } from '../order-statistics.ts';
import { MIN_SAMPLE } from '../record-rules.ts';

/** Version of the formulas below, stored with every figure (product C.2, C.4). */
export const OPTION_METHOD = 'options-2';

/** An ended call as the figures need it, ₹ and %. Nulls: it was never entered, or nothing was at risk. */
export interface EndedOption {
  readonly status: string;
  readonly pnl: number | null;
  readonly cost: number | null;
  readonly risk: number | null;
  readonly return_on_risk: number | null;
  readonly slippage: number | null;
  readonly entry_at: Date | null;
  readonly exit_at: Date | null;
}

type Counted = { readonly [Field in keyof EndedOption]: NonNullable<EndedOption[Field]> };

const isCounted = (call: EndedOption): call is Counted =>
  call.pnl !== null && call.cost !== null && call.risk !== null && call.return_on_risk !== null && call.slippage !== null && !!call.entry_at && !!call.exit_at;

const round = (value: number): number => Math.round(value * 10_000) / 10_000 + 0;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const DAY_MS = 86_400_000;

/** Figures of one pool: calls whose loss is limited, or those measured on a margin, never both. A hit is what is left after estimated costs. */
export function metricsOfOptions(calls: readonly EndedOption[]): OptionMetrics {
  const list = calls.filter(isCounted);
  const n = list.length;
  const hits = list.filter(({ pnl, cost }) => pnl - cost > 0).length;
  const none = { hit_rate: null, avg_return: null, avg_net_return: null, median_return: null, best: null, worst: null, profit_factor: null };
  const counts = { n, hits, misses: n - hits };
  if (n < MIN_SAMPLE) return { ...counts, ...none, avg_days: null, early_exit_pct: null, avg_slippage: null };
  // Not the returns that are shown: a mean is rounded once, at its end.
  const returns = list.map(({ pnl, risk }) => (100 * pnl) / risk);
  const lost = -sum(returns.filter((value) => value < 0));
  return {
    ...counts,
    hit_rate: round((hits / n) * 100),
    avg_return: round(sum(returns) / n),
    avg_net_return: round(sum(list.map(({ pnl, cost, risk }) => (100 * (pnl - cost)) / risk)) / n),
    median_return: round(median(returns)),
    best: round(highest(returns)),
    worst: round(lowest(returns)),
    profit_factor: lost === 0 ? null : round(sum(returns.filter((value) => value > 0)) / lost),
    avg_days: round(sum(list.map(({ entry_at, exit_at }) => (exit_at.getTime() - entry_at.getTime()) / DAY_MS)) / n),
    early_exit_pct: round((list.filter(({ status }) => status === 'exited').length / n) * 100),
    avg_slippage: toPaise(sum(list.map(({ slippage }) => slippage)) / n),
  };
}
