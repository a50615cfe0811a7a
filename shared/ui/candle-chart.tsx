import { useMemo } from 'react';
import type uPlot from 'uplot';
import type { Candle } from '../contract/market/types.ts';
import { formatDay, formatFloat, formatIst } from '../domain/text/formats.ts';
import { Chart, type ChartKind } from './chart.tsx';
import type { ChartLevel, ChartMarker } from './chart.types.ts';
import { toneToken } from './chart-colours.ts';

export interface CandleChartProps {
  /** "RELIANCE, daily prices". */
  label: string;
  /** Oldest first, ₹. Pass the same array on every render. */
  candles: readonly Candle[];
  interval: '1d' | '5m';
  levels?: readonly ChartLevel[];
  markers?: readonly ChartMarker[];
  height?: number;
  /** Lets the user drag the levels or move them with the arrow keys, in steps of `tick`. */
  onMoveLevel?: (key: string, price: number) => void;
  tick?: number;
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

/** A small triangle under the candle of each event, with its first letter. */
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

/** Daily or 5-minute candles with levels and call markers. */
export function CandleChart({ label, candles, interval, levels = NO_LEVELS, markers = NO_MARKERS, height = 320, onMoveLevel, tick }: CandleChartProps) {
  const points = useMemo(
    () =>
      candles.map((candle) => {
        const when = interval === '1d' ? formatDay(candle.t) : formatIst(candle.t);
        const labels = markers.filter((marker) => candle.t === candles.findLast((other) => other.t <= marker.t)?.t).map((marker) => marker.label);
        return [when, ...labels].join(' · ');
      }),
    [candles, interval, markers],
  );
  const ticks = useMemo(
    () => candles.map((candle) => (interval === '1d' ? formatDay(candle.t).replace(/ \d{4}$/, '') : (formatIst(candle.t).match(/\d\d:\d\d/)?.[0] ?? ''))),
    [candles, interval],
  );
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
      series: () => columns.map(() => ({ paths: () => null, points: { show: false } })),
      draw: (plot, colour) => {
        drawCandles(plot, candles, colour);
        drawMarkers(plot, candles, markers, colour);
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
    />
  );
}
