import { css } from '@emotion/react';

const listCss = css`
  display: grid;
  gap: var(--s-16);
  @media (min-width: 880px) {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
  & li {
    display: grid;
    gap: var(--s-4);
    align-content: start;
  }
  & b {
    font-size: var(--t-28);
    font-weight: 600;
    line-height: 1.2;
    font-variant-numeric: tabular-nums;
  }
  & span {
    color: var(--ink-2);
  }
`;
/** Figures every reader should know before following a call, with their sources. */
const FACTS = [
  ['87.7%', 'of individual F&O traders lost money in FY26 (SEBI study, 20 Aug 2026).'],
  ['About 92%', 'of those losses came from options (same study).'],
  ['1 in 3', 'is how often chance alone takes the price to a target before a stop-loss half as far away.'],
] as const;

/** Base rates: what happens to most people, before any skill. */
export function BaseRates() {
  return (
    <section>
      <h2>Before you follow any call</h2>
      <p data-lead="">What happens to most traders, and what chance alone does.</p>
      <ul css={listCss}>
        {FACTS.map(([figure, text]) => (
          <li key={figure}>
            <b>{figure}</b>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
