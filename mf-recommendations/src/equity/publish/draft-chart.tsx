import { readCandles } from '@vimarsh/shared/contract/market/routes.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { snapToTick } from '@vimarsh/shared/domain/market/ticks.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { CandleChart } from '@vimarsh/shared/ui/charts/candle-chart.tsx';
import type { ChartLevel, LevelTone } from '@vimarsh/shared/ui/charts/chart.types.ts';
import { Skeleton } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { useMemo } from 'react';
import { type CallForm, priceOf } from './call-form.ts';
import { typedPrice } from './price-step.ts';

const HEIGHT = 280;
const LINES: readonly (readonly [field: 'target' | 'entry_low' | 'entry_high' | 'stop_loss', label: string, tone: LevelTone])[] = [
  ['target', 'Target', 'gain'],
  ['entry_low', 'Entry', 'neutral'],
  ['entry_high', 'Entry to', 'neutral'],
  ['stop_loss', 'Stop-loss', 'loss'],
];

/** The chart's room until there are prices. */
export const ChartWaits = () => <Skeleton height={HEIGHT + 40} />;

/** The stock's prices with the draft's levels. With `edit`, levels can be dragged or moved with the arrow keys. */
export function DraftChart({ form, symbol, tick, edit }: { form: CallForm; symbol: string; tick: number; edit?: (patch: Partial<CallForm>) => void }) {
  const intraday = form.term === 'intraday';
  const query = useMemo(
    () => ({ symbol, interval: intraday ? ('5m' as const) : ('1d' as const), shares: istDay(new Date()), limit: intraday ? '150' : '90' }),
    [symbol, intraday],
  );
  const { data, error, refetch } = useQuery(readCandles, { query }, { shown: true });
  const { target, entry_low, entry_high, stop_loss, entry_mode } = form;
  const levels = useMemo<ChartLevel[]>(() => {
    const typed = { target, entry_low, entry_high: entry_mode === 'range' ? entry_high : '', stop_loss };
    return LINES.flatMap(([key, label, tone]) => {
      const value = priceOf(typed[key]);
      return value > 0 ? [{ key, label, value, tone }] : [];
    });
  }, [target, entry_low, entry_high, stop_loss, entry_mode]);
  if (!data) return error ? <ErrorState what="the prices" onRetry={refetch} error={error} /> : <ChartWaits />;
  if (data.length === 0) return <EmptyState title="No prices to draw yet" text="Type the levels; the chart appears with the next session." />;
  return (
    <CandleChart
      label={`${symbol}, ${intraday ? '5-minute' : 'daily'} prices with the levels of your draft`}
      candles={data}
      interval={query.interval}
      levels={levels}
      height={HEIGHT}
      tick={tick}
      {...(edit && {
        onMoveLevel: (key: string, price: number) => {
          if (key === 'entry_low' && entry_mode === 'market') return;
          edit({ [key]: typedPrice(snapToTick(price, tick)) });
        },
      })}
    />
  );
}
