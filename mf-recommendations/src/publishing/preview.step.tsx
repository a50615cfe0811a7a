import { css } from '@emotion/react';
import type { Disclosures, Rationale } from '@vimarsh/shared/contract/calls/types.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import type { ReactNode } from 'react';
import { CallDisclosures } from '../call/drawer/call-disclosures.tsx';
import { CallRationale } from '../call/drawer/call-rationale.tsx';
import type { CallSubject } from '../call/drawer/disclosure-questions.ts';

const boxCss = css`
  display: grid;
  gap: var(--s-24);
  padding: var(--s-16);
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
  & h3 {
    font-size: var(--t-14);
    margin-bottom: var(--s-8);
  }
`;
const leadCss = css`
  color: var(--ink-2);
  margin-bottom: var(--s-12);
`;

export interface PreviewStepProps {
  draft: { rationale: Rationale; disclosures: Disclosures };
  author: Parameters<typeof CallDisclosures>[0]['author'];
  subject: CallSubject;
  recipients: number;
  /** The call's own terms. */
  children: ReactNode;
}

/** Step three: the call as subscribers will see it, built from the same components. */
export function PreviewStep({ draft: { rationale, disclosures }, author, subject, recipients, children }: PreviewStepProps) {
  return (
    <div>
      <p css={leadCss}>
        This is what {formatNumber(recipients)} subscriber{recipients === 1 ? '' : 's'} will see, all at the same moment.
      </p>
      <article css={boxCss} aria-label="Preview of the call">
        {children}
        <CallRationale rationale={rationale} />
        <CallDisclosures author={author} subject={subject} disclosures={disclosures} aiUsed={rationale.ai_used} />
      </article>
    </div>
  );
}
