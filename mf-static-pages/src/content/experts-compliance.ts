import type { SectionedDocument } from './content.types.ts';
import { GRIEVANCE_STEPS } from './regulated.ts';

/** The text that follows the register, which comes from the server and is shown first. */
export const EXPERTS_COMPLIANCE: SectionedDocument = {
  title: 'Compliance of experts',
  intro: 'Who may publish calls on {site}, under which registration, until when, and by which rules.',
  version: '1.0.0',
  effective: '2026-11-20',
  sections: [
    {
      id: 'check',
      title: 'Check a number yourself',
      blocks: [
        {
          kind: 'list',
          items: [
            'A research analyst’s number begins with INH, an investment adviser’s with INA, a stock broker’s with INZ.',
            'Look it up under “Intermediaries / Market Infrastructure Institutions” on the regulator’s site (sebi.gov.in). Name, number and validity there must be those here.',
            'Orders of the regulator against an expert are on its site too. We don’t retell them.',
          ],
        },
      ],
    },
    {
      id: 'states',
      title: 'What a state means',
      blocks: [
        {
          kind: 'table',
          caption: 'States of a registration',
          head: ['State', 'What it means', 'Calls'],
          rows: [
            ['In force', 'Two of us checked the papers; registration and NISM certificate are valid today.', 'May publish.'],
            ['Ends soon', 'One of the two ends within 30 days.', 'May publish until that day.'],
            ['Lapsed', 'One of the two has ended.', 'May not publish. Open calls stay and are closed by their levels.'],
            ['Suspended', 'We stopped the expert.', 'May not publish. Open calls stay, frozen for the author, and are closed by their levels.'],
          ],
        },
        { kind: 'text', text: 'A lapsed or suspended expert stays in the register, and past calls stay in the record.' },
      ],
    },
    {
      id: 'rules',
      title: 'What every expert is held to',
      blocks: [
        {
          kind: 'numbered',
          items: [
            'A call names entry, target, stop-loss, its last day and its reasons before anyone sees it. It can’t be edited or deleted.',
            'Conflicts of interest are disclosed with each call: holdings in the stock, payments in the last twelve months, market making, an office held. The expert attests not to have dealt in it for 30 days before, nor to for 5 days after.',
            'One open call on a stock at a time.',
            'The price closes a call. An expert may ask to exit early, five minutes after entry at the soonest; the exit is at the first price after that, and is counted as such.',
            'Losses are shown at the size of gains, and rates of one expert only from ten results on.',
            'Whoever used AI tools for the words of a call says so on it.',
            'Clients of a plan get a call at the same moment. Nobody gets it before.',
          ],
        },
      ],
    },
    {
      id: 'grievance',
      title: 'Complaints about an expert',
      blocks: [{ kind: 'text', text: 'Tell us first; most matters are settled there. These are the steps.' }, GRIEVANCE_STEPS],
    },
  ],
};
