import { readOwnAnalytics, readPostMortems } from '@vimarsh/shared/contract/calls/routes.ts';
import { MY_DESK } from '@vimarsh/shared/domain/routing/member-places.ts';
import { formatDay, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { shortMonthName } from '@vimarsh/shared/domain/text/months.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { DisclosureStrip } from '@vimarsh/shared/ui/page/disclosure.tsx';
import { Page as Frame } from '@vimarsh/shared/ui/page/page.tsx';
import { Skeleton, SkeletonHost } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState, StaleBadge } from '@vimarsh/shared/ui/page/state.tsx';
import { Table } from '@vimarsh/shared/ui/page/table.tsx';
import { cardCss, figuresCss, noteCss, stackCss } from './desk-css.ts';
import { Figure } from './figure.tsx';
import { MonthsTable } from './months-table.tsx';

const distance = ({ from, to }: { from: number; to: number | null }): string => (to === null ? `${from}% or more` : `${from}% to ${to}%`);

/** `/ra-dashboard-analytics`: an author's own calls in counts, for themselves (S2.1-ROUTE-12). */
export function OwnAnalytics() {
  const { user } = useSession();
  const { data, error, asOf, refetch } = useQuery(readOwnAnalytics, {}, { told: ['FORBIDDEN'], shown: true });
  const answered = useQuery(readPostMortems, { query: { user_id: user?.id ?? '' } }, { enabled: data !== undefined && user !== null, shown: true });
  const counts = answered.data?.counts;
  return (
    <Frame title="My analytics" actions={data && error && asOf && <StaleBadge asOf={asOf} />}>
      {data ? (
        <div css={stackCss}>
          <section css={cardCss}>
            <h2>Your calls by month</h2>
            <MonthsTable caption="Your calls by month" months={data.months} />
            <p css={noteCss}>Equity calls. A call counts as published in its month and as ended in the month of its end, so a row need not add up.</p>
          </section>
          <section css={cardCss}>
            <h2>How far your stop-losses stood</h2>
            <Table
              caption="How far your stop-losses stood"
              rows={data.stops}
              rowKey={distance}
              columns={[
                { key: 'distance', label: 'From the entry', render: distance },
                { key: 'calls', label: 'Ended calls', align: 'end', render: ({ calls }) => formatNumber(calls) },
                { key: 'stopped', label: 'Of them stopped', align: 'end', render: ({ stopped }) => formatNumber(stopped) },
              ]}
            />
            <p css={noteCss}>The published stop-loss, in % of the price at which the call was entered. Holds and calls without an entry are left out.</p>
          </section>
          <section css={cardCss} aria-labelledby="own-reach">
            <h2 id="own-reach">Who follows you</h2>
            <dl css={figuresCss}>
              <div>
                <dt>followers now</dt>
                <dd>{formatNumber(data.followers)}</dd>
              </div>
            </dl>
            <Table
              caption="Followers by the month they began"
              rows={data.followed}
              rowKey={({ month }) => month}
              columns={[
                { key: 'month', label: 'Month', render: ({ month }) => shortMonthName(month) },
                { key: 'count', label: 'Began to follow', align: 'end', render: ({ count }) => formatNumber(count) },
              ]}
            />
            <p css={noteCss}>Of those who follow you now. Who has left is not counted.</p>
          </section>
          <section css={cardCss} aria-labelledby="own-answers">
            <h2 id="own-answers">Post-mortems</h2>
            {counts ? (
              <dl css={figuresCss}>
                <Figure name="to be written" value={counts.due} />
                <Figure name="missing" value={counts.missing} />
                <Figure name="written in time" value={counts.written} />
                <Figure name="written late" value={counts.late} />
              </dl>
            ) : answered.error ? (
              <ErrorState what="your post-mortems" onRetry={answered.refetch} error={answered.error} />
            ) : (
              <Skeleton height={48} />
            )}
            <p css={noteCss}>
              Of shares and options stopped since {answered.data ? formatDay(answered.data.since) : 'the rule stands'}. Readers see these numbers on your page.{' '}
              <Link to={MY_DESK}>See which to write</Link>
            </p>
          </section>
        </div>
      ) : error?.code === 'FORBIDDEN' ? (
        <EmptyState title="These are an expert’s own figures" text="They open once your registration as an expert is with us." />
      ) : error ? (
        <ErrorState what="your analytics" onRetry={refetch} error={error} />
      ) : (
        <SkeletonHost label="Loading your analytics" screen>
          <div css={stackCss}>
            <Skeleton height={480} />
            <Skeleton height={280} />
          </div>
        </SkeletonHost>
      )}
      <DisclosureStrip />
    </Frame>
  );
}
