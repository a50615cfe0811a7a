import type { Term } from '../contract/calls/types.ts';

/** The holding period of each term (product A.7). */
export const TERM_LABEL: Record<Term, { name: string; span: string }> = {
  intraday: { name: 'Intraday', span: 'today' },
  shortTerm: { name: 'Short term', span: '2–30 days' },
  mediumTerm: { name: 'Medium term', span: '1–6 months' },
  longTerm: { name: 'Long term', span: '6–36 months' },
};

export const CAP_LABEL = { large: 'Large cap', mid: 'Mid cap', small: 'Small cap' } as const;

/** The period chips and the period each covers. */
export const PERIOD_LABEL = { '1W': '1 week', '1M': '1 month', '3M': '3 months', '6M': '6 months', '1Y': '1 year', ALL: 'All dates' } as const;

export const POTENTIAL_RETURN_HOW = 'Distance from the published price to the target. It is not a forecast of profit.';
