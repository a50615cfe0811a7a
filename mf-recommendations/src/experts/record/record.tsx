import { css } from '@emotion/react';
import type { ExpertMetrics, ExpertRecordPage, SplitBy } from '@vimarsh/shared/contract/experts/types.ts';
import type { Figure } from '@vimarsh/shared/contract/figure.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { monthName } from '@vimarsh/shared/domain/text/months.ts';
import { CsvDownload } from '@vimarsh/shared/ui/fields/csv-download.tsx';
import { media } from '@vimarsh/shared/ui/page/layout.ts';
import { EmptyState } from '@vimarsh/shared/ui/page/state.tsx';
import type { ReactNode } from 'react';
import { callsCsv } from './calls-csv.ts';
import { DotTimeline } from './dot-timeline.tsx';
import { VERDICT } from './expert-words.ts';
import { FigureValue } from './figure-value.tsx';
import { MonthGrid } from './month-grid.tsx';
import { Splits } from './splits.tsx';

export const recordCardCss = css`
  display: grid;
  gap: var(--s-8);
  align-content: start;
  min-width: 0;
  padding: var(--s-16);
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
  & > h2 {
    font-size: var(--t-16);
  }
  & > p {
    color: var(--ink-2);
    font-size: var(--t-13);
  }
  & > button {
    justify-self: start;
  }
`;
const sentenceCss = css`
  font-size: var(--t-16);
  color: var(--ink-2);
  & b {
    color: var(--ink);
    font-weight: 600;
  }
  /* A figure and its brackets stay on one line. */
  & > span {
    white-space: nowrap;
  }
`;
const columnsCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-16);
  align-items: start;
  ${media.expertView} {
    grid-template-columns: minmax(0, 1fr) 300px;
  }
`;
const columnCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-16);
`;
const tileCss = css`
  & > span {
    font-size: var(--t-12);
    color: var(--ink-2);
  }
  & > b {
    font-size: var(--t-20);
    font-weight: 600;
  }
`;
const allCss = css`
  & > summary {
    cursor: pointer;
    line-height: 24px;
  }
  & dl {
    display: grid;
    gap: var(--s-8);
    padding-top: var(--s-8);
    font-size: var(--t-13);
  }
  & dl > div {
    display: flex;
    justify-content: space-between;
    gap: var(--s-12);
  }
  & dt {
    color: var(--ink-2);
  }
  & dd {
    text-align: right;
    font-variant-numeric: tabular-nums;
  }
`;

export interface RecordProps {
  page: ExpertRecordPage & { metrics: ExpertMetrics };
  by: SplitBy;
  onBy: (by: SplitBy) => void;
  to: (id: string) => string;
  /** The choice of the period. */
  periods: ReactNode;
  /** What stands below the figures on the right. */
  aside: ReactNode;
}

/** A record as far as it may be shown: one sentence, every call as a dot, its parts, and the three figures that matter. */
export function RecordView({ page, by, onBy, to, periods, aside }: RecordProps) {
  const { record, figures, calls } = page.metrics;
  const figure = (key: string): Figure => figures.find((one) => one.key === key)!;
  const value = (key: string) => <FigureValue figure={figure(key)} asOf={page.as_of} />;
  return (
    <>
      <Sentence record={record} value={value} />
      <div css={columnsCss}>
        <div css={columnCss}>
          <section css={recordCardCss}>
            <h2>Every call on shares that ended</h2>
            {periods}
            {record.n > 0 ? (
              <>
                <p>Height is the result in multiples of the risk taken. Press a dot to read the call.</p>
                {record.n > calls.length && (
                  <p>
                    The figures count all {formatNumber(record.n)}; drawn and in the CSV are the latest {formatNumber(calls.length)}.
                  </p>
                )}
                <DotTimeline calls={calls} from={record.from} to={record.to} toCall={to} />
                <CsvDownload name={`${page.expert.user_id}-${page.period}.csv`} text={() => callsCsv(calls)}>
                  Download these calls as CSV
                </CsvDownload>
              </>
            ) : (
              <EmptyState title="No call ended in this period" text="Choose a longer period, or read the open calls below." />
            )}
            <p>
              {formatNumber(record.lapsed)} never entered · {formatNumber(record.cancelled)} cancelled · {formatNumber(record.unjudged ?? 0)} not judgeable ·{' '}
              {formatNumber(record.held)} to hold, without a result
            </p>
          </section>
          {record.n > 0 && (
            <section css={recordCardCss}>
              <h2>In parts</h2>
              <Splits splits={record.splits} by={by} onBy={onBy} />
            </section>
          )}
          {record.splits.month.length > 1 && (
            <section css={recordCardCss}>
              <h2>Month by month</h2>
              <MonthGrid months={record.splits.month} />
            </section>
          )}
        </div>
        <div css={columnCss}>
          {!record.too_few && (
            <>
              <section css={[recordCardCss, tileCss]}>
                <h2>Average result of a call</h2>
                <b>{value('average')}</b>
                <span>as published, before costs</span>
                <b>{value('follower')}</b>
                <span>for a follower, after costs</span>
              </section>
              <section css={[recordCardCss, tileCss]}>
                <h2>Deepest fall</h2>
                <b>{value('fall')}</b>
                <span>times the risk of a call</span>
                {record.fall?.month && <span>{`${formatNumber(record.fall.calls)} calls, until ${monthName(record.fall.month)}`}</span>}
              </section>
            </>
          )}
          <details css={[recordCardCss, allCss]}>
            <summary>All figures</summary>
            <dl>
              {figures.map((one) => (
                <div key={one.key}>
                  <dt>{one.label}</dt>
                  <dd>
                    <FigureValue figure={one} asOf={page.as_of} />
                  </dd>
                </div>
              ))}
            </dl>
          </details>
          {aside}
        </div>
      </div>
    </>
  );
}

function Sentence({ record: { n, hits, luck, hit_rate }, value }: { record: ExpertMetrics['record']; value: (key: string) => ReactNode }) {
  if (!luck || !hit_rate)
    return (
      <p css={sentenceCss}>
        <b>{n === 1 ? '1 call ended' : `${formatNumber(n)} calls ended`} in this period: too few to summarise.</b> It takes ten. Read each call instead.
      </p>
    );
  return (
    <p css={sentenceCss}>
      <b>
        {formatNumber(hits)} of {formatNumber(n)} calls gained
      </b>{' '}
      <span>({value('hit_rate')}).</span> A price without direction, with the same stops and targets, would have gained {formatNumber(luck.low)} to{' '}
      {formatNumber(luck.high)} <span>({value('driftless')}).</span> {VERDICT[luck.verdict]}
    </p>
  );
}
