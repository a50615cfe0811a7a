import { useMemo } from 'react';
import { formatDay, formatNumber } from '../../domain/text/formats.ts';
import { Chart, type ChartKind } from './chart.tsx';
import type { ChartLevel } from './chart.types.ts';

export interface LineChartProps {
  /** What it shows: "Market sentiment, last 90 sessions". */
  label: string;
  /** UTC instants or IST days, oldest first. */
  times: readonly string[];
  /** The first line is in ink, the second in the accent, further ones in `color` (a CSS token name). */
  series: readonly { label: string; values: readonly (number | null)[]; color?: string }[];
  levels?: readonly ChartLevel[];
  height?: number;
  format?: (value: number) => string;
  /** A time as text; "20 Nov 2026" by default. */
  timeLabel?: (time: string) => string;
  /** For lines over something else than time: what its points are, and the one that is read out first. The last without. */
  pointName?: string;
  start?: number;
}

const TOKENS = ['--ink', '--accent', '--ink-3'] as const;
const twoDecimals = (value: number) => formatNumber(value, 2);
const NONE: readonly ChartLevel[] = [];

/** Lines over time, 1.5 px. Pass the same `times` and `series` objects on every render. */
export function LineChart({
  label,
  times,
  series,
  levels = NONE,
  height = 240,
  format = twoDecimals,
  timeLabel = formatDay,
  pointName,
  start,
}: LineChartProps) {
  const points = useMemo(() => times.map(timeLabel), [times, timeLabel]);
  const ticks = useMemo(() => points.map((point) => point.replace(/ \d{4}.*$/, '')), [points]);
  const kind = useMemo<ChartKind>(
    () => ({
      data: series.map((line) => line.values),
      series: (colour) =>
        series.map((line, at) => ({ stroke: colour(line.color ?? TOKENS[at % TOKENS.length]!), width: 1.5, dash: at ? [6, 4] : [], points: { show: false } })),
      bounds: () => {
        const values = series.flatMap((line) => line.values.filter((value) => value !== null));
        return values.length ? [Math.min(...values), Math.max(...values)] : [0, 1];
      },
    }),
    [series],
  );
  return (
    <Chart
      label={label}
      height={height}
      points={points}
      ticks={ticks}
      columns={series}
      levels={levels}
      format={format}
      kind={kind}
      pointName={pointName}
      start={start}
    />
  );
}
