import { useMemo } from 'react';
import type uPlot from 'uplot';
import type { Candle } from '../../contract/market/types.ts';
import { formatDay, formatFloat, formatIst } from '../../domain/text/formats.ts';
import { Chart, type ChartKind } from './chart.tsx';
import type { ChartLevel, ChartMarker } from './chart.types.ts';
import { toneToken } from './chart-colours.ts';

export interface CandleChartProps {
  /** "RELIANCE, daily prices". */
  label: string;
  /** Oldest first, ₹. Pass the same array on every render. */
  candles: readonly Candle[];
  /** Weeks and days are named by their day, anything shorter by its time. */
  interval: '1w' | '1d' | '5m';
  levels?: readonly ChartLevel[];
  markers?: readonly ChartMarker[];
  height?: number;
  /** Lets the user drag the levels or move them with the arrow keys, in steps of `tick`. */
  onMoveLevel?: (key: string, price: number) => void;
  tick?: number;
  /** Without the line above it. */
  bare?: boolean;
}

const NO_LEVELS: readonly ChartLevel[] = [];
const NO_MARKERS: readonly ChartMarker[] = [];

/** Rising candles are hollow and falling ones filled, so that they differ without colour. */
function drawCandles(plot: uPlot, candles: readonly Candle[], colour: (token: string) => string): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio || 1;
  const width = Math.max(ratio, Math.min(12 * ratio, (bbox.width / candles.length) * 0.64));
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.lineWidth = ratio;
  candles.forEach(({ o, h, l, c }, at) => {
    const up = c >= o;
    const x = Math.round(plot.valToPos(at, 'x', true));
    const [high, low, top, bottom] = [h, l, Math.max(o, c), Math.min(o, c)].map((price) => Math.round(plot.valToPos(price, 'y', true))) as [
      number,
      number,
      number,
      number,
    ];
    const tone = colour(up ? '--gain' : '--loss');
    ctx.strokeStyle = tone;
    ctx.fillStyle = tone;
    ctx.beginPath();
    ctx.moveTo(x, high);
    ctx.lineTo(x, top);
    ctx.moveTo(x, bottom);
    ctx.lineTo(x, low);
    ctx.stroke();
    const body = Math.max(ratio, bottom - top);
    if (up) ctx.strokeRect(x - width / 2, top, width, body);
    else ctx.fillRect(x - width / 2, top, width, body);
  });
  ctx.restore();
}

/** A small triangle under the candle of each event. */
function drawMarkers(plot: uPlot, candles: readonly Candle[], markers: readonly ChartMarker[], colour: (token: string) => string): void {
  const { ctx } = plot;
  const ratio = devicePixelRatio || 1;
  for (const marker of markers) {
    const at = candles.findLastIndex((candle) => candle.t <= marker.t);
    const candle = candles[at];
    if (!candle) continue;
    const x = plot.valToPos(at, 'x', true);
    const y = plot.valToPos(candle.l, 'y', true) + 6 * ratio;
    const size = 5 * ratio;
    ctx.save();
    ctx.fillStyle = colour(toneToken(marker.tone));
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineTo(x - size, y + size * 1.6);
    ctx.lineTo(x + size, y + size * 1.6);
    ctx.fill();
    ctx.restore();
  }
}

const NAME_PX = 14;
const NAME_ROWS = 3;

/** Names of events above the plot, with a line down to their candle. Close ones take a row each. */
function drawNames(plot: uPlot, candles: readonly Candle[], markers: readonly ChartMarker[], colour: (token: string) => string): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio || 1;
  const names = new Map<number, string[]>();
  for (const { t, short } of markers) {
    const at = candles.findLastIndex((candle) => candle.t <= t);
    if (short && at >= 0) names.set(at, [...(names.get(at) ?? []), short]);
  }
  const ends = Array.from({ length: NAME_ROWS }, () => 0);
  ctx.save();
  ctx.font = `${11 * ratio}px ${colour('--font')}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'bottom';
  ctx.lineWidth = ratio;
  ctx.strokeStyle = colour('--control');
  ctx.setLineDash([3 * ratio, 3 * ratio]);
  for (const [at, words] of names) {
    const text = words.join(' · ');
    const { width } = ctx.measureText(text);
    const x = plot.valToPos(at, 'x', true);
    const left = Math.max(bbox.left, Math.min(bbox.left + bbox.width - width, x - width / 2));
    const row = Math.max(
      0,
      ends.findIndex((end) => left > end),
    );
    ends[row] = left + width + 6 * ratio;
    const y = bbox.top - row * NAME_PX * ratio;
    ctx.fillStyle = colour('--ink-2');
    ctx.fillText(text, left, y);
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineTo(x, plot.valToPos(candles[at]!.h, 'y', true));
    ctx.stroke();
  }
  ctx.restore();
}

/** What stands on the time axis: a week needs its year, a day its day, and less its time. */
const TICKS = {
  '1w': (t: string): string => formatDay(t).replace(/^\d+ /, ''),
  '1d': (t: string): string => formatDay(t).replace(/ \d{4}$/, ''),
  '5m': (t: string): string => formatIst(t).match(/\d\d:\d\d/)?.[0] ?? '',
} as const;

/** Candles by day, week or some minutes, with levels and call markers. */
export function CandleChart({
  label,
  candles,
  interval,
  levels = NO_LEVELS,
  markers = NO_MARKERS,
  height = 320,
  onMoveLevel,
  tick,
  bare = false,
}: CandleChartProps) {
  const points = useMemo(() => {
    const events = markers.map(({ t, label }) => ({ label, t: candles.findLast((candle) => candle.t <= t)?.t }));
    return candles.map(({ t }) => {
      const when = interval === '5m' ? formatIst(t) : formatDay(t);
      return [when, ...events.filter((event) => event.t === t).map((event) => event.label)].join(' · ');
    });
  }, [candles, interval, markers]);
  const ticks = useMemo(() => candles.map(({ t }) => TICKS[interval](t)), [candles, interval]);
  const columns = useMemo(
    () =>
      (
        [
          ['O', 'o'],
          ['H', 'h'],
          ['L', 'l'],
          ['C', 'c'],
        ] as const
      ).map(([name, key]) => ({ label: name, values: candles.map((candle) => candle[key]) })),
    [candles],
  );
  const kind = useMemo<ChartKind>(
    () => ({
      data: columns.map((column) => column.values),
      above: markers.some(({ short }) => short) ? NAME_ROWS * NAME_PX + 2 : undefined,
      series: () => columns.map(() => ({ paths: () => null, points: { show: false } })),
      draw: (plot, colour) => {
        drawCandles(plot, candles, colour);
        drawMarkers(plot, candles, markers, colour);
        drawNames(plot, candles, markers, colour);
      },
      bounds: () => (candles.length ? [Math.min(...candles.map((candle) => candle.l)), Math.max(...candles.map((candle) => candle.h))] : [0, 1]),
    }),
    [candles, columns, markers],
  );
  return (
    <Chart
      label={label}
      height={height}
      points={points}
      ticks={ticks}
      columns={columns}
      levels={levels}
      format={formatFloat}
      kind={kind}
      onMoveLevel={onMoveLevel}
      tick={tick}
      bare={bare}
    />
  );
}
