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
  & button {
    min-height: 24px;
  }
`;
const quietCss = css`
  && {
    font-size: var(--t-12);
    color: var(--ink-2);
  }
  & > span + span::before {
    content: ' · ';
  }
`;

export interface RecordProps {
  page: ExpertRecordPage & { metrics: ExpertMetrics };
  to: (id: string) => string;
  /** What can be done, and the open calls, where they follow the answer at once. */
  lead: ReactNode;
  /** The choice of the period. */
  periods: ReactNode;
}

/** A record as far as it may be shown: the answer in one sentence, three figures, every call as a dot, and what ₹1,00,000 became. */
export function RecordView({ page, to, lead, periods }: RecordProps) {
  const { record, figures, calls } = page.metrics;
  const value = (key: string): ReactNode => {
    const figure: Figure | undefined = figures.find((one) => one.key === key);
    return figure && <FigureValue figure={figure} asOf={page.as_of} />;
  };
  return (
    <>
      <FirstLine record={record} period={page.period} large />
      {lead}
      <p role="note" css={quietCss}>
        {page.disclaimer}
      </p>
      <div css={columnsCss}>
        {!record.too_few && (
          <section css={recordCardCss}>
            <h2>Results, after costs</h2>
            <dl css={figuresCss}>
              <div>
                <dt>Average call</dt>
                <dd>{value('follower')}</dd>
              </div>
              <div>
                <dt>Middle call</dt>
                <dd>{value('median')}</dd>
              </div>
              <div>
                <dt>Worst call</dt>
                <dd>{value('worst')}</dd>
              </div>
            </dl>
          </section>
        )}
        <section css={recordCardCss} data-picture="">
          <h2>
            Every call on shares that ended <small>+1 = gained as much as was risked</small>
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
            {record.lapsed > 0 && <span>{`${formatNumber(record.lapsed)} never entered`}</span>}
            {record.cancelled > 0 && <span>{`${formatNumber(record.cancelled)} cancelled`}</span>}
            {!!record.unjudged && <span>{`${formatNumber(record.unjudged)} not judgeable`}</span>}
            {record.held > 0 && <span>{`${formatNumber(record.held)} to hold, without a result`}</span>}
          </p>
        </section>
        <div css={restCss}>
          <LakhCard record={record} follower={value('lakh')} index={value('lakh_index')} />
        </div>
      </div>
    </>
  );
}
