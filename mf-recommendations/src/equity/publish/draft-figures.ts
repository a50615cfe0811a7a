import { direction, entryMid, riskReward } from '@vimarsh/shared/domain/calls/equity/levels.ts';
import { potentialReturn } from '@vimarsh/shared/domain/calls/equity/potential-return.ts';
import { ratio } from '@vimarsh/shared/domain/money/ratio.ts';
import { priceOf } from '../../publishing/price-step.ts';
import type { CallForm } from './call-form.ts';

export interface DraftFigures {
  /** Middle of the entry, ₹. */
  entry: number | null;
  /** %, by the formula of every published call (S9-CALC-06…09). */
  potential: number | null;
  /** Distance from entry to stop-loss in % of the entry. */
  risk: number | null;
  rr: number | null;
}

/** Figures of the levels typed so far; null where a level is missing, and for risk and reward where it is on the wrong side of the entry. */
export function draftFigures(form: CallForm): DraftFigures {
  const low = priceOf(form.entry_low);
  const high = form.entry_mode === 'range' ? priceOf(form.entry_high) : low;
  const entry = low > 0 && high > 0 ? entryMid(low, high) : null;
  const target = priceOf(form.target);
  const stop = priceOf(form.stop_loss);
  const sign = direction(form.call_type);
  const risk = entry !== null && stop > 0 && sign * (entry - stop) >= 0 ? ratio(entry, stop, entry, 100, 2) : null;
  return {
    entry,
    potential: entry !== null && target > 0 ? potentialReturn(form.call_type, target, entry) : null,
    risk: risk === null ? null : Math.abs(risk),
    rr: entry !== null && target > 0 && stop > 0 && sign * (entry - stop) > 0 && sign * (target - entry) > 0 ? riskReward(entry, target, stop) : null,
  };
}
