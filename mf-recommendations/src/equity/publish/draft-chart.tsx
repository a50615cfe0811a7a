import { readCandles } from '@vimarsh/shared/contract/market/routes.ts';
import { snapToTick } from '@vimarsh/shared/domain/market/ticks.ts';
import { useMarketDay } from '@vimarsh/shared/kit/market-day.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { CandleChart } from '@vimarsh/shared/ui/charts/candle-chart.tsx';
import type { ChartLevel, LevelTone } from '@vimarsh/shared/ui/charts/chart.types.ts';
import { useWideAs } from '@vimarsh/shared/ui/page/layout.ts';
import { Skeleton } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { useMemo } from 'react';
import { priceOf, typedPrice } from '../../publishing/price-step.ts';
import type { CallForm } from './call-form.ts';

/** Chart heights, px: on the desk beside the fields, and on a phone above them, where both share one screen. */
const HEIGHT = { desk: 280, phone: 116 } as const;
/** The line above the chart, which gives its figures; on a phone the head above it does. */
const FIGURES = 40;
const LINES: readonly (readonly [field: 'target' | 'entry_low' | 'entry_high' | 'stop_loss', label: string, tone: LevelTone])[] = [
  ['target', 'Target', 'gain'],
  ['entry_low', 'Entry', 'neutral'],
  ['entry_high', 'Entry to', 'neutral'],
  ['stop_loss', 'Stop-loss', 'loss'],
];

/** The chart's room until there are prices. */
export const ChartWaits = () => <Skeleton height={useWideAs('expertView') ? HEIGHT.desk + FIGURES : HEIGHT.phone} />;

/** The stock's prices with the draft's levels. With `edit`, levels can be dragged or moved with the arrow keys. */
export function DraftChart({ form, symbol, tick, edit }: { form: CallForm; symbol: string; tick: number; edit?: (patch: Partial<CallForm>) => void }) {
  const intraday = form.term === 'intraday';
  const today = useMarketDay();
  const query = useMemo(
    () => ({ symbol, interval: intraday ? ('5m' as const) : ('1d' as const), shares: today, limit: intraday ? '150' : '90' }),
    [symbol, intraday, today],
  );
  const { data, error, refetch } = useQuery(readCandles, { query }, { shown: true });
  const roomy = useWideAs('expertView');
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
      height={roomy ? HEIGHT.desk : HEIGHT.phone}
      bare={!roomy}
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
