import { TERMS_VERSION } from '@vimarsh/shared/domain/people/consents.ts';
import { ILLUSTRATION_NOTE, MARKET_RISK_WARNING, REGISTERED_NAME, REGISTRATION_NO } from '@vimarsh/shared/domain/text/disclosure.ts';
import type { SectionedDocument } from './content.types.ts';
import { CHARTER, DERIVATIVES_BASE_RATE, GRIEVANCE_STEPS, MOST_IMPORTANT_TERMS } from './regulated.ts';

export const RETAIL_TERMS: SectionedDocument = {
  title: 'Terms and conditions',
  intro: 'The agreement between you, as an investor, and us, about the research you read on {site}.',
  version: TERMS_VERSION,
  effective: '2026-11-20',
  sections: [
    {
      id: 'parties',
      title: 'Who the parties are',
      blocks: [
        {
          kind: 'text',
          text: `The research comes from **${REGISTERED_NAME}**, research analyst ${REGISTRATION_NO} (“we”). Experts who publish through us are registered with SEBI themselves; their name and number stand on every call. When you use {site} under the brand of a broker, the broker gives you access; research and responsibility for it stay with us and with the expert.`,
        },
        {
          kind: 'text',
          text: '“You” are the person whose account this is. You must be 18 or older and able to enter into a contract under Indian law. One person, one account.',
        },
      ],
    },
    {
      id: 'service',
      title: 'What the service is',
      blocks: [
        {
          kind: 'text',
          text: 'We publish research on listed securities: calls with an entry, a target, a stop-loss, a period and the reasons for them, and figures computed from prices. The same research goes to every client of a plan at the same time. It is general. It is not made for your situation, and it is not investment advice in the sense of the Investment Advisers Regulations.',
        },
        {
          kind: 'list',
          items: [
            'We do not trade for you, hold your money or securities, or ask for authority over your account.',
            'A call can’t be rewritten once published. What happens to it later, such as a tightened stop-loss, is added as a new entry with its time.',
            'A call is closed by prices, not by us. How each figure is computed is shown when you press it.',
            'Prices may be late, and the service may pause for maintenance or when a data source fails. Screens then say how old the data is.',
          ],
        },
        { kind: 'fixed', text: MARKET_RISK_WARNING },
        { kind: 'text', text: `Where closed calls are shown as examples: ${ILLUSTRATION_NOTE}` },
      ],
    },
    {
      id: 'mitc',
      title: 'Most important terms and conditions',
      blocks: [{ kind: 'text', text: 'Please read these points before you pay for any plan. They are part of this agreement.' }, MOST_IMPORTANT_TERMS],
    },
    {
      id: 'account',
      title: 'Your account',
      blocks: [
        {
          kind: 'list',
          items: [
            'Keep your password, OTPs and devices to yourself. What is done with your sign-in counts as done by you until you tell us it was not.',
            'Give correct details. Clients who pay fees complete KYC; the regulator requires it. We keep a masked copy of documents and never your full Aadhaar number.',
            'You can sign out of all devices at any time, and ask us to close the account.',
          ],
        },
      ],
    },
    {
      id: 'fees',
      title: 'Fees, advance and refunds',
      blocks: [
        {
          kind: 'text',
          text: 'The price of a plan, its length and GST are shown before you pay, and an invoice follows. A plan does not renew by itself unless you set up a mandate; you are told at least 24 hours before a debit and can cancel the mandate at any time.',
        },
        {
          kind: 'table',
          caption: 'Limits on fees',
          head: ['Rule', 'Limit'],
          rows: [
            ['Fee of a family (individuals and HUFs), without GST', '₹1,51,000 a year'],
            ['Advance', 'one year at most'],
            ['Refund when the service ends early', 'paid fee × unused days ÷ all days, and its GST'],
            ['Time of a refund', 'within 7 working days'],
            ['Charge for leaving', 'none'],
          ],
        },
        { kind: 'text', text: 'Unused days count from the day after you ask. If your plan is billed by a broker, the broker refunds you by the same rule.' },
      ],
    },
    {
      id: 'conduct',
      title: 'Fair use',
      blocks: [
        {
          kind: 'list',
          items: [
            'Research is for your own use. Do not resell it, publish it or forward it in groups.',
            'Do not collect data from the screens by programs, work around limits, or disturb the service for others.',
            'Do not pose as an expert, as us or as someone else.',
          ],
        },
      ],
    },
    {
      id: 'suspension',
      title: 'Pausing and ending',
      blocks: [
        {
          kind: 'text',
          text: 'You may end the agreement at any time. We may pause an account that breaks these terms or the law, or when KYC is missing, and we tell you why. If we end the service without fault of yours, unused days are refunded. When an expert’s registration ends or is suspended, their open calls are frozen and say so.',
        },
      ],
    },
    {
      id: 'disclosures',
      title: 'Disclosures',
      blocks: [
        {
          kind: 'list',
          items: [
            'Each call states whether the expert or their relatives hold the stock, hold more than 1% of it, make a market in it, have served the company, or were paid by it in the last twelve months.',
            'Experts do not deal in a stock from 30 days before to 5 days after publishing a call on it, and never against their own open call.',
            'Figures such as sentiment and technical readings are computed by published rules. No generative model writes calls. Experts must declare if they used AI tools for their text.',
            'Where the market is marked as simulated, prices, experts and results are not real and are no record of performance.',
          ],
        },
        { kind: 'text', text: DERIVATIVES_BASE_RATE },
      ],
    },
    {
      id: 'liability',
      title: 'Liability',
      blocks: [
        {
          kind: 'text',
          text: 'You decide about your trades and carry their results. We are liable for our own intent and gross negligence, and for what the law does not let us exclude. We are not liable for lost profit, for interruptions of exchanges, networks or brokers, or for what others do with your sign-in.',
        },
      ],
    },
    { id: 'charter', title: 'Investor charter', blocks: CHARTER },
    {
      id: 'grievance',
      title: 'Complaints',
      blocks: [{ kind: 'text', text: 'Tell us first; most matters are settled there. These are the steps.' }, GRIEVANCE_STEPS],
    },
    {
      id: 'changes',
      title: 'Changes, and law',
      blocks: [
        {
          kind: 'text',
          text: 'Every version of these terms has a number and a date. We announce changes at least 30 days before they take effect, except where the law requires them sooner; going on with a paid plan then needs your acceptance, which is recorded with the version number. The law of India applies, and courts in Mumbai decide where dispute resolution has not.',
        },
      ],
    },
  ],
};
