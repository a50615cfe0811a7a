import type { PlanName } from '../../contract/identity/types.ts';
import { FIRST_OFFER } from './first-offer.ts';

/** What a plan of the main site costs, ₹ with 18 % GST, for so many days. */
export interface PlanOffer {
  readonly plan: PlanName;
  readonly prices: readonly { readonly inr: number; readonly days: number }[];
  /** What it opens, in a line. */
  readonly opens: string;
}

/** Plans of investors, the cheapest first (specification 9, product D.4). They differ by research and tools, never by speed. */
export const PLAN_OFFERS: readonly PlanOffer[] = [
  { plan: 'Lite', prices: [FIRST_OFFER], opens: 'Live short-term calls.' },
  {
    plan: 'Premium',
    prices: [
      { inr: 499, days: 30 },
      { inr: 299, days: 7 },
    ],
    opens: 'Live short, medium and long-term calls, and calls by category.',
  },
  { plan: 'Pro', prices: [{ inr: 999, days: 30 }], opens: 'All live calls, intraday ones too.' },
];
