import { css } from '@emotion/react';
import { readComplaints } from '@vimarsh/shared/contract/support/routes.ts';
import type { ComplaintMonth } from '@vimarsh/shared/contract/support/types.ts';
import { formatIst, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { shortMonthName } from '@vimarsh/shared/domain/text/months.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { type Column, Table } from '@vimarsh/shared/ui/page/table.tsx';

const boxCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-12);
  & > p {
    max-width: 43em;
    color: var(--ink-2);
  }
  /* Seven columns: their names wrap before the table has to be pushed sideways. */
  & thead th {
    white-space: normal;
  }
`;

const count = (key: 'opening' | 'received' | 'resolved' | 'pending' | 'pending_over_3_months', label: string): Column<ComplaintMonth> => ({
  key,
  label,
  align: 'end',
  render: (row) => formatNumber(row[key]),
});
const COLUMNS: readonly Column<ComplaintMonth>[] = [
  { key: 'month', label: 'Month', render: ({ month }) => shortMonthName(month) },
  count('opening', 'Open before'),
  count('received', 'Received'),
  count('resolved', 'Resolved'),
  count('pending', 'Open after'),
  count('pending_over_3_months', 'Over 3 months'),
  { key: 'average_days', label: 'Days to resolve', align: 'end', render: ({ average_days }) => formatNumber(average_days, 1) },
];

/** Complaints by month, counted from their record. */
export function Complaints() {
  const { data, error, refetch } = useQuery(readComplaints, undefined, { shown: true });
  if (!data && error) return <ErrorState what="the complaints" onRetry={refetch} error={error} />;
  return (
    <div css={boxCss}>
      <p>
        Counted from the record of what people wrote to us as a complaint, under every brand. What was written without signing in counts once it is answered,
        because anybody can write under any name. Complaints filed directly on SCORES are counted by the regulator, not here.
      </p>
      {data ? <Table caption="Complaints by month" columns={COLUMNS} rows={data.months} rowKey={({ month }) => month} /> : <SkeletonRows rows={12} />}
      {data && <p>As of {formatIst(data.as_of)}. “Days to resolve” is the average of those resolved in the month.</p>}
    </div>
  );
}
