import { css } from '@emotion/react';
import type { Disclosures, Rationale } from '@vimarsh/shared/contract/calls/types.ts';

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

/** The questions of Regulation 19, in the order of the publishing form. */
export const DISCLOSURE_QUESTIONS: readonly (readonly [key: Exclude<keyof Disclosures, 'other' | 'attest_30_5'>, question: string])[] = [
  ['holds', 'Author or relatives hold this stock'],
  ['over1pct', 'They own 1% or more of the company'],
  ['compensation_12m', 'Compensation from the company in the last 12 months'],
  ['market_maker', 'Market making in this stock'],
  ['officer', 'Officer, director or employee of the company'],
];

/** What the author declared about conflicts of interest and the use of AI. */
export function CallDisclosures({ author, disclosures, aiUsed }: { author: { full_name: string }; disclosures: Disclosures; aiUsed: Rationale['ai_used'] }) {
  return (
    <section>
      <h3>Disclosures of {author.full_name}</h3>
      <dl css={listCss}>
        {DISCLOSURE_QUESTIONS.map(([key, question]) => (
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
