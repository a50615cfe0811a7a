import { css } from '@emotion/react';
import type { ExpertMetrics, ExpertRecordPage, SplitBy } from '@vimarsh/shared/contract/experts/types.ts';
import { Fold } from '../fold.tsx';
import { Compare } from './compare.tsx';
import { FigureValue } from './figure-value.tsx';
import { MonthGrid } from './month-grid.tsx';
import { Splits } from './splits.tsx';

const allCss = css`
  display: grid;
  gap: var(--s-8);
  font-size: var(--t-13);
  & > div {
    display: flex;
    justify-content: space-between;
    gap: var(--s-12);
  }
  & dt {
    color: var(--ink-2);
  }
  & dd button {
    min-height: 24px;
  }
  & dd {
    text-align: right;
    font-variant-numeric: tabular-nums;
  }
`;

export interface RestProps {
  page: ExpertRecordPage & { metrics: ExpertMetrics };
  by: SplitBy;
  onBy: (by: SplitBy) => void;
  /** Whom the record is compared with, '' for nobody. */
  other: string;
  onWith: (user_id: string) => void;
}

/** The record in its parts, each behind its heading: nobody needs them for the answer, and everybody may look. */
export function Rest({ page, by, onBy, other, onWith }: RestProps) {
  const { expert, period, as_of, metrics } = page;
  const { record, figures } = metrics;
  return (
    <>
      <Fold title="Compare with another expert" open={other !== ''}>
        <Compare userId={expert.user_id} name={expert.full_name} metrics={metrics} period={period} other={other} onWith={onWith} />
      </Fold>
      {record.n > 0 && (
        <Fold title="In parts" open={by !== 'term'}>
          <Splits splits={record.splits} by={by} onBy={onBy} />
        </Fold>
      )}
      {record.splits.month.length > 1 && (
        <Fold title="Month by month" note="average call, after costs">
          <MonthGrid months={record.splits.month} />
        </Fold>
      )}
      <Fold title="All figures">
        <dl css={allCss}>
          {figures.map((figure) => (
            <div key={figure.key}>
              <dt>{figure.label}</dt>
              <dd>
                <FigureValue figure={figure} asOf={as_of} />
              </dd>
            </div>
          ))}
        </dl>
      </Fold>
    </>
  );
}
