import type { PlanName } from '../../contract/identity/types.ts';
import type { PayMethod } from '../../contract/plans/types.ts';
import { type Fee, nearest, splitGst, sumOf, totalOf } from './gst.ts';
import { type PaidPlan, refundOf } from './refund-amount.ts';

/** Plans of investors, the least first. */
export const INVESTOR_PLANS = ['Lite', 'Premium', 'Pro'] as const satisfies readonly PlanName[];
/** With that of experts, who publish by it. */
export const SOLD_PLANS = [...INVESTOR_PLANS, 'Publisher'] as const satisfies readonly PlanName[];
export type SoldPlan = (typeof SOLD_PLANS)[number];

/** What is sold to whom. Of two lines no plan follows, replaces or outranks another: who was an investor may have one of each. */
export type ProductLine = 'investors' | 'experts';
export const lineOf = (plan: SoldPlan): ProductLine => (plan === 'Publisher' ? 'experts' : 'investors');

/** CeFCoM is the exchanges’ account for research fees, and Publisher is no research. */
export const isPaidBy = (line: ProductLine, method: PayMethod): boolean => line === 'investors' || method !== 'cefcom';

export interface Offer {
  readonly plan: SoldPlan;
  readonly days: number;
  /** With GST. */
  readonly price_paise: number;
}

/** A purchase whose plan runs or is still to come. */
export interface Held extends PaidPlan {
  readonly order_id: string;
  readonly plan: SoldPlan;
  readonly ends_at: Date;
}

/** Why something can’t be bought, as a code of `errors.ts`. */
export type NotSold = 'PLAN_HELD' | 'PLAN_ADVANCE' | 'PLAN_CREDIT' | 'FEE_CAP';

/** Of a price with GST, in whole paise: what a coupon of so many percent leaves, and what it takes off. */
export function discounted(price_paise: number, percent: number): { price_paise: number; discount_paise: number } {
  const discount_paise = nearest(price_paise * percent, 100);
  return { price_paise: price_paise - discount_paise, discount_paise };
}

export interface Purchase extends Fee {
  readonly starts_at: Date;
  readonly ends_at: Date;
  /** Lesser plans that end with it, and what is left of each. */
  readonly credits: readonly (Fee & { readonly order_id: string })[];
  /** What is to be paid, with GST. */
  readonly pay_paise: number;
  readonly refused: NotSold | null;
}

const DAY_MS = 86_400_000;
/** A research analyst takes fees for at most a year ahead (SEBI, Research Analysts Regulations). The Publisher plan has the same limit. */
export const MOST_DAYS_AHEAD = 365;
/** The most that a family pays a research analyst in a year, without GST, in paise (SEBI). */
export const FEE_CAP_PAISE = 1_51_000_00;
/** No payment system carries less. */
const LEAST_PAISE = 100;

/**
 * What buying an offer now comes to. The same plan is added behind what runs; a greater one of its line begins at once, and what is
 * left of the lesser is taken off its price; a lesser one would give nothing. `paidInYear` is what clients pay for research: Publisher
 * is no part of it. `fee`: the parts of the price, where tax differs.
 */
export function purchaseOf(offer: Offer, held: readonly Held[], now: Date, paidInYear = 0, fee: Fee = splitGst(offer.price_paise)): Purchase {
  const line = lineOf(offer.plan);
  const running = held.filter(({ plan, ends_at }) => ends_at > now && lineOf(plan) === line);
  const rank = (plan: SoldPlan) => SOLD_PLANS.indexOf(plan);
  const same = running.filter(({ plan }) => plan === offer.plan);
  const starts_at = same.reduce((latest, { ends_at }) => (ends_at > latest ? ends_at : latest), now);
  const ends_at = new Date(starts_at.getTime() + offer.days * DAY_MS);
  const credits = running
    .filter(({ plan }) => rank(plan) < rank(offer.plan))
    .map((each) => {
      const { taxable, gst } = refundOf(each, now);
      return { order_id: each.order_id, taxable, gst };
    });
  const credit = sumOf(credits);
  const pay_paise = offer.price_paise - totalOf(credit);
  const refused = ((): NotSold | null => {
    if (running.some(({ plan }) => rank(plan) > rank(offer.plan))) return 'PLAN_HELD';
    if (line === 'investors' && paidInYear + fee.taxable - credit.taxable > FEE_CAP_PAISE) return 'FEE_CAP';
    if (ends_at.getTime() - now.getTime() > MOST_DAYS_AHEAD * DAY_MS) return 'PLAN_ADVANCE';
    if (pay_paise < LEAST_PAISE) return 'PLAN_CREDIT';
    return null;
  })();
  return { ...fee, starts_at, ends_at, credits, pay_paise, refused };
}
