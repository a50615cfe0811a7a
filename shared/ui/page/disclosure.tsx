import { css } from '@emotion/react';
import { TERMS_AND_CONDITIONS } from '../../domain/routing/places.ts';
import { ILLUSTRATION_NOTE, MARKET_RISK_WARNING, REGISTERED_NAME, REGISTRATION_NO } from '../../domain/text/disclosure.ts';

const stripCss = css`
  display: grid;
  gap: var(--s-4);
  margin-top: var(--s-24);
  padding: var(--s-16) 0;
  border-top: 1px solid var(--line);
  font-size: var(--t-14);
  color: var(--ink-2);
  isolation: isolate;
  & nav {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--s-16);
  }
  & a {
    display: flex;
    align-items: center;
    min-height: 44px;
    @media (min-width: 880px) and (pointer: fine) {
      min-height: 24px;
    }
  }
`;

/** The end of every research surface (product 0.6). `illustration` adds the note that examples need. */
export function DisclosureStrip({ illustration = false }: { illustration?: boolean }) {
  return (
    <footer css={stripCss}>
      <p>
        {REGISTERED_NAME} · Research analyst {REGISTRATION_NO}
      </p>
      <p>{MARKET_RISK_WARNING}</p>
      {illustration && <p>{ILLUSTRATION_NOTE}</p>}
      <nav aria-label="Disclosures">
        <a href={`${TERMS_AND_CONDITIONS}#mitc`}>Most important terms</a>
        <a href={`${TERMS_AND_CONDITIONS}#disclosures`}>Disclosures</a>
        <a href={`${TERMS_AND_CONDITIONS}#charter`}>Investor charter</a>
        <a href={`${TERMS_AND_CONDITIONS}#grievance`}>Grievance</a>
      </nav>
    </footer>
  );
}
