import type { CallMonth } from '@vimarsh/shared/contract/calls/analytics.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { shortMonthName } from '@vimarsh/shared/domain/text/months.ts';
import { outcomeLabel } from '@vimarsh/shared/ui/calls/rail.ts';
import { Table } from '@vimarsh/shared/ui/page/table.tsx';

const ENDS = ['target_hit', 'sl_hit', 'exited', 'expired', 'lapsed', 'cancelled', 'unjudged'] as const;

/** Calls by month: published in it, and ended in it by how. Ends that lost stand between those that gained, in one size. */
export function MonthsTable({ caption, months }: { caption: string; months: readonly CallMonth[] }) {
  return (
    <Table
      caption={caption}
      rows={months}
      rowKey={({ month }) => month}
      columns={[
        { key: 'month', label: 'Month', render: ({ month }) => shortMonthName(month) },
        { key: 'published', label: 'Published', align: 'end', render: ({ published }) => formatNumber(published) },
        ...ENDS.map((status) => ({
          key: status,
          label: outcomeLabel(status),
          align: 'end' as const,
          render: (month: CallMonth) => formatNumber(month[status] ?? 0),
        })),
      ]}
    />
  );
}
