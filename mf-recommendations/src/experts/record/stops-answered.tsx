import { css } from '@emotion/react';
import { readPostMortems } from '@vimarsh/shared/contract/calls/routes.ts';
import { formatDay, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Skeleton } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { figuresCss } from '../../desk/desk-css.ts';
import { Figure } from '../../desk/figure.tsx';
import { Fold } from '../fold.tsx';

const noteCss = css`
  color: var(--ink-2);
  font-size: var(--t-13);
`;

/** How an expert answers for calls that hit their stop-loss. What is missing is told in the size of what was written. */
export function StopsAnswered({ userId }: { userId: string }) {
  const { data, error, refetch } = useQuery(readPostMortems, { query: { user_id: userId } }, { shown: true });
  // A site that shows no ended calls of others shows no count of them either.
  if (data && !data.counts) return null;
  return (
    <Fold title="Post-mortems" note={data?.counts && `${formatNumber(data.counts.missing)} missing`}>
      {data?.counts ? (
        <dl css={figuresCss}>
          <Figure name="missing" value={data.counts.missing} />
          <Figure name="written late" value={data.counts.late} />
          <Figure name="written in time" value={data.counts.written} />
          <Figure name="to be written" value={data.counts.due} />
        </dl>
      ) : error ? (
        <ErrorState what="the post-mortems" onRetry={refetch} error={error} />
      ) : (
        <Skeleton height={48} />
      )}
      <p css={noteCss}>An expert whose call hits its stop-loss owes words on what was wrong within five trading sessions.</p>
      <p css={noteCss}>Of shares and options stopped since {data ? formatDay(data.since) : 'the rule stands'}.</p>
    </Fold>
  );
}
