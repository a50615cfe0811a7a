import { css } from '@emotion/react';
import type { JudgedRecord, Split, SplitBy } from '@vimarsh/shared/contract/experts/types.ts';
import { SPLITS } from '@vimarsh/shared/contract/experts/types.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { Change } from '@vimarsh/shared/ui/calls/price.tsx';
import { type Column, Table } from '@vimarsh/shared/ui/page/table.tsx';
import { ChoiceRow } from '../../filters/choice-row.tsx';
import { partName, SPLIT_LABEL } from '../expert-words.ts';

const boxCss = css`
  display: grid;
  gap: var(--s-12);
  min-width: 0;
  & small {
    font-size: var(--t-12);
    color: var(--ink-3);
  }
`;

/** How many of a part would have gained by chance, in calls; nothing below five. */
const byChance = ({ driftless_rate, n }: Split): string => (driftless_rate === null ? '–' : formatNumber((driftless_rate * n) / 100, 1));

/** What is said of each part, and of each expert of a comparison. The worst stands early: on a phone the last columns are out of sight. */
export const FIGURE_COLUMNS: Column<Split>[] = [
  { key: 'n', label: 'Calls', align: 'end', render: ({ n }) => formatNumber(n) },
  { key: 'hits', label: 'Gained', align: 'end', render: ({ hits }) => formatNumber(hits) },
  { key: 'misses', label: 'Lost', align: 'end', render: ({ misses }) => formatNumber(misses) },
  { key: 'worst', label: 'Worst', align: 'end', render: ({ worst }) => <Change pct={worst} /> },
  { key: 'chance', label: 'By chance', align: 'end', render: byChance },
  { key: 'mean', label: 'Average', align: 'end', render: ({ made }) => <Change pct={made} /> },
];

const columnsBy = (by: SplitBy): Column<Split>[] => [{ key: 'of', label: SPLIT_LABEL[by], render: ({ of }) => partName(by, of) }, ...FIGURE_COLUMNS];

/** The record in parts: rates and averages from five calls on, counts always. */
export function Splits({ splits, by, onBy }: { splits: JudgedRecord['splits']; by: SplitBy; onBy: (by: SplitBy) => void }) {
  return (
    <div css={boxCss}>
      <ChoiceRow label="Split the record by" options={SPLITS.map((value) => ({ value, label: SPLIT_LABEL[value] }))} value={by} onChange={onBy} />
      <Table caption="The record in parts" columns={columnsBy(by)} rows={by === 'month' ? splits.month.toReversed() : splits[by]} rowKey={({ of }) => of} />
      <small>Averages stand from five calls on, where the period has ten. All results are after costs.</small>
    </div>
  );
}
