import { css } from '@emotion/react';
import { readMarketSentiment } from '@vimarsh/shared/contract/sentiment/routes.ts';
import type { MarketSentiment } from '@vimarsh/shared/contract/sentiment/types.ts';
import { formatClose } from '@vimarsh/shared/domain/market/close-words.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { useSeenQuery } from '@vimarsh/shared/kit/query/seen-query.ts';
import { Change } from '@vimarsh/shared/ui/calls/price.tsx';
import { Sparkline } from '@vimarsh/shared/ui/charts/sparkline.tsx';
import { Computed } from '@vimarsh/shared/ui/floats/computed.tsx';
import { DisclosureStrip } from '@vimarsh/shared/ui/page/disclosure.tsx';
import { Page } from '@vimarsh/shared/ui/page/page.tsx';
import { Skeleton, SkeletonHost, SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { ErrorState, StaleBadge } from '@vimarsh/shared/ui/page/state.tsx';
import { Table } from '@vimarsh/shared/ui/page/table.tsx';
import { Gauge } from './gauge.tsx';
import { StockSentiment } from './stock-sentiment.panel.tsx';

const REFRESH_MS = 15_000;

const columns = css`
  display: grid;
  gap: var(--s-16);
  @media (min-width: 880px) {
    grid-template-columns: minmax(0, 5fr) minmax(0, 4fr);
    align-items: start;
  }
`;
const card = css`
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  padding: var(--s-16);
  min-height: 240px;
`;
/** The same box loading and loaded, on the phone and on the desk. */
const dial = css`
  display: flex;
  align-items: center;
  gap: var(--s-16);
  height: 100px;
  & > svg {
    flex: none;
    width: 112px;
    height: 63px;
  }
  @media (min-width: 880px) {
    gap: var(--s-24);
    & > svg {
      width: 174px;
      height: 98px;
    }
  }
`;
const sectorsBox = css`
  min-height: 610px;
  @media (min-width: 880px) {
    min-height: 500px;
  }
`;
const score = css`
  font-size: var(--t-28);
  font-weight: 600;
  line-height: 1.2;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
  @media (max-width: 359.98px) {
    font-size: var(--t-20);
  }
`;
const facts = css`
  margin: var(--s-16) 0 0;
  display: grid;
  gap: var(--s-8);
  & > div {
    display: flex;
    justify-content: space-between;
    gap: var(--s-16);
    font-size: var(--t-13);
  }
  & dt {
    color: var(--ink-2);
  }
  & dd {
    margin: 0;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    text-align: right;
    white-space: nowrap;
  }
`;
const quiet = css`
  margin: var(--s-8) 0 0;
  font-size: var(--t-12);
  color: var(--ink-3);
`;

/** Sentiment of the market, of its sectors, and of one stock, each with its reasons. */
export function MarketSentimentPage() {
  const { data, error, loading, stale, asOf, refetch } = useSeenQuery(readMarketSentiment, {}, { every: REFRESH_MS, shown: true });
  return (
    <Page title="Market sentiment" actions={stale && asOf ? <StaleBadge asOf={asOf} /> : null}>
      <div css={columns}>
        <section css={card} aria-label="Sentiment of the whole market" aria-busy={loading}>
          {data ? <Whole data={data} /> : error ? <ErrorState what="market sentiment" onRetry={refetch} error={error} /> : <WholeSkeleton />}
        </section>
        <StockSentiment />
      </div>
      <section css={[card, sectorsBox]} aria-labelledby="sectors">
        <h2 id="sectors">Sectors</h2>
        {data ? <Sectors data={data} /> : error ? null : <SkeletonRows rows={12} />}
      </section>
      <p css={quiet}>
        This describes the present and forecasts nothing. Scores come from prices and from the open calls in your plan. Nobody sets them by hand.
      </p>
      <DisclosureStrip />
    </Page>
  );
}
export { MarketSentimentPage as Page };

function Whole({ data }: { data: MarketSentiment }) {
  const older = data.history.findLast(({ method }) => method && method !== data.method);
  return (
    <>
      <div css={dial}>
        <Gauge score={data.score} label={`${data.zone}, ${data.score.toFixed(0)} of 100`} />
        <div>
          <div>{data.zone}</div>
          <div css={score}>
            <Computed
              label="Market sentiment"
              how="50 plus 50 times the weighted mean of the inputs below, each between −1 and 1. 0–20 is very bearish, 80–100 very bullish."
              inputs={data.inputs.map((input) => [`${input.label} (weight ${Math.round(input.weight * 100)} %)`, input.value] as const)}
              asOf={data.as_of}
            >
              {data.score.toFixed(0)} of 100
            </Computed>
          </div>
          {data.history.length > 1 ? (
            <Sparkline
              label={`Market sentiment, last ${data.history.length} sessions`}
              values={data.history.map((point) => point.score)}
              format={(value) => value.toFixed(0)}
            />
          ) : null}
          {older && <p css={quiet}>{`Until ${formatDay(older.day)} by method ${older.method}`}</p>}
        </div>
      </div>
      <dl css={facts}>
        <div>
          <dt>Advances · declines · unchanged</dt>
          <dd>
            {data.breadth.advances} · {data.breadth.declines} · {data.breadth.unchanged}
          </dd>
        </div>
        <div>
          <dt>Stocks above their 50-day average</dt>
          <dd>{data.above_sma50_pct.toFixed(1)} %</dd>
        </div>
      </dl>
      <p css={quiet}>{formatClose(data.as_of)}</p>
    </>
  );
}

function Sectors({ data }: { data: MarketSentiment }) {
  return (
    <Table
      caption="Sentiment by sector, highest first"
      rows={data.sectors}
      rowKey={(row) => row.sector}
      columns={[
        { key: 'sector', label: 'Sector', render: (row) => row.sector },
        { key: 'stocks', label: 'Stocks', align: 'end', render: (row) => row.stocks },
        { key: 'score', label: 'Score of 100', align: 'end', render: (row) => row.score.toFixed(0) },
        { key: 'change', label: 'Day’s change', align: 'end', render: (row) => <Change pct={row.change_pct} /> },
      ]}
    />
  );
}

function WholeSkeleton() {
  return (
    <SkeletonHost label="Loading market sentiment">
      <div css={dial}>
        <Skeleton width={112} height={63} />
        <div>
          <Skeleton width={120} height={20} />
          <Skeleton width={140} height={34} />
        </div>
      </div>
    </SkeletonHost>
  );
}
