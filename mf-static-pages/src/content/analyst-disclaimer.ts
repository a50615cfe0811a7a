import { FNO_RISK, ILLUSTRATION_NOTE, MARKET_RISK_WARNING, REGISTERED_NAME, REGISTRATION_NO } from '@vimarsh/shared/domain/text/disclosure.ts';
import type { SectionedDocument } from './content.types.ts';
import { DERIVATIVES_BASE_RATE } from './regulated.ts';

/** What insights and calls are and are not. Widgets on other sites link to it. */
export const ANALYST_DISCLAIMER: SectionedDocument = {
  title: 'Research disclaimer',
  intro: 'What the insights and calls of {site} are, and what they are not.',
  version: '1.0.0',
  effective: '2026-11-20',
  sections: [
    {
      id: 'warning',
      title: 'Market risk',
      blocks: [
        { kind: 'fixed', text: MARKET_RISK_WARNING },
        { kind: 'fixed', text: ILLUSTRATION_NOTE },
        {
          kind: 'text',
          text: 'Registration with SEBI, enlistment with the exchange and NISM certification are no assurance of the analyst’s performance or of returns.',
        },
      ],
    },
    {
      id: 'research',
      title: 'Who answers for it',
      blocks: [
        {
          kind: 'text',
          text: `**${REGISTERED_NAME}**, research analyst ${REGISTRATION_NO}. Calls are published by experts who are registered themselves; name and number stand on each call.`,
        },
        {
          kind: 'list',
          items: [
            'Insights such as sentiment, technical ratings and option figures describe prices, open interest and open calls by published rules. They are not a forecast and not advice for your situation.',
            'A figure shows how it was computed when you press it, and is left out where the sample is too small.',
            'Each call states whether its author or relatives hold the stock, hold more than 1% of it, make a market in it, served the company, or were paid by it in the last twelve months.',
            'Where the market is marked as simulated, prices, experts and results are not real and are no record of performance.',
          ],
        },
      ],
    },
    {
      id: 'derivatives',
      title: 'Risk disclosure on derivatives',
      blocks: [
        { kind: 'list', items: FNO_RISK.lines },
        { kind: 'text', text: DERIVATIVES_BASE_RATE },
      ],
    },
  ],
};
