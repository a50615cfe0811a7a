import { partnerDisclaimer } from '@vimarsh/shared/domain/partners/partner-disclaimer.ts';
import { MARKET_RISK_WARNING, REGISTERED_NAME, REGISTRATION_NO } from '@vimarsh/shared/domain/text/disclosure.ts';
import type { SectionedDocument } from './content.types.ts';

/** In the name of the partner's broker, or of any broker on our own site (''). */
export const brokerDisclaimer = (broker: string): SectionedDocument => ({
  title: 'Broker disclaimer',
  intro: broker ? `What ${broker} answers for on this platform, and what it does not.` : 'What a broker that offers {site} answers for, and what it does not.',
  version: '1.0.0',
  effective: '2026-11-20',
  sections: [
    {
      id: 'points',
      title: broker ? `${broker} and the research` : 'The broker and the research',
      blocks: [
        { kind: 'numbered', items: partnerDisclaimer(broker || 'The broker') },
        { kind: 'fixed', text: MARKET_RISK_WARNING },
      ],
    },
    {
      id: 'research',
      title: 'Who publishes the research',
      blocks: [
        {
          kind: 'text',
          text: `**${REGISTERED_NAME}**, research analyst ${REGISTRATION_NO}, and the experts whose names and numbers stand on their calls. Questions and complaints about research go to us: see [Complaints](/retail-side/terms-condition#grievance). Questions about orders, funds and your trading account go to the broker.`,
        },
      ],
    },
  ],
});
