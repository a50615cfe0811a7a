import { css } from '@emotion/react';
import type { Disclosures, Rationale } from '@vimarsh/shared/contract/calls/types.ts';
import { type CallSubject, disclosureQuestions } from './disclosure-questions.ts';

const listCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: var(--s-4) var(--s-16);
  & dt {
    color: var(--ink-2);
  }
  & dd {
    color: var(--ink);
    font-weight: 600;
    text-align: right;
  }
`;
const noteCss = css`
  padding-top: var(--s-8);
  color: var(--ink-2);
`;
const pairCss = css`
  display: contents;
`;
const AI = { none: 'No', assist: 'Assisted', generated: 'Generated' } as const;

interface CallDisclosuresProps {
  author: { full_name: string };
  subject: CallSubject;
  disclosures: Disclosures;
  aiUsed: Rationale['ai_used'];
}

/** What the author declared about conflicts of interest and the use of AI. */
export function CallDisclosures({ author, subject, disclosures, aiUsed }: CallDisclosuresProps) {
  return (
    <section>
      <h3>Disclosures of {author.full_name}</h3>
      <dl css={listCss}>
        {disclosureQuestions(subject, disclosures).map(([key, question]) => (
          <div key={key} css={pairCss}>
            <dt>{question}</dt>
            <dd>{disclosures[key] ? 'Yes' : 'No'}</dd>
          </div>
        ))}
        <div css={pairCss}>
          <dt>AI used for this call</dt>
          <dd>{AI[aiUsed]}</dd>
        </div>
        <div css={pairCss}>
          <dt>No dealing 30 days before and 5 days after</dt>
          <dd>{disclosures.attest_30_5 ? 'Attested' : 'Not attested'}</dd>
        </div>
      </dl>
      {disclosures.other && (
        <p css={noteCss} translate="no">
          {disclosures.other}
        </p>
      )}
    </section>
  );
}
