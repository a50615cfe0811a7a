import { css } from '@emotion/react';
import type { Disclosures } from '@vimarsh/shared/contract/calls/types.ts';
import { type CallSubject, disclosureQuestions } from './disclosure-questions.ts';

const lineCss = css`
  color: var(--ink-2);
  & b {
    display: block;
    color: var(--ink);
    font-weight: 600;
  }
`;

/** Whether the author has an interest of their own in the call, beside it: the answers in full stand among the disclosures. */
export function ConflictLine({ subject, disclosures }: { subject: CallSubject; disclosures: Disclosures }) {
  const declared = disclosureQuestions(subject, disclosures)
    .filter(([key]) => disclosures[key])
    .map(([, question]) => question);
  return (
    <p css={lineCss}>
      <b>{declared.length === 0 ? 'No conflict of interest declared' : `Conflict of interest declared: ${declared.join('; ')}`}</b>
      {disclosures.attest_30_5
        ? 'The author attests no own dealing in it for 30 days before and 5 days after.'
        : 'The author has not attested to stay out of it.'}
    </p>
  );
}
