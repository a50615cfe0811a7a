import { css } from '@emotion/react';
import { FNO_FIGURES, FNO_RISK, FNO_RISK_SINCE } from '@vimarsh/shared/domain/text/fno-disclosure.ts';

const boxCss = css`
  display: grid;
  gap: var(--s-4);
  padding: var(--s-8) var(--s-16);
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--warn-soft);
  font-size: var(--t-13);
  & summary {
    min-height: 24px;
    cursor: pointer;
  }
  & small {
    font-size: var(--t-12);
    color: var(--ink-2);
  }
  & ul {
    display: grid;
    gap: var(--s-4);
    padding: var(--s-8) 0 var(--s-4) var(--s-16);
    list-style: disc;
  }
`;

/**
 * What the regulator has said of derivatives, above the first call, each with its year: the words it prescribes, and its newest figures. Neither can be
 * folded away. The frame's own notice lies over the end of the page: whether it is due is known after the page stands, which would move for it.
 */
export function RiskBox() {
  const [first, ...others] = FNO_RISK.lines;
  return (
    <div css={boxCss}>
      <details>
        <summary>
          <b>{first}</b> <small>Words prescribed since {FNO_RISK_SINCE}</small>
        </summary>
        <ul>
          {others.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </details>
      <p>{FNO_FIGURES.lines[0]}</p>
    </div>
  );
}
