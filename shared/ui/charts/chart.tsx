import { css } from '@emotion/react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type uPlot from 'uplot';
import { drawnRange } from '../../domain/drawn-range.ts';
import { Button } from '../fields/button.tsx';
import { ErrorState } from '../page/state.tsx';
import { Table } from '../page/table.tsx';
import { plotCss } from './chart.css.ts';
import type { ChartColumn, ChartLevel } from './chart.types.ts';
import { tokenAt, useThemeVersion } from './chart-colours.ts';
import { ChartLevels, GUTTER, LABEL_HEIGHT, labelTops } from './chart-levels.tsx';
import { useNear } from './near.ts';

const headCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--s-4) var(--s-16);
  min-height: 40px;
`;
/** As high whatever it says: the chart stays where it is while the cursor moves and when marks come. */
const rowCss = css`
  display: flex;
  flex: 1 1 0;
  flex-wrap: wrap;
  gap: 0 var(--s-8);
  min-width: 0;
  line-height: 20px;
  font-size: var(--t-12);
  color: var(--ink-3);
  font-variant-numeric: tabular-nums;
  & b {
    color: var(--ink);
    font-weight: 600;
  }
  & > :first-child {
    flex: 1 0 100%;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;
/** Room for four prices in one line; where the button does not fit beside them it stands below. */
const PRICES_WIDTH = 280;
/** As wide as its place and no wider: what was drawn for a wide place must not keep it wide. */
const areaCss = css`
  position: relative;
  overflow: hidden;
  contain: inline-size;
`;
const overlayCss = css`
  position: absolute;
  pointer-events: none;
  & > * > * {
    pointer-events: none;
  }
  & [role='slider'] {
    pointer-events: auto;
  }
`;
const tableCss = css`
  overflow: auto;
`;
const boneCss = css`
  background: linear-gradient(var(--line), var(--line)) center / 100% 1px no-repeat;
`;

/** Room above the plot where nothing is written, px: half of the highest figure of the axis stands there. */
const NOTHING_ABOVE = 17;

/** What a kind of chart adds to the frame. `data` columns follow the x column, in order. */
export interface ChartKind {
  data: readonly (readonly (number | null)[])[];
  series: (colour: (token: string) => string) => uPlot.Series[];
  draw?: (plot: uPlot, colour: (token: string) => string) => void;
  /** Room above the plot for what `draw` writes there, px. */
  above?: number | undefined;
  /** Lowest and highest value to show, before padding. */
  bounds: () => readonly [low: number, high: number];
}

export interface ChartProps {
  /** What the chart shows; its accessible name and the table's caption. */
  label: string;
  height: number;
  /** One label per point: its time as text. */
  points: readonly string[];
  /** Short labels of the axis. */
  ticks: readonly string[];
  columns: readonly ChartColumn[];
  levels: readonly ChartLevel[];
  format: (value: number) => string;
  kind: ChartKind;
  onMoveLevel?: ((key: string, value: number) => void) | undefined;
  tick?: number | undefined;
  /** What a point is, as the head of the table's first column. */
  pointName?: string | undefined;
  /** The point that is read out before anybody points at one. */
  start?: number | undefined;
  /** Without the line above it, for a place that is small and shows the prices elsewhere. The plot itself still reads them out. */
  bare?: boolean | undefined;
}

interface Geometry {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The frame of every chart: loads uPlot when near, reads out the point under the cursor, moves it with the arrow keys, has a table twin. */
export function Chart({
  label,
  height,
  points,
  ticks,
  columns,
  levels,
  format,
  kind,
  onMoveLevel,
  tick = 0.05,
  pointName = 'Time',
  start,
  bare = false,
}: ChartProps) {
  const mount = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const [geometry, setGeometry] = useState<Geometry | null>(null);
  const [cursor, setCursor] = useState<number | null>(null);
  const [asTable, setAsTable] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  const near = useNear(mount);
  const theme = useThemeVersion();
  const headId = useId();

  const now = useRef({ kind, levels, ticks });
  now.current = { kind, levels, ticks };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the next effect draws data and levels; theme and attempt rebuild the plot.
  useEffect(() => {
    const element = mount.current;
    if (!near || asTable || !element) return;
    let unmounted = false;
    let watch: ResizeObserver | undefined;
    setFailed(false);
    import('uplot').then(
      ({ default: UPlot }) => {
        if (unmounted) return;
        const colour = (token: string) => tokenAt(element, token);
        const axis = { stroke: colour('--ink-3'), font: `11px ${colour('--font')}`, ticks: { show: false } };
        plot.current = new UPlot(
          {
            width: element.clientWidth,
            height,
            // What is written there may come after the chart: a call that one chooses in a list.
            padding: [() => now.current.kind.above ?? NOTHING_ABOVE, null, null, null],
            legend: { show: false },
            cursor: { drag: { x: false, y: false }, points: { show: false } },
            scales: {
              x: { time: false, range: (_, low, high) => [low - 0.5, high + 0.5] },
              y: {
                range: () => {
                  const [low, high] = now.current.kind.bounds();
                  const values = now.current.levels.map((level) => level.value);
                  const [least, most] = drawnRange(Math.min(low, ...values), Math.max(high, ...values));
                  const pad = (most - least) * 0.06;
                  return [least - pad, most + pad];
                },
              },
            },
            axes: [
              { ...axis, grid: { show: false }, size: 28, space: 72, values: (_, splits) => splits.map((at) => now.current.ticks[at] ?? '') },
              {
                ...axis,
                side: 1,
                size: () => (now.current.levels.length ? GUTTER : 64),
                grid: { stroke: colour('--line'), width: 1 },
                values: (self, splits) => {
                  const y = (figure: number) => self.valToPos(figure, 'y');
                  const taken = labelTops(
                    now.current.levels.map((level) => y(level.value)),
                    self.bbox.height / UPlot.pxRatio,
                  );
                  // Half a figure under a label reads as another figure.
                  return splits.map((figure) => (taken.some((top) => y(figure) > top - 8 && y(figure) < top + LABEL_HEIGHT + 8) ? '' : format(figure)));
                },
              },
            ],
            series: [{}, ...now.current.kind.series(colour)],
            hooks: {
              draw: [
                (self) => {
                  now.current.kind.draw?.(self, colour);
                  const ratio = UPlot.pxRatio;
                  setGeometry({
                    left: self.bbox.left / ratio,
                    top: self.bbox.top / ratio,
                    width: self.bbox.width / ratio,
                    height: self.bbox.height / ratio,
                  });
                },
              ],
              setCursor: [(self) => setCursor(self.cursor.idx ?? null)],
            },
          },
          [now.current.ticks.map((_, at) => at), ...now.current.kind.data] as uPlot.AlignedData,
          element,
        );
        watch = new ResizeObserver(() => plot.current?.setSize({ width: element.clientWidth, height }));
        watch.observe(element);
      },
      () => !unmounted && setFailed(true),
    );
    return () => {
      unmounted = true;
      watch?.disconnect();
      plot.current?.destroy();
      plot.current = null;
    };
  }, [near, asTable, height, theme, attempt]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: levels change the range of the y axis.
  useEffect(() => {
    plot.current?.setData([ticks.map((_, at) => at), ...kind.data] as uPlot.AlignedData);
    // The gutter's width and figures are measured with the size only, and levels may come, go or move on the same scale.
    plot.current?.setSize({ width: plot.current.width, height });
  }, [kind, ticks, levels]);

  const last = points.length - 1;
  const at = Math.min(cursor ?? start ?? last, last);
  const value = (column: ChartColumn) => {
    const figure = column.values[at];
    return figure === null || figure === undefined ? '–' : format(figure);
  };
  const move = (event: KeyboardEvent) => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, PageUp: at + 10, PageDown: at - 10, Home: 0, End: last }[event.key];
    if (to === undefined || !plot.current) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(last, to));
    const y = columns.at(-1)?.values[next];
    plot.current.setCursor({ left: plot.current.valToPos(next, 'x'), top: y === null || y === undefined ? 0 : plot.current.valToPos(y, 'y') });
    setCursor(next);
  };
  const toY = (figure: number) => plot.current?.valToPos(figure, 'y') ?? 0;
  const toValue = (y: number) => plot.current?.posToVal(y, 'y') ?? 0;

  return (
    <figure>
      {!bare && (
        <div css={headCss} id={headId}>
          <p css={rowCss} style={columns.length > 1 ? { minWidth: PRICES_WIDTH } : undefined} aria-hidden="true">
            <span>{points[at] ?? '\u00a0'}</span>
            {columns.map((column) => (
              <span key={column.label}>
                {column.label} <b>{value(column)}</b>
              </span>
            ))}
          </p>
          <Button kind="plain" onClick={() => setAsTable(!asTable)} aria-pressed={asTable}>
            Show as table
          </Button>
        </div>
      )}
      <div css={areaCss} style={{ height }}>
        {asTable ? (
          <div css={tableCss} style={{ height }}>
            <Table
              caption={label}
              columns={[
                { key: 'time', label: pointName, render: (index: number) => points[index] },
                ...columns.map((column) => ({
                  key: column.label,
                  label: column.label,
                  align: 'end' as const,
                  render: (index: number) => (column.values[index] === null || column.values[index] === undefined ? '–' : format(column.values[index])),
                })),
              ]}
              rows={points.map((_, index) => last - index)}
              rowKey={(index) => String(index)}
            />
          </div>
        ) : (
          <>
            <div
              ref={mount}
              css={[plotCss, !geometry && boneCss]}
              style={{ height }}
              role="slider"
              tabIndex={0}
              aria-label={`${label}. Arrow keys move the cursor.`}
              aria-valuemin={0}
              aria-valuemax={Math.max(0, last)}
              aria-valuenow={Math.max(0, at)}
              aria-valuetext={points.length ? `${points[at]}: ${columns.map((column) => `${column.label} ${value(column)}`).join(', ')}` : 'No data'}
              onKeyDown={move}
            />
            {geometry && plot.current && (
              <div css={overlayCss} style={geometry}>
                <ChartLevels levels={levels} format={format} toY={toY} toValue={toValue} height={geometry.height} onMove={onMoveLevel} tick={tick} />
              </div>
            )}
            {failed && <ErrorState what="the chart" onRetry={() => setAttempt(attempt + 1)} />}
          </>
        )}
      </div>
    </figure>
  );
}
