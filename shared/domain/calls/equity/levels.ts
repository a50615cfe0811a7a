import type { CallType, Term } from '../../../contract/calls/types.ts';
import { ratio } from '../../money/ratio.ts';

/** +1 if the call gains from a rising price, −1 from a falling one. Hold has a band and counts as +1 for its sides. */
export const direction = (callType: CallType): 1 | -1 => (callType === 'Sell' ? -1 : 1);

/** Middle of the entry range in ₹, rounded half away from zero to 2 decimals: the call's `price`. */
export const entryMid = (low: number, high: number): number => ratio(low, -high, 2, 1, 2) ?? 0;

/** |target − entry| / |entry − stop| to 2 decimals (product C.3); 0 where entry and stop are equal. */
export const riskReward = (entry: number, target: number, stop: number): number => Math.abs(ratio(target, entry, roundPaise(entry - stop), 1, 2) ?? 0);

/** Realised return in % to 4 decimals (product C.2), from fill to exit. Null for Hold: it claims no return. */
export function realisedReturn(callType: CallType, entry: number, exit: number): number | null {
  if (callType === 'Hold') return null;
  return callType === 'Buy' ? ratio(exit, entry, entry, 100, 4) : ratio(entry, exit, entry, 100, 4);
}

/** Result as a multiple of the published risk |entry − first stop|, 4 decimals (product C.3). Null for Hold and zero risk. */
export function rMultiple(callType: CallType, entry: number, exit: number, initialStop: number): number | null {
  if (callType === 'Hold') return null;
  const risk = Math.abs(roundPaise(entry - initialStop));
  return callType === 'Buy' ? ratio(exit, entry, risk, 1, 4) : ratio(entry, exit, risk, 1, 4);
}

/** ₹ rounded to whole paise, because differences of prices carry floating-point error. */
export const roundPaise = (value: number): number => Math.round(value * 100) / 100;

/** The lowest plan that includes live calls of a term (product D.4). */
export const cheapestPlan = (term: Term): 'Lite' | 'Premium' | 'Pro' => (term === 'shortTerm' ? 'Lite' : term === 'intraday' ? 'Pro' : 'Premium');
