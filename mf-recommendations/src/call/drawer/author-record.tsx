import { css } from '@emotion/react';
import type { AuthorLine, LinePool } from '@vimarsh/shared/contract/experts/author-lines.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { useAuthorLines } from '@vimarsh/shared/ui/calls/author-lines.tsx';
import { Change } from '@vimarsh/shared/ui/calls/price.tsx';
import { Skeleton } from '@vimarsh/shared/ui/page/skeleton.tsx';

const lineCss = css`
  display: grid;
  gap: 2px;
  font-size: var(--t-13);
  font-variant-numeric: tabular-nums;
  & b {
    font-weight: 600;
  }
  & small {
    font-size: var(--t-12);
    color: var(--ink-2);
  }
`;

const ENDED: Readonly<Record<LinePool, string>> = {
  shares: 'Calls on shares that ended in the last 12 months.',
  limited: 'Option calls with a limited loss that ended in the last 12 months.',
  margin: 'Option calls on margin that ended in the last 12 months.',
};
/** Results of options are no returns on money that was paid: what they are of stands beside them. */
const AVERAGE: Readonly<Record<LinePool, string>> = {
  shares: 'Average for a follower, after costs:',
  limited: 'Average for a follower, after costs, of what was at risk:',
  margin: 'Average for a follower, after costs, of the estimated margin:',
};

/** What the calls of this author made so far, beside the name: those of the call’s own kind, and never without what was lost. */
export function AuthorRecord({ user_id, pool }: { user_id: string; pool: LinePool }) {
  const lineOf = useAuthorLines(pool === 'shares' ? 'shares' : 'options', [{ expert: { user_id } }]);
  const line = lineOf(user_id, pool);
  return line === null ? <Skeleton height={50} /> : line ? <Line line={line} /> : null;
}

function Line({ line: { of, n, gained, lost, too_few, average, averaged, chance } }: { line: AuthorLine }) {
  if (too_few)
    return (
      <p css={lineCss} data-record="">
        <b>{n === 0 ? 'No ended call to judge by' : n === 1 ? '1 ended call: too few to tell' : `${formatNumber(n)} ended calls: too few to tell`}</b>
        <small>{ENDED[of]} It takes ten.</small>
      </p>
    );
  return (
    <p css={lineCss} data-record="">
      <b>{`${formatNumber(gained)} of ${formatNumber(n)} calls gained, ${formatNumber(lost)} lost`}</b>
      <span>
        {average === null ? (
          'What a follower made is not known.'
        ) : (
          <>
            {AVERAGE[of]}{' '}
            <b>
              <Change pct={average} />
            </b>
          </>
        )}
      </span>
      <small>
        {ENDED[of]} {average !== null && averaged < n && `A follower’s prices are known of ${formatNumber(averaged)}.`} {chance && chanceWords(chance)}
      </small>
    </p>
  );
}

const chanceWords = ({ low, high }: NonNullable<AuthorLine['chance']>): string =>
  low < high ? `Chance alone: ${formatNumber(low)} to ${formatNumber(high)} gained.` : `Chance alone: ${formatNumber(high)} gained.`;
