import { css, keyframes } from '@emotion/react';
import { media } from '@vimarsh/shared/ui/page/layout.ts';

const faceCss = css`
  display: none;
  ${media.chat} {
    display: grid;
    align-content: start;
    align-self: stretch;
    justify-content: center;
    gap: var(--s-24);
    padding: 15vh var(--s-48) var(--s-48);
    border-right: 1px solid var(--line);
    background: var(--raised);
  }
  & > p {
    max-width: 26em;
    margin: 0;
  }
`;
const pointsCss = css`
  display: grid;
  gap: var(--s-12);
  max-width: 26em;
  margin: 0;
  padding: var(--s-24) 0 0;
  border-top: 1px solid var(--line);
  list-style: none;
  color: var(--ink-2);
`;
/** Where the entry lies on the way from stop-loss to target. */
const ENTRY = '38%';
const promiseCss = css`
  && {
    max-width: 15em;
  }
  font-size: var(--t-28);
  font-weight: 600;
  line-height: 1.25;
  text-wrap: balance;
`;
const way = keyframes`
  from { inset-inline-start: ${ENTRY}; }
  to { inset-inline-start: 100%; }
`;
const railCss = css`
  max-width: 26em;
  & > div {
    position: relative;
    height: 6px;
    border-radius: 3px;
    background: linear-gradient(to right, var(--loss) ${ENTRY}, var(--gain) ${ENTRY});
  }
  & i {
    position: absolute;
    inset-block: -5px;
    inset-inline-start: 100%;
    width: 4px;
    margin-inline-start: -2px;
    border-radius: 2px;
    background: var(--ink);
    animation: ${way} 6s ease-in-out;
  }
  & > p {
    display: grid;
    grid-template-columns: ${ENTRY} 1fr auto;
    margin: var(--s-8) 0 0;
    color: var(--ink-2);
    font-size: var(--t-13);
  }
`;

/** What this is, beside the form where there is room: one promise, and a price on its way from entry to target. */
export function BrandFace() {
  return (
    <div css={faceCss}>
      <p css={promiseCss}>Stock calls from SEBI-registered experts. Every result on record.</p>
      <div css={railCss}>
        <div aria-hidden="true">
          <i />
        </div>
        <p>
          <span>Stop-loss</span>
          <span>Entry</span>
          <span>Target</span>
        </p>
      </div>
      <p>Prices alone end a call. Nobody can rewrite it, not even us.</p>
      <ul css={pointsCss}>
        <li>Each call is signed the moment it is published.</li>
        <li>A loss is shown as large as a gain.</li>
        <li>You can check any of them in your browser.</li>
      </ul>
    </div>
  );
}
