import { MARKET_RISK_WARNING, REGISTERED_NAME, REGISTRATION_NO } from '@vimarsh/shared/domain/text/disclosure.ts';
import type { SectionedDocument } from './content.types.ts';
import { CHARTER, GRIEVANCE_STEPS, MOST_IMPORTANT_TERMS } from './regulated.ts';

export const COMPLIANCE: SectionedDocument = {
  title: 'Compliance',
  intro: 'Who publishes the research on {site}, by which rules, and where to complain.',
  version: '1.0.0',
  effective: '2026-11-20',
  sections: [
    {
      id: 'entity',
      title: 'Who we are',
      blocks: [
        {
          kind: 'table',
          caption: 'The research entity',
          head: ['What', 'Entry'],
          rows: [
            ['Registered name', REGISTERED_NAME],
            ['Registration as research analyst', REGISTRATION_NO],
            ['Kind', 'Non-individual; experts registered with SEBI publish through it'],
            ['Personal advice', 'None: research is general and goes to every client of a plan at the same time'],
            ['Orders, funds, securities', 'None: you place and confirm every order at your broker yourself'],
          ],
        },
        { kind: 'fixed', text: MARKET_RISK_WARNING },
      ],
    },
    {
      id: 'record',
      title: 'How calls are kept',
      blocks: [
        {
          kind: 'list',
          items: [
            'A call is signed the moment it is published and chained to the expert’s entry before it. It can’t be edited or deleted; a later step is a new entry.',
            'Prices close a call. Neither the expert nor we can set its result.',
            'Every evening of a trading day all entries are sealed with one root, and the roots are chained. Anyone can [verify a record](/#verify) in the browser, and read the roots in the [public ledger file](/.well-known/vimarsh-ledger.json).',
          ],
        },
      ],
    },
    { id: 'mitc', title: 'Most important terms and conditions', blocks: [MOST_IMPORTANT_TERMS] },
    { id: 'charter', title: 'Investor charter', blocks: CHARTER },
    {
      id: 'ai',
      title: 'Use of AI tools',
      blocks: [
        {
          kind: 'text',
          text: 'Sentiment, technical readings and option figures are computed by published rules. No generative model writes calls. An expert who used AI tools for the text of a call must say so on it.',
        },
      ],
    },
    {
      id: 'grievance',
      title: 'Complaints',
      blocks: [{ kind: 'text', text: 'Tell us first; most matters are settled there. These are the steps.' }, GRIEVANCE_STEPS],
    },
  ],
};
