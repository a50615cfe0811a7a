import type { Term } from '../../contract/calls/types.ts';

/** The holding period of each term (product A.7). */
export const TERM_LABEL: Record<Term, { name: string; span: string }> = {
  intraday: { name: 'Intraday', span: 'today' },
  shortTerm: { name: 'Short term', span: '2–30 days' },
  mediumTerm: { name: 'Medium term', span: '1–6 months' },
  longTerm: { name: 'Long term', span: '6–36 months' },
};
