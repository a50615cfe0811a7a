import type { FaqDocument } from './content.types.ts';
import { DERIVATIVES_BASE_RATE, GRIEVANCE_STEPS } from './regulated.ts';

const text = (words: string) => ({ kind: 'text', text: words }) as const;

export const RETAIL_FAQ: FaqDocument = {
  title: 'FAQs',
  intro: 'Questions investors ask about calls, plans, refunds, KYC, chat and trading on {site}.',
  version: '1.0.0',
  effective: '2026-11-20',
  groups: [
    {
      id: 'calls',
      title: 'Calls',
      questions: [
        {
          id: 'what-is-a-call',
          question: 'What is a call?',
          answer: [
            text(
              'A piece of research on one stock by one registered expert: Buy, Sell or Hold, an entry price or range, a target, a stop-loss, the time it is meant for, and the reasons, including what would prove it wrong.',
            ),
          ],
        },
        {
          id: 'who-publishes',
          question: 'Who may publish calls here?',
          answer: [
            text(
              'Only experts whose SEBI registration and NISM certificate are valid on that day. Their registration number stands beside their name. You can check it on the regulator’s site before you rely on it.',
            ),
          ],
        },
        {
          id: 'terms-of-calls',
          question: 'What do intraday, short, medium and long term mean?',
          answer: [
            {
              kind: 'table',
              caption: 'Terms of calls',
              head: ['Term', 'Meant for'],
              rows: [
                ['Intraday', 'today'],
                ['Short term', '2–30 days'],
                ['Medium term', '1–6 months'],
                ['Long term', '6–36 months'],
              ],
            },
          ],
        },
        {
          id: 'potential-return',
          question: 'What is the potential return?',
          answer: [
            text(
              'Distance from the published price to the target. It is not a forecast of profit. For a Buy it is (target − price) ÷ price, for a Sell (price − target) ÷ price, in percent. Press the figure on a call to see its inputs.',
            ),
          ],
        },
        {
          id: 'how-closed',
          question: 'How is a call closed?',
          answer: [
            text('By prices. Every call ends in one of these ways, and the result is shown in the same size whether it is a gain or a loss.'),
            {
              kind: 'list',
              items: [
                '**Target reached** or **Stop-loss reached**: the price touched the level. If the market opens beyond a level, the opening price counts. If both levels are touched within one bar, the stop-loss counts.',
                '**Exited early**: the expert asked for an exit and gave a reason; the next price counts.',
                '**Expired**: the time of the call ran out.',
                '**Entry not triggered**: the entry price never came.',
                '**Cancelled** or **Frozen**: the stock was halted, or the expert was suspended.',
              ],
            },
          ],
        },
        {
          id: 'changed-later',
          question: 'Can a call be changed or deleted afterwards?',
          answer: [
            text(
              'No. Every event of a call is signed and chained to the one before. Later steps are added, never written over. Open a call and press “Verify this record”: your own browser checks the signatures and the chain.',
            ),
          ],
        },
        {
          id: 'locked',
          question: 'Why do I see fewer calls than others?',
          answer: [
            text(
              'Visitors see how many live calls there are, and closed calls after a waiting time. Members see the calls of the terms their plan includes. Within a plan everyone gets a call at the same time.',
            ),
          ],
        },
        {
          id: 'past-performance',
          question: 'Where do I see the past performance of an expert?',
          answer: [
            text(
              'Advertising with past performance is restricted by the regulator, so hit rates and rankings are shown only where the rules allow it, or to you alone on your request. In the demo they are shown under a ribbon, since nothing in it is real. Past performance does not guarantee future results.',
            ),
          ],
        },
      ],
    },
    {
      id: 'plans',
      title: 'Plans and payment',
      questions: [
        {
          id: 'which-plans',
          question: 'Which plans are there, and what does Premium cost?',
          answer: [
            text(
              'Lite, Premium and Pro differ in the kinds of research and tools, never in speed. Premium costs ₹499 for thirty days or ₹299 for seven, GST included. If you came through a broker, your plan may be part of your broker account.',
            ),
          ],
        },
        {
          id: 'how-to-pay',
          question: 'How do I pay?',
          answer: [
            text(
              'By UPI, card, net banking or bank transfer, only to the registered account shown at checkout. We never accept cash and never ask for payment to a personal account.',
            ),
          ],
        },
        {
          id: 'renewal',
          question: 'Does a plan renew by itself?',
          answer: [text('Only if you set up a mandate. You are told at least 24 hours before each debit and can cancel the mandate at any time.')],
        },
        {
          id: 'fee-cap',
          question: 'Is there a limit on fees?',
          answer: [
            text(
              'Yes. A family pays at most ₹1,51,000 a year without GST, and at most one year in advance. See the [most important terms](/retail-side/terms-condition#mitc).',
            ),
          ],
        },
      ],
    },
    {
      id: 'refunds',
      title: 'Refunds',
      questions: [
        {
          id: 'refund-rule',
          question: 'How much do I get back when I leave early?',
          answer: [
            text('The paid fee × unused days ÷ all days, and the GST on it. Unused days count from the day after you ask. There is no charge for leaving.'),
            text('Example: Premium for 30 days, ended after day 12, leaves 18 unused days. You get back 18/30 of what you paid.'),
          ],
        },
        { id: 'refund-time', question: 'How long does a refund take?', answer: [text('It is sent within 7 working days to the way you paid.')] },
        {
          id: 'failed-payment',
          question: 'Money was debited, but I have no plan. What now?',
          answer: [text('If the payment can’t be confirmed, it is returned by itself. Write to us if it has not arrived after 7 working days.')],
        },
      ],
    },
    {
      id: 'kyc',
      title: 'KYC and your data',
      questions: [
        {
          id: 'why-kyc',
          question: 'Why is KYC needed?',
          answer: [text('The regulator requires it of everyone who pays for research. Looking around and a free account need none.')],
        },
        {
          id: 'aadhaar',
          question: 'Do you store my Aadhaar number?',
          answer: [text('No. We keep a masked image and the last four digits. PAN is used for KYC and for the fee limit.')],
        },
        {
          id: 'my-data',
          question: 'Can I see or delete my data?',
          answer: [
            text(
              'You can ask for a copy at any time, and for deletion of what the law does not oblige us to keep. Records of research and KYC must be kept for at least five years. A partner broker never sees data of another partner’s customers.',
            ),
          ],
        },
      ],
    },
    {
      id: 'chat',
      title: 'Chat with experts',
      questions: [
        {
          id: 'chat-scope',
          question: 'What can I talk about with an expert?',
          answer: [text('General discussion of published research. Not personal advice. Recorded and kept for five years.')],
        },
        {
          id: 'chat-access',
          question: 'Who can use chat?',
          answer: [text('Investors with a plan or add-on that includes it, on sites where it is offered. Some partners have switched it off.')],
        },
        {
          id: 'chat-warning',
          question: 'An expert asks me to move to a messaging app. Is that right?',
          answer: [text('No. Experts talk to you here only, and never ask for money, an OTP or access to your trading account. Please report it to us.')],
        },
      ],
    },
    {
      id: 'trading',
      title: 'Trading',
      questions: [
        {
          id: 'trades-for-me',
          question: 'Do you trade for me?',
          answer: [text('No. You place and confirm every order yourself with your broker. A research analyst may not trade for clients.')],
        },
        {
          id: 'who-can-trade',
          question: 'Where is the trade button?',
          answer: [text('It appears if your broker offers trading through {site} and you have a paid Premium or Pro plan. Research works without it.')],
        },
        {
          id: 'derivatives',
          question: 'Should I trade futures and options?',
          answer: [text(DERIVATIVES_BASE_RATE), text('Losses can exceed what you put in. Whether to trade them is your decision.')],
        },
      ],
    },
    {
      id: 'help',
      title: 'Safety and complaints',
      questions: [
        {
          id: 'demo',
          question: 'What does “Simulated market” mean?',
          answer: [text('That you are looking at a demonstration. Prices, experts and results in it are made by a program and are not real.')],
        },
        { id: 'complain', question: 'How do I complain?', answer: [text('In three steps:'), GRIEVANCE_STEPS] },
      ],
    },
  ],
};
