import { css } from '@emotion/react';
import { readMarketsOverview } from '@vimarsh/shared/contract/markets-overview/routes.ts';
import type { MarketsOverview, Mover } from '@vimarsh/shared/contract/markets-overview/types.ts';
import { formatCompactInr, formatDay, formatIst, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { useSeenQuery } from '@vimarsh/shared/kit/query/seen-query.ts';
import { Change, Price } from '@vimarsh/shared/ui/calls/price.tsx';
import { SymbolLink } from '@vimarsh/shared/ui/calls/symbol-link.tsx';
import { DisclosureStrip } from '@vimarsh/shared/ui/page/disclosure.tsx';
import { Page } from '@vimarsh/shared/ui/page/page.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { ErrorState, StaleBadge } from '@vimarsh/shared/ui/page/state.tsx';
import { Table } from '@vimarsh/shared/ui/page/table.tsx';
import { TabPanel, Tabs } from '@vimarsh/shared/ui/page/tabs.tsx';
import { useState } from 'react';
import { Card, Figures } from '../insight/parts.view.tsx';
import { PortalWords } from '../insight/portal-words.tsx';

const REFRESH_MS = 15_000;

const strip = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(140px, 1fr));
  gap: var(--s-8);
  & > a {
    display: grid;
    gap: var(--s-4);
    padding: var(--s-12);
    border: 1px solid var(--line);
    border-radius: var(--r-10);
    background: var(--surface);
    color: var(--ink);
    text-decoration: none;
  }
  & > a > span:first-of-type {
    font-size: var(--t-12);
    color: var(--ink-2);
  }
  & strong {
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
`;
const columns = css`
  display: grid;
  gap: var(--s-16);
  grid-template-columns: minmax(0, 1fr);
  @media (min-width: 880px) {
    grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
    align-items: start;
  }
`;
const column = css`
  display: grid;
  gap: var(--s-16);
  grid-template-columns: minmax(0, 1fr);
`;
const quiet = css`
  margin: var(--s-8) 0 0;
  font-size: var(--t-12);
  color: var(--ink-3);
`;
const plain = css`
  margin: 0;
  padding: 0;
  list-style: none;
  display: grid;
  gap: var(--s-8);
  font-size: var(--t-13);
`;
/** What is said of a list under it. */
const noteCss = css`
  margin-top: var(--s-8);
  font-size: var(--t-13);
  color: var(--ink-2);
`;
/** Loading and loaded, the lists keep their place. */
const roomy = css`
  min-height: 440px;
`;

const LISTS = [
  { value: 'gainers', label: 'Gainers', empty: 'No stock has risen.' },
  { value: 'losers', label: 'Losers', empty: 'No stock has fallen.' },
  { value: 'active', label: 'Most traded', empty: 'Nothing has been traded yet.' },
  { value: 'shockers', label: 'Unusual volume', empty: 'No stock has traded twice its usual volume so far.' },
  { value: 'highs', label: '52-week highs', empty: 'No stock is at a 52-week high.' },
  { value: 'lows', label: '52-week lows', empty: 'No stock is at a 52-week low.' },
] as const;
type ListName = (typeof LISTS)[number]['value'];

/** The market at a glance: indices, movers, sectors, volatility, and the days ahead. */
export function MarketsOverviewPage() {
  const { data, error, stale, asOf, refetch } = useSeenQuery(readMarketsOverview, {}, { every: REFRESH_MS, shown: true });
  const old = (stale || data?.stale) && asOf ? <StaleBadge asOf={asOf} /> : null;
  return (
    <Page title="Markets overview" actions={old}>
      {data ? <Overview data={data} /> : error ? <ErrorState what="the market" onRetry={refetch} error={error} /> : <SkeletonRows rows={14} screen />}
      <DisclosureStrip illustration />
    </Page>
  );
}
export { MarketsOverviewPage as Page };

function Overview({ data }: { data: MarketsOverview }) {
  return (
    <>
      <nav css={strip} aria-label="Indices">
        {data.indices.map((index) => (
          <SymbolLink key={index.symbol} symbol={index.symbol}>
            <span>{index.name}</span>
            <strong>{formatNumber(index.ltp, 2)}</strong>
            <Change pct={index.change_pct} />
          </SymbolLink>
        ))}
      </nav>
      <p css={quiet}>
        {data.label} · as of {formatIst(data.as_of)}
        {data.prices_from?.invented ? ' · simulated market' : ''} · {data.breadth.advances} rose, {data.breadth.declines} fell, {data.breadth.unchanged}{' '}
        unchanged
      </p>
      <div css={columns}>
        <div css={column}>
          <Movers data={data} />
          <Card title="Sectors">
            <Table
              caption="Average change of the stocks in each sector, highest first"
              rows={data.sectors}
              rowKey={(row) => row.sector}
              columns={[
                { key: 'sector', label: 'Sector', render: (row) => row.sector },
                { key: 'stocks', label: 'Stocks', align: 'end', render: (row) => row.stocks },
                { key: 'change', label: 'Average change', align: 'end', render: (row) => <Change pct={row.change_pct} /> },
              ]}
            />
          </Card>
        </div>
        <div css={column}>
          {data.options.length > 0 ? (
            <Card title="NIFTY options">
              <PortalWords of="options">
                <Figures figures={data.options} asOf={data.as_of} />
              </PortalWords>
            </Card>
          ) : null}
          <Ahead data={data} />
        </div>
      </div>
    </>
  );
}

function Movers({ data }: { data: MarketsOverview }) {
  const [list, setList] = useState<ListName>('gainers');
  const { label, empty } = LISTS.find((candidate) => candidate.value === list)!;
  const rows = data[list];
  return (
    <Card title="Movers">
      <div css={roomy}>
        <Tabs
          label="Lists of movers"
          items={LISTS.map(({ value, label: name }) => ({ value, label: name, count: data[value].length }))}
          value={list}
          onChange={setList}
          panelId="movers"
        />
        <TabPanel id="movers" value={list}>
          {rows.length === 0 ? <p css={quiet}>{empty}</p> : <MoverTable caption={label} rows={rows} />}
        </TabPanel>
      </div>
      <p css={quiet}>
        Change against the previous close. Traded value: volume times the last price. Unusual: at least twice the average volume of 20 sessions. 52 weeks: the
        price against the calendar year before, adjusted for splits and bonuses.
      </p>
    </Card>
  );
}

function MoverTable({ caption, rows }: { caption: string; rows: readonly Mover[] }) {
  return (
    <Table
      caption={caption}
      rows={rows}
      rowKey={(row) => row.symbol}
      columns={[
        {
          key: 'symbol',
          label: 'Stock',
          render: (row) => <SymbolLink symbol={row.symbol} title={row.name} />,
        },
        { key: 'ltp', label: 'Price', align: 'end', render: (row) => <Price value={row.ltp} /> },
        { key: 'change', label: 'Change', align: 'end', render: (row) => <Change pct={row.change_pct} /> },
        { key: 'turnover', label: 'Traded value', align: 'end', render: (row) => formatCompactInr(row.turnover) },
        { key: 'ratio', label: '× usual', align: 'end', render: (row) => formatNumber(row.volume_ratio, 2) },
      ]}
    />
  );
}

function Ahead({ data }: { data: MarketsOverview }) {
  return (
    <>
      <Card title="Expiries ahead">
        {data.expiries.length === 0 ? (
          <p>No options are listed.</p>
        ) : (
          <ul css={plain}>
            {data.expiries.map(({ day, symbols }) => (
              <li key={day}>
                <strong>{formatDay(day)}</strong> {symbols.length > 5 ? `${symbols.slice(0, 5).join(', ')} and ${symbols.length - 5} more` : symbols.join(', ')}
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Card title="Market holidays ahead">
        <ul css={plain}>
          {data.holidays.map((day) => (
            <li key={day}>{formatDay(day)}</li>
          ))}
        </ul>
        <p css={noteCss}>{`Holidays after ${data.holidays_announced} are not announced yet; only the fixed ones are listed.`}</p>
      </Card>
      <Card title="Corporate actions">
        {data.actions.length === 0 ? (
          <p>None in the past or next four months.</p>
        ) : (
          <ul css={plain}>
            {data.actions.map((action) => (
              <li key={`${action.symbol} ${action.day}`}>
                <strong>{formatDay(action.day)}</strong> <SymbolLink symbol={action.symbol} /> <span>{action.text}</span>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}
