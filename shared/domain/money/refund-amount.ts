import { addDays, istDay, istInstant } from '../market/calendar.ts';
import { type Fee, gstOn, nearest } from './gst.ts';

const DAY_MS = 86_400_000;

/** A plan somebody paid for, as far as its refund goes. */
export interface PaidPlan extends Fee {
  readonly days: number;
  readonly starts_at: Date;
}

/** Days of a plan that are used when it ends at an instant: those of India’s calendar from its first on, the last one whole. */
export function usedDays({ days, starts_at }: Pick<PaidPlan, 'days' | 'starts_at'>, at: Date): number {
  if (at < starts_at) return 0;
  return Math.min(days, (Date.parse(istDay(at)) - Date.parse(istDay(starts_at))) / DAY_MS + 1);
}

/** When the first day begins that a plan which ends at an instant is not charged for. */
export const chargedUntil = (plan: Pick<PaidPlan, 'days' | 'starts_at'>, at: Date): Date => istInstant(addDays(istDay(plan.starts_at), usedDays(plan, at)));

/** What comes back for the days that are left, from the day after the request on; without a fee for leaving (product C.9). Whether a plan ends: api/src/money/cancelling.ts. */
export function refundOf(plan: PaidPlan, at: Date): Fee & { readonly unused: number } {
  const unused = plan.days - usedDays(plan, at);
  if (unused === plan.days) return { taxable: plan.taxable, gst: plan.gst, unused };
  const taxable = nearest(plan.taxable * unused, plan.days);
  return { taxable, gst: Math.min(gstOn(taxable), plan.gst), unused };
}
