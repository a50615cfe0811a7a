import { css } from '@emotion/react';
import type { readOptionPerformance } from '@vimarsh/shared/contract/calls/options/routes.ts';
import type { OptionMetrics, OptionPerformance } from '@vimarsh/shared/contract/calls/options/types.ts';
import type { Period } from '@vimarsh/shared/contract/calls/types.ts';
import type { Data } from '@vimarsh/shared/contract/route.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import type { Query } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { Change } from '@vimarsh/shared/ui/calls/price.tsx';
import { ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { type Column, Table } from '@vimarsh/shared/ui/page/table.tsx';
import { clearedOptions, optionUrl, parseOptionView } from '../../options/option-url.ts';
import { Fold } from '../fold.tsx';

export type OptionResults = Query<Data<typeof readOptionPerformance>>;

interface Pool extends OptionMetrics {
  readonly name: string;
}

const linksCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--s-16);
  & > a {
    display: inline-flex;
    align-items: center;
    min-height: 44px;
  }
`;

/* What was lost stands before the average: on a phone the last columns are out of sight. */
const COLUMNS: Column<Pool>[] = [
  { key: 'name', label: 'Option calls', render: ({ name }) => name },
  { key: 'n', label: 'Calls', align: 'end', render: ({ n }) => formatNumber(n) },
  { key: 'hits', label: 'Gained', align: 'end', render: ({ hits }) => formatNumber(hits) },
  { key: 'misses', label: 'Lost', align: 'end', render: ({ misses }) => formatNumber(misses) },
  { key: 'worst', label: 'Worst', align: 'end', render: ({ worst }) => <Change pct={worst} /> },
  { key: 'mean', label: 'Average, after costs', align: 'end', render: ({ avg_net_return }) => <Change pct={avg_net_return ?? null} /> },
];

/** How many option calls ended with a result. */
export const optionCount = (results: OptionPerformance | undefined): number => (results?.defined?.n ?? 0) + (results?.on_margin?.n ?? 0);

interface OptionPoolsProps {
  options: OptionResults;
  userId: string;
  period: Period;
  /** Unfolded from the start: where calls on shares can't be summed up and these can. */
  open: boolean;
}

/** Option calls, counted apart from calls on shares: those with a limited loss, and those measured on a margin; and the way to each of them. */
export function OptionPools({ options: { data, error, refetch }, userId, period, open }: OptionPoolsProps) {
  const pools: Pool[] = [
    ...(data?.defined?.n ? [{ ...data.defined, name: 'Limited loss' }] : []),
    ...(data?.on_margin?.n ? [{ ...data.on_margin, name: 'On margin' }] : []),
  ];
  if (!data && error) return <ErrorState what="the results of option calls" onRetry={refetch} error={error} />;
  const count = optionCount(data);
  return (
    <Fold title="Option calls" note={data && (count === 1 ? '1 ended' : `${formatNumber(count)} ended`)} open={open}>
      {pools.length > 0 ? (
        <>
          <p>Results are % of what was at risk, for a follower; the average is after costs. They are counted apart and never added to calls on stocks.</p>
          <Table caption="Option calls" columns={COLUMNS} rows={pools} rowKey={({ name }) => name} />
        </>
      ) : (
        <p>No call ended in this period</p>
      )}
      <OptionLinks userId={userId} period={pools.length > 0 ? period : null} />
    </Fold>
  );
}

/** The expert's option calls one by one: live, and those that ended within the period; null where none ended, or a site shows no ended calls. */
export function OptionLinks({ userId, period }: { userId: string; period: Period | null }) {
  const of = (tab: 'live' | 'past') => ({ ...clearedOptions({ ...parseOptionView(new URLSearchParams()), tab }), user_id: userId });
  return (
    <nav css={linksCss} aria-label="Option calls of this expert">
      <Link to={optionUrl(of('live'))}>Live option calls</Link>
      {period && <Link to={optionUrl({ ...of('past'), period })}>Ended option calls</Link>}
    </nav>
  );
}
