import type { CallDetail } from '@vimarsh/shared/contract/calls/types.ts';
import { readCandles } from '@vimarsh/shared/contract/market/routes.ts';
import { shareDay } from '@vimarsh/shared/domain/calls/equity/share-day.ts';
import { useMarketDay } from '@vimarsh/shared/kit/market-day.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { chartLevels } from '@vimarsh/shared/ui/calls/call-levels.ts';
import { CandleChart } from '@vimarsh/shared/ui/charts/candle-chart.tsx';
import { Skeleton } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { useMemo } from 'react';
import { chartMarkers, chartSpan } from './chart.view.ts';

const HEIGHT = 290;

/** Prices around a call with its levels and events: 5 minutes for intraday, days otherwise. */
export function CallChart({ call }: { call: CallDetail }) {
  const { published_at, entry_fill, exit, ended_at, term, stock } = call;
  const today = useMarketDay();
  const query = useMemo(() => {
    const span = chartSpan({ published_at, exit, term }, today);
    return { symbol: stock, ...span, shares: shareDay({ published_at, entry_fill, ended_at }, today), limit: '400' };
  }, [published_at, entry_fill, exit, ended_at, term, stock, today]);
  const { data, error, refetch } = useQuery(readCandles, { query }, { shown: true });
  const levels = useMemo(() => chartLevels(call), [call]);
  const markers = useMemo(() => chartMarkers(call), [call]);
  if (!data) return error ? <ErrorState what="the prices" onRetry={refetch} error={error} /> : <Skeleton height={HEIGHT + 40} />;
  if (data.length === 0) return <EmptyState title="No prices for these days" text="The chart appears with the next session." />;
  return (
    <CandleChart
      label={`${call.stock}, ${query.interval === '5m' ? '5-minute' : 'daily'} prices with the levels of this call`}
      candles={data}
      interval={query.interval}
      levels={levels}
      markers={markers}
      height={HEIGHT}
    />
  );
}
