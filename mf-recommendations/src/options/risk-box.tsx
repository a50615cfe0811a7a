import { css } from '@emotion/react';
import { FNO_FIGURES, FNO_RISK, FNO_RISK_SINCE } from '@vimarsh/shared/domain/text/fno-disclosure.ts';

const boxCss = css`
  padding: var(--s-8) var(--s-16);
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--warn-soft);
  font-size: var(--t-13);
  & summary {
    min-height: 24px;
    font-weight: 600;
    cursor: pointer;
  }
  & ul {
    display: grid;
    gap: var(--s-4);
    padding: var(--s-8) 0 var(--s-4) var(--s-16);
    list-style: disc;
  }
  & p {
    padding-bottom: var(--s-4);
    color: var(--ink-2);
  }
`;

/** The regulator's risk disclosure on derivatives, above the first call. Its first line can't be folded away. */
export function RiskBox() {
  const [first, ...others] = FNO_RISK.lines;
  return (
    <details css={boxCss}>
      <summary>{first}</summary>
      <ul>
        {others.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>
        These words are prescribed since {FNO_RISK_SINCE}. The newest figures: {FNO_FIGURES.lines[0]}
      </p>
    </details>
  );
}
