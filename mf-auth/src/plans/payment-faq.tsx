import { css } from '@emotion/react';
import { DEFAULTS } from '@vimarsh/shared/domain/first-choices.ts';
import { TabPanel, Tabs } from '@vimarsh/shared/ui/page/tabs.tsx';
import { useState } from 'react';
import { cardCss } from './plans.css.ts';

const answersCss = css`
  display: grid;
  gap: var(--s-12);
  margin: 0;
  & dt {
    font-weight: 600;
  }
  & dd {
    max-width: 43em;
    margin: 0;
    color: var(--ink-2);
  }
`;

type Menu = typeof DEFAULTS.paymentFaqMenu | 'PAYMENT' | 'REFUND';
interface Answer {
  readonly asked: string;
  readonly answer: string;
}

const MENUS: readonly { readonly value: Menu; readonly label: string }[] = [
  { value: 'SUBSCRIPTION', label: 'Plans' },
  { value: 'PAYMENT', label: 'Payments' },
  { value: 'REFUND', label: 'Refunds and invoices' },
];
/** Experts have one plan, and their papers were looked at before. */
const GREATER = 'Can I change to a greater plan?';
const PAN = 'Why do you ask for my PAN?';
const ANSWERS: Readonly<Record<Menu, readonly Answer[]>> = {
  SUBSCRIPTION: [
    {
      asked: 'When does a plan begin?',
      answer: 'As soon as the payment provider tells us that you paid. The same plan bought again begins when the first ends.',
    },
    { asked: GREATER, answer: 'Yes. It begins at once, and what is left of the lesser plan is taken off its price.' },
    { asked: 'How do I leave?', answer: 'In My account, under Plan, in two presses. The fee of the days that are left comes back to you.' },
  ],
  PAYMENT: [
    {
      asked: 'I paid, and nothing happened. What now?',
      answer: 'Your order tells by itself when the money has come. What comes too late or twice goes back whole.',
    },
    {
      asked: PAN,
      answer:
        'SEBI asks research analysts to know who pays them. We ask after the payment, and live calls open with it. Days that you wait are not charged, seven at most.',
    },
    { asked: 'Who sees my card?', answer: 'Only the payment provider. We never see its number.' },
    {
      asked: 'May I pay somebody else for a plan?',
      answer: 'No. Pay only here, and only to the account that this page names. No expert may take money from you.',
    },
  ],
  REFUND: [
    {
      asked: 'When does a refund arrive?',
      answer:
        'We send it at once, the way you paid; it arrives within 7 working days. If your bank or card can’t take it back, we tell you, and you say under My account, Bank details, where it goes instead.',
    },
    {
      asked: 'How is a refund computed?',
      answer:
        'The fee without GST for the days that you have not used, and its GST: today counts as used, days that waited for your PAN do not. There is no charge for leaving.',
    },
    { asked: 'Where are my invoices?', answer: 'In My account, under Billing, each as a PDF.' },
  ],
};

/** What people ask about paying. */
export function PaymentFaq({ onePlan }: { onePlan: boolean }) {
  const [menu, setMenu] = useState<Menu>(DEFAULTS.paymentFaqMenu);
  return (
    <section css={cardCss}>
      <h2>Questions about paying</h2>
      <Tabs label="Questions about paying" items={MENUS} value={menu} onChange={setMenu} panelId="payment-faq" />
      <TabPanel id="payment-faq" value={menu}>
        <dl css={answersCss}>
          {ANSWERS[menu]
            .filter(({ asked }) => !onePlan || (asked !== GREATER && asked !== PAN))
            .map(({ asked, answer }) => (
              <div key={asked}>
                <dt>{asked}</dt>
                <dd>{answer}</dd>
              </div>
            ))}
        </dl>
      </TabPanel>
    </section>
  );
}
