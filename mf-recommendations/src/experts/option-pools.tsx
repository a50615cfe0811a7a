import { readOptionPerformance } from '@vimarsh/shared/contract/calls/options/routes.ts';
import type { OptionMetrics } from '@vimarsh/shared/contract/calls/options/types.ts';
import type { Period } from '@vimarsh/shared/contract/calls/types.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery } from '@vimarsh/shared/kit/query.ts';
import { Change } from '@vimarsh/shared/ui/price.tsx';
import { ErrorState } from '@vimarsh/shared/ui/state.tsx';
import { type Column, Table } from '@vimarsh/shared/ui/table.tsx';
import { cardCss } from './record.tsx';

interface Pool extends OptionMetrics {
  readonly name: string;
}

const COLUMNS: Column<Pool>[] = [
  { key: 'name', label: 'Option calls', render: ({ name }) => name },
  { key: 'n', label: 'Calls', align: 'end', render: ({ n }) => formatNumber(n) },
  { key: 'hits', label: 'Gained', align: 'end', render: ({ hits }) => formatNumber(hits) },
  { key: 'misses', label: 'Lost', align: 'end', render: ({ misses }) => formatNumber(misses) },
  { key: 'mean', label: 'Average', align: 'end', render: ({ avg_return }) => <Change pct={avg_return} /> },
  { key: 'worst', label: 'Worst', align: 'end', render: ({ worst }) => <Change pct={worst} /> },
];

/** Option calls, counted apart from calls on stocks: those with a limited loss, and those measured on a margin. Nothing where there is none. */
export function OptionPools({ userId, period }: { userId: string; period: Period }) {
  const { data, error, refetch } = useQuery(readOptionPerformance, { query: { user_id: userId, period } }, { shown: true });
  const pools: Pool[] = [
    ...(data?.defined?.n ? [{ ...data.defined, name: 'Limited loss' }] : []),
    ...(data?.on_margin?.n ? [{ ...data.on_margin, name: 'On margin' }] : []),
  ];
  if (!data && error) return <ErrorState what="the results of option calls" onRetry={refetch} error={error} />;
  if (pools.length === 0) return null;
  return (
    <section css={cardCss}>
      <h2>Option calls</h2>
      <p>Results are % of what was at risk, for a follower. They are counted apart and never added to calls on stocks.</p>
      <Table caption="Option calls" columns={COLUMNS} rows={pools} rowKey={({ name }) => name} />
    </section>
  );
}
