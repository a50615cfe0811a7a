import type { Block } from './content.types.ts';

/** What an investor must have seen before paying. The regulator sets the points, the wording is ours. Shown verbatim. */
export const MOST_IMPORTANT_TERMS: Block = {
  kind: 'numbered',
  items: [
    'The service is research only. The research analyst does not execute trades and does not hold your money or securities.',
    'The fee for individuals and HUFs is at most ₹1,51,000 a year for a family, without GST. This cap does not apply to other clients.',
    'Fees may be taken in advance for at most one year. If the service ends early, the fee for the unexpired period is returned in proportion to the days left.',
    'Fees are paid by bank transfer, UPI, card or cheque to the registered account only; no cash is accepted. The Centralised Fee Collection Mechanism (CeFCoM) may be used and is optional.',
    'Conflicts of interest of the analyst, such as holdings in the stock or payments from its issuer, are disclosed with each call.',
    'There is no assured-return scheme. Any such offer in the analyst’s name is false and should be reported.',
    'There is no guarantee of profit, of the accuracy of research, or against loss.',
    'Investments carry market risk. You decide whether to act on research, and there is no recourse against the analyst for losses from those decisions.',
    'Registration with SEBI, enlistment with the exchange and NISM certification are no assurance of the analyst’s performance or of returns.',
    'If something is wrong, write to the analyst first, then to SCORES, then use Online Dispute Resolution (see “Complaints”).',
    'Never share your login, OTP, PIN or trading authority with anyone, the analyst included. No one acting for the analyst may ask for them.',
  ],
};

/** SEBI's study of individual traders in equity derivatives. */
export const DERIVATIVES_BASE_RATE = 'In FY26, 87.7% of individual F&O traders lost money (SEBI study, 20 Aug 2026).';

export const GRIEVANCE_STEPS: Block = {
  kind: 'numbered',
  items: [
    'Write to our compliance officer with your name, mobile number and what happened. We answer within 21 days.',
    'If you are not satisfied, file a complaint on SCORES, the regulator’s complaint system (scores.sebi.gov.in).',
    'If it is still open, start Online Dispute Resolution at smartodr.in. Conciliation comes first, then arbitration.',
  ],
};

export const CHARTER: readonly Block[] = [
  { kind: 'text', text: '**Vision.** Invest with knowledge and safety.' },
  {
    kind: 'list',
    items: [
      '**What a research analyst does:** publishes independent research with its reasons, discloses conflicts, keeps records, distributes research to clients without discrimination, and deals with complaints on time.',
      '**Your rights:** privacy and confidentiality; clear fees and terms before paying; fair treatment; research delivered to all clients of a plan at the same time; to know where AI tools were used; a word of caution on complex and risky products; to leave and be refunded for unused days.',
      '**Do:** deal with registered persons only and check the number on the regulator’s site; read the research and its risks; pay only to the registered account; keep your contact details up to date; ask before you act; report offers of fixed returns.',
      '**Don’t:** hand over funds or securities for investment; fall for offers of certain profits, prizes or tips in messaging groups; share passwords or OTPs; trade with money you can’t afford to lose.',
    ],
  },
];
