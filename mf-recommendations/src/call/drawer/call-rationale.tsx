import { css } from '@emotion/react';
import type { Rationale } from '@vimarsh/shared/contract/calls/types.ts';

const listCss = css`
  display: grid;
  gap: var(--s-16);
  & dt {
    font-size: var(--t-12);
    font-weight: 500;
    color: var(--ink-3);
  }
  & dd {
    white-space: pre-line;
    overflow-wrap: anywhere;
  }
`;
const METHOD = { technical: 'Technical', fundamental: 'Fundamental', quant: 'Quantitative', mixed: 'Mixed' } as const;

/** The rationale in four short blocks, then the method and its sources. */
export function CallRationale({ rationale }: { rationale: Rationale }) {
  const blocks = [
    ['Thesis', rationale.thesis],
    ['Trigger', rationale.trigger],
    ['Risks', rationale.risks],
    ['What would prove this wrong', rationale.kill_criteria],
    ['Method', METHOD[rationale.method]],
    ['Sources', rationale.sources.join('\n')],
  ] as const;
  return (
    <section>
      <h3>Rationale</h3>
      <dl css={listCss}>
        {blocks
          .filter(([, text]) => text !== '')
          .map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd translate={name === 'Method' ? undefined : 'no'}>{text}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
