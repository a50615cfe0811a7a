import { readPlatformAnalytics } from '@vimarsh/shared/contract/calls/routes.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { TERM_LABEL } from '@vimarsh/shared/ui/calls/call-words.ts';
import { Page as Frame } from '@vimarsh/shared/ui/page/page.tsx';
import { Skeleton, SkeletonHost } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState, StaleBadge } from '@vimarsh/shared/ui/page/state.tsx';
import { Table } from '@vimarsh/shared/ui/page/table.tsx';
import { cardCss, figuresCss, noteCss, stackCss } from './desk-css.ts';
import { Figure } from './figure.tsx';
import { MonthsTable } from './months-table.tsx';

const STATUS = {
  unverified: 'not verified',
  pending: 'waiting for a check',
  verified: 'verified',
  expiring: 'registration ends soon',
  lapsed: 'registration ended',
  suspended: 'suspended',
  rejected: 'rejected',
} as const;

interface Sides {
  readonly Buy: number;
  readonly Sell: number;
  readonly Hold: number;
}
const SIDES = (['Buy', 'Sell', 'Hold'] as const).map((side) => ({
  key: side,
  label: side,
  align: 'end' as const,
  render: (row: Sides) => formatNumber(row[side]),
}));

/** `/vimarsh-dashboard-analytics`: all experts' calls together, in counts (S2.1-ROUTE-13). */
export function ProductAnalytics() {
  const { data, error, asOf, refetch } = useQuery(readPlatformAnalytics, {}, { told: ['FORBIDDEN'], shown: true });
  return (
    <Frame title="Product analytics" actions={data && error && asOf && <StaleBadge asOf={asOf} />}>
      {data ? (
        <div css={stackCss}>
          <section css={cardCss} aria-labelledby="all-people">
            <h2 id="all-people">People</h2>
            <dl css={figuresCss}>
              <Figure name="people who follow an expert" value={data.followers} />
              <Figure name="follows between them" value={data.follows} />
              {data.experts.map(({ status, count }) => (
                <Figure key={status} name={`${count === 1 ? 'expert' : 'experts'}, ${STATUS[status]}`} value={count} />
              ))}
            </dl>
          </section>
          <section css={cardCss}>
            <h2>Open calls by term</h2>
            <Table
              caption="Open calls by term"
              rows={data.open}
              rowKey={({ term }) => term}
              columns={[{ key: 'term', label: 'Term', render: ({ term }) => TERM_LABEL[term].name }, ...SIDES]}
            />
          </section>
          <section css={cardCss}>
            <h2>Open calls by sector</h2>
            {data.sectors.length === 0 ? (
              <p>No call is open now.</p>
            ) : (
              <Table
                caption="Open calls by sector"
                rows={data.sectors}
                rowKey={({ sector }) => sector}
                columns={[{ key: 'sector', label: 'Sector', render: ({ sector }) => sector }, ...SIDES]}
              />
            )}
          </section>
          <section css={cardCss}>
            <h2>Calls by month</h2>
            <MonthsTable caption="Calls by month" months={data.months} />
            <p css={noteCss}>
              Equity calls of all experts. A call counts as published in its month and as ended in the month of its end. Counted every five minutes.
            </p>
          </section>
        </div>
      ) : error?.code === 'FORBIDDEN' ? (
        <EmptyState title="These figures are for the people who run this site" text="Your own are on your dashboard." />
      ) : error ? (
        <ErrorState what="the figures" onRetry={refetch} error={error} />
      ) : (
        <SkeletonHost label="Loading the figures" screen>
          <div css={stackCss}>
            <Skeleton height={120} />
            <Skeleton height={240} />
            <Skeleton height={480} />
          </div>
        </SkeletonHost>
      )}
    </Frame>
  );
}
