import { css } from '@emotion/react';
import type { TicketEstimate } from '@vimarsh/shared/contract/trading/types.ts';
import { formatInr } from '@vimarsh/shared/domain/text/formats.ts';
import { linesCss, panelCss, quietCss } from '../trading-css.ts';
import { riskText } from './risk-text.ts';

const riskCss = css`
  display: grid;
  gap: var(--s-4);
  & b {
    font-size: var(--t-20);
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    line-height: 1.2;
  }
  & span {
    color: var(--ink-2);
    font-size: var(--t-13);
  }
`;
const foldCss = css`
  font-size: var(--t-13);
  & > summary {
    min-height: 44px;
    line-height: 44px;
    color: var(--ink-2);
    cursor: pointer;
    @media (min-width: 880px) and (pointer: fine) {
      min-height: 28px;
      line-height: 28px;
    }
  }
`;
const rupees = (paise: number | null): string => formatInr(paise === null ? null : paise / 100);

/** What an order can lose comes first, then what it needs: a price to pay is no price to lose. */
export function EstimatePanel({ estimate }: { estimate: TicketEstimate | null }) {
  return (
    <section css={panelCss} aria-label="What this order means">
      <h2>What this order means</h2>
      {estimate ? (
        <>
          <p css={riskCss}>
            <span>At risk</span>
            <b translate="no">{riskText(estimate)}</b>
            <span>{estimate.risk_how}</span>
          </p>
          <dl css={linesCss}>
            <div>
              <dt>Value</dt>
              <dd translate="no">{rupees(estimate.value_paise)}</dd>
            </div>
            <div>
              <dt>Charges, about</dt>
              <dd translate="no">{rupees(estimate.charges_paise)}</dd>
            </div>
            <div>
              <dt>Blocked, about</dt>
              <dd translate="no">{rupees(estimate.margin_paise)}</dd>
            </div>
            <div>
              <dt>Free at your broker</dt>
              <dd translate="no">{estimate.available_paise === null ? 'Not told' : rupees(estimate.available_paise)}</dd>
            </div>
          </dl>
          <details css={foldCss}>
            <summary>How this is computed</summary>
            <dl css={linesCss}>
              {estimate.charges.map(({ label, paise }) => (
                <div key={label} data-part="">
                  <dt>{label}</dt>
                  <dd translate="no">{rupees(paise)}</dd>
                </div>
              ))}
            </dl>
            <p css={quietCss}>{estimate.margin_how}</p>
            <p css={quietCss}>Estimates. Your broker’s contract note is what counts.</p>
          </details>
        </>
      ) : (
        <p css={quietCss}>Charges and risk stand here once quantity and price are filled in.</p>
      )}
    </section>
  );
}
