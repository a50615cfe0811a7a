import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import { readCandles } from '@vimarsh/shared/contract/market/routes.ts';
import { addDays, istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { useMarketDay } from '@vimarsh/shared/kit/market-day.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { CandleChart } from '@vimarsh/shared/ui/charts/candle-chart.tsx';
import { Skeleton } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { useMemo } from 'react';
import { stockLevels } from './by-stock.ts';

/** Room for the labels of all lines, one below the other. */
const CHART_HEIGHT = 390;
/** Days before the earliest of the calls. */
const BEFORE = 45;
const MOST_DAYS = 400;

/** Daily prices of one stock with the levels of several calls on it. */
export function LevelsChart({ stock, calls }: { stock: string; calls: readonly Call[] }) {
  const today = useMarketDay();
  const first = istDay(new Date(Math.min(...calls.map(({ published_at }) => Date.parse(published_at)))));
  const query = useMemo(() => ({ symbol: stock, from: addDays(first, -BEFORE), to: today, shares: today, limit: String(MOST_DAYS) }), [stock, first, today]);
  const { data, error, refetch } = useQuery(readCandles, { query }, { shown: true });
  const levels = useMemo(() => stockLevels(calls), [calls]);
  if (!data) return error ? <ErrorState what="the prices" onRetry={refetch} error={error} /> : <Skeleton height={CHART_HEIGHT + 40} />;
  if (data.length === 0) return <EmptyState title="No prices for these days" text="The chart appears with the next session." />;
  return <CandleChart label={`${stock}, daily prices with the levels of the calls below`} candles={data} interval="1d" levels={levels} height={CHART_HEIGHT} />;
}
