import { css } from '@emotion/react';
import type { JudgedRecord } from '@vimarsh/shared/contract/experts/types.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import type { ReactNode } from 'react';
import { recordCardCss } from './card.css.ts';

const rowsCss = css`
  display: grid;
  gap: var(--s-4);
  & > div {
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: var(--s-12);
  }
  & dt {
    font-size: var(--t-13);
    color: var(--ink-2);
  }
  & dd {
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  & > div:first-of-type > dd {
    font-size: var(--t-16);
    font-weight: 600;
  }
`;

export interface LakhCardProps {
  record: Pick<JudgedRecord, 'n' | 'lakh'>;
  follower: ReactNode;
  index: ReactNode;
}

/** What ₹1,00,000 in equal parts became for a follower, and in NIFTY 50 in the same time: both of the same calls. */
export function LakhCard({ record: { n, lakh }, follower, index }: LakhCardProps) {
  if (!lakh) return null;
  return (
    <section css={recordCardCss}>
      <h2>
        {lakh.n === n
          ? `₹1,00,000 split equally over all ${formatNumber(n)} calls, after costs`
          : `₹1,00,000 split equally over ${formatNumber(lakh.n)} calls, after costs`}
      </h2>
      <dl css={rowsCss}>
        <div>
          <dt>For a follower</dt>
          <dd>{follower}</dd>
        </div>
        <div>
          <dt>NIFTY 50 in the same time</dt>
          <dd>{index}</dd>
        </div>
      </dl>
      {lakh.n < n && <p>{`Of the ${formatNumber(lakh.n)} calls of which both are known.`}</p>}
      {lakh.sells > 0 && (
        <p>
          {lakh.sells === 1
            ? '1 of them is a Sell over several days: who does not hold the share needs futures for it.'
            : `${formatNumber(lakh.sells)} of them are Sells over several days: who does not hold the share needs futures for them.`}
        </p>
      )}
    </section>
  );
}
