import type { FollowedSum } from '../../contract/calls/desk.ts';
import { roundTo } from '../text/formats.ts';

/** Results added up before they are rounded. */
export interface ExactSum {
  readonly gained: number;
  readonly lost: number;
  /** % after costs. */
  readonly sum: number;
}

export const NOTHING_MADE: ExactSum = { gained: 0, lost: 0, sum: 0 };

/**
 * Adds results of calls, % after costs, null for a call without one. A call gained when its result, to four decimals as a row has it, is
 * above zero, so that breaking even counts as a loss here as in every record.
 */
export function addResults(results: readonly (number | null)[], to: ExactSum = NOTHING_MADE): ExactSum {
  let { gained, lost, sum } = to;
  for (const result of results) {
    if (result === null) continue;
    if (roundTo(result, 4) > 0) gained += 1;
    else lost += 1;
    sum += result;
  }
  return { gained, lost, sum };
}

/** Several sums as one, rounded once. */
export function roundedSum(parts: readonly ExactSum[]): FollowedSum {
  let [gained, lost, sum] = [0, 0, 0];
  for (const part of parts) {
    gained += part.gained;
    lost += part.lost;
    sum += part.sum;
  }
  return { gained, lost, sum: roundTo(sum, 2) + 0 };
}

/** The mean result, rounded once; null without a call. */
export function averageOf({ gained, lost, sum }: ExactSum): number | null {
  const calls = gained + lost;
  return calls === 0 ? null : roundTo(sum / calls, 2) + 0;
}
