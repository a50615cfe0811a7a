import type { LevelBasis, OptionDetail } from '@vimarsh/shared/contract/calls/options/types.ts';
import { tightenProblem, upwards } from '@vimarsh/shared/domain/calls/options/figures.ts';

/** What a new stop-loss is typed in. On profit it has a sign: one that was moved far enough locks a gain in. */
export const STOP_LABEL: Readonly<Record<LevelBasis, string>> = {
  pnl: 'New stop-loss (₹, a loss with a minus)',
  premium: 'New stop-loss (₹ per share)',
  underlying: 'New stop-loss (level of the underlying)',
};

export type Tightened = Pick<OptionDetail, 'level_basis' | 'target' | 'stop_loss' | 'initial_stop_loss' | 'events'>;

/** Why a new stop-loss is not allowed, or '' when it is. The server knows the quotes, and checks again. */
export function levelProblem({ level_basis, target, stop_loss, initial_stop_loss, events }: Tightened, typed: number): string {
  if (Number.isNaN(typed)) return 'Enter a number, for example 1,450';
  // Only the first, the last and how many there were are asked for.
  const moved = events.filter(({ type }) => type === 'tighten_sl').map(() => ({ from: 0, level: stop_loss }));
  const state = { level_basis, target, stops: [{ from: 0, level: initial_stop_loss }, ...moved] };
  return tightenProblem(state, typed, upwards(state) ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY) ?? '';
}
