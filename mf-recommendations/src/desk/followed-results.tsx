import { css } from '@emotion/react';
import type { FollowedSum, FollowedResults as Results } from '@vimarsh/shared/contract/calls/desk.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { MoneyChange } from '@vimarsh/shared/ui/calls/price.tsx';
import { useId } from 'react';
import { cardCss, noteCss } from './desk-css.ts';

const listCss = css`
  & > div {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;
    gap: 0 var(--s-12);
    padding: var(--s-8) 0;
    border-top: 1px solid var(--line);
  }
  & dt {
    font-weight: 500;
  }
  & dd {
    font-variant-numeric: tabular-nums;
  }
  & [data-counts] {
    grid-column: 1;
    grid-row: 2;
    color: var(--ink-2);
  }
  & [data-sum] {
    grid-row: 1 / 3;
    grid-column: 2;
    font-size: var(--t-20);
    font-weight: 600;
    text-align: right;
  }
  /* On the desk, columns: each sum stands under what it is of. */
  @media (min-width: 880px) {
    display: grid;
    grid-template-columns: repeat(3, minmax(0, 1fr));
    gap: var(--s-24);
    & > div {
      grid-template-columns: minmax(0, 1fr);
      align-content: start;
    }
    & [data-sum] {
      grid-row: 3;
      grid-column: 1;
      text-align: left;
    }
  }
`;
const linkCss = css`
  display: inline-flex;
  align-items: center;
  min-height: 44px;
`;

/** The stake on each call that amounts are of, ₹, as the sentence above them says. A sum of percentages is that of equal stakes. */
const STAKE = 10_000;

export interface FollowedResultsProps {
  results: Results;
  /** "in the last month". */
  within: string;
  /** Where the open calls stand one by one. */
  openTo: string;
}

/** What the calls of followed experts made, in ₹ on equal stakes after costs: gains and losses are counted in one size. */
export function FollowedResults({ results, within, openTo }: FollowedResultsProps) {
  const id = useId();
  return (
    <section css={cardCss} aria-labelledby={id}>
      <h2 id={id}>Results of what you follow</h2>
      <p css={noteCss}>₹10,000 on every call on shares, after costs, as a follower had it.</p>
      <dl css={listCss}>
        <Line name="Ended today" of={results.today} />
        <Line name={`Ended ${within}`} of={results.period} />
        <Line name="Open now, so far" of={results.open} />
      </dl>
      <Link css={linkCss} to={openTo}>
        See what each open call still offers
      </Link>
    </section>
  );
}

function Line({ name, of: { gained, lost, sum } }: { name: string; of: FollowedSum }) {
  const none = gained + lost === 0;
  return (
    <div>
      <dt>{name}</dt>
      <dd data-counts="">
        {none ? (
          'No call'
        ) : (
          <>
            <span>{formatNumber(gained)} gained</span> · <span>{formatNumber(lost)} lost</span>
          </>
        )}
      </dd>
      {!none && (
        <dd data-sum="">
          <MoneyChange value={Math.round(sum * STAKE) / 100} />
        </dd>
      )}
    </div>
  );
}
