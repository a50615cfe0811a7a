import { css } from '@emotion/react';
import type { ExpertMetrics, ExpertRecordPage } from '@vimarsh/shared/contract/experts/types.ts';
import type { Figure } from '@vimarsh/shared/contract/figure.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { CsvDownload } from '@vimarsh/shared/ui/fields/csv-download.tsx';
import { media } from '@vimarsh/shared/ui/page/layout.ts';
import { EmptyState } from '@vimarsh/shared/ui/page/state.tsx';
import type { ReactNode } from 'react';
import { callsCsv } from './calls-csv.ts';
import { recordCardCss } from './card.css.ts';
import { DotTimeline } from './dot-timeline.tsx';
import { FigureValue } from './figure-value.tsx';
import { FirstLine } from './first-line.tsx';
import { LakhCard } from './lakh-card.tsx';
import { LuckBar } from './luck-bar.tsx';

/** On a phone one below the other; on the desk the picture stands left, and what it means right. */
const columnsCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-12);
  align-items: start;
  ${media.expertView} {
    grid-template: auto 1fr / minmax(0, 1fr) 340px;
    gap: var(--s-16);
    & > [data-picture] {
      grid-area: 1 / 1 / span 2;
    }
  }
`;
const restCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-12);
  ${media.expertView} {
    grid-column: 2;
    gap: var(--s-16);
  }
`;
const figuresCss = css`
  display: grid;
  grid-template-columns: repeat(3, auto);
  justify-content: space-between;
  gap: var(--s-8);
  & dt {
    font-size: var(--t-12);
    color: var(--ink-2);
  }
  & dd {
    font-size: var(--t-16);
    font-weight: 600;
    line-height: 1.3;
  }
  & small {
    display: block;
    font-size: var(--t-12);
    font-weight: 400;
    color: var(--ink-2);
  }
`;
const quietCss = css`
  && {
    font-size: var(--t-12);
    color: var(--ink-2);
  }
`;

export interface RecordProps {
  page: ExpertRecordPage & { metrics: ExpertMetrics };
  to: (id: string) => string;
  /** The choice of the period. */
  periods: ReactNode;
  /** What follows the figures: open calls, and what can be done. */
  children: ReactNode;
}

/** A record as far as it may be shown: the answer in one sentence, three figures, every call as a dot, and what ₹1,00,000 became. */
export function RecordView({ page, to, periods, children }: RecordProps) {
  const { record, figures, calls } = page.metrics;
  const value = (key: string): ReactNode => {
    const figure: Figure | undefined = figures.find((one) => one.key === key);
    return figure && <FigureValue figure={figure} asOf={page.as_of} />;
  };
  return (
    <>
      <FirstLine record={record} period={page.period} large />
      <p role="note" css={quietCss}>
        {page.disclaimer}
      </p>
      <div css={columnsCss}>
        {!record.too_few && (
          <section css={recordCardCss}>
            <dl css={figuresCss}>
              <div>
                <dt>Average call</dt>
                <dd>
                  {value('average')}
                  <small>before costs</small>
                </dd>
              </div>
              <div>
                <dt>For a follower</dt>
                <dd>
                  {value('follower')}
                  <small>after costs</small>
                </dd>
              </div>
              <div>
                <dt>Worst call</dt>
                <dd>
                  {value('worst')}
                  <small>before costs</small>
                </dd>
              </div>
            </dl>
          </section>
        )}
        <section css={recordCardCss} data-picture="">
          <h2>
            Every call on shares that ended <small>height = result ÷ risk</small>
          </h2>
          {periods}
          {record.n > 0 ? (
            <>
              {record.n > calls.length && (
                <p>
                  The figures count all {formatNumber(record.n)}; drawn and in the CSV are the latest {formatNumber(calls.length)}.
                </p>
              )}
              <DotTimeline calls={calls} from={record.from} to={record.to} toCall={to}>
                <CsvDownload name={`${page.expert.user_id}-${page.period}.csv`} text={() => callsCsv(calls)}>
                  Download these calls as CSV
                </CsvDownload>
              </DotTimeline>
              {record.luck && <LuckBar n={record.n} hits={record.hits} luck={record.luck} />}
            </>
          ) : (
            <EmptyState title="No call ended in this period" text="Choose a longer period, or read the open calls below." />
          )}
          <p css={quietCss}>
            {formatNumber(record.lapsed)} never entered · {formatNumber(record.cancelled)} cancelled · {formatNumber(record.unjudged ?? 0)} not judgeable ·{' '}
            {formatNumber(record.held)} to hold, without a result
          </p>
        </section>
        <div css={restCss}>
          <LakhCard record={record} follower={value('lakh')} index={value('lakh_index')} />
          {children}
        </div>
      </div>
    </>
  );
}
