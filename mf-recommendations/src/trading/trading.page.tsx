import { readTradingDesk } from '@vimarsh/shared/contract/trading/routes.ts';
import type { TradingDesk } from '@vimarsh/shared/contract/trading/types.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { navigate, useParams, usePath } from '@vimarsh/shared/kit/router.tsx';
import { DisclosureStrip } from '@vimarsh/shared/ui/page/disclosure.tsx';
import { Page as Frame } from '@vimarsh/shared/ui/page/page.tsx';
import { Skeleton, SkeletonHost } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { TabPanel, Tabs } from '@vimarsh/shared/ui/page/tabs.tsx';
import { type ReactNode, useMemo } from 'react';
import { FundsTab } from './books/funds.tab.tsx';
import { HoldingsTab } from './books/holdings.tab.tsx';
import { PositionsTab } from './books/positions.tab.tsx';
import { DeskHead } from './desk-head.tsx';
import { OrdersTab } from './orders/orders.tab.tsx';
import { TradeTab } from './ticket/trade.tab.tsx';
import { partsCss } from './trading-css.ts';
import { parseTrading, type TradingView, tabAddress } from './trading-url.ts';
import { useOrderNews } from './use-orders.ts';
import { NoBroker, useWhyNot } from './why-not.tsx';

const PANEL = 'trading-panel';
const TABS = [
  { value: 'trade', label: 'Trade' },
  { value: 'orders', label: 'Orders' },
  { value: 'positions', label: 'Positions' },
  { value: 'holdings', label: 'Holdings' },
  { value: 'funds', label: 'Funds' },
] as const;

/** `/trading/:orders?`: orders through a linked broker, and its books (S2.1-ROUTE-19, S2.1-PARAM-11). */
export function Page() {
  const { query } = usePath();
  const { orders } = useParams();
  const view = useMemo(() => parseTrading(orders, query), [orders, query]);
  const { data: desk, error, refetch } = useQuery(readTradingDesk, {}, { every: 30_000, fresh: 0, shown: true, told: ['BROKER_UNKNOWN'] });
  useOrderNews(refetch);
  return (
    <Frame title="Trading">
      {desk ? (
        <>
          <DeskHead desk={desk} />
          <Tabs label="Parts of trading" items={TABS} value={view.tab} onChange={(tab) => navigate(tabAddress(tab))} panelId={PANEL} />
          <TabPanel id={PANEL} value={view.tab}>
            <TabOf view={view} desk={desk} onChanged={refetch} />
          </TabPanel>
        </>
      ) : error?.code === 'BROKER_UNKNOWN' ? (
        <NoBroker />
      ) : error ? (
        <ErrorState what="trading" onRetry={refetch} error={error} />
      ) : (
        <SkeletonHost label="Loading trading" screen>
          <div css={partsCss}>
            <Skeleton height={24} width="60%" />
            <Skeleton height={44} />
            <Skeleton height={320} />
          </div>
        </SkeletonHost>
      )}
      <DisclosureStrip />
    </Frame>
  );
}

function TabOf({ view, desk, onChanged }: { view: TradingView; desk: TradingDesk; onChanged: () => void }): ReactNode {
  const whyNot = useWhyNot(desk);
  switch (view.tab) {
    case 'trade':
      return whyNot ?? <TradeTab desk={desk} source={view.source} onChanged={onChanged} />;
    case 'orders':
      return <OrdersTab desk={desk} order={view.order} back={view.back} />;
    case 'positions':
      return <PositionsTab desk={desk} />;
    case 'holdings':
      return <HoldingsTab desk={desk} />;
    case 'funds':
      return <FundsTab desk={desk} onChanged={onChanged} />;
  }
}
