import { css } from '@emotion/react';
import type { KeyboardEvent, PointerEvent } from 'react';
import type { ChartLevel } from './chart.types.ts';
import { toneToken } from './chart-colours.ts';

export const LABEL_HEIGHT = 28;
const LABEL_GAP = LABEL_HEIGHT + 2;
/** Width of the gutter with labels in it. */
export const GUTTER = 84;

const lineCss = css`
  position: absolute;
  left: 0;
  right: 0;
  height: 0;
  border-top: 1.5px dashed var(--tone);
  pointer-events: none;
`;
/** In the gutter beside the plot, so that no candle is under it: the name above its price. */
const labelCss = css`
  position: absolute;
  left: calc(100% + 4px);
  display: grid;
  min-width: 72px;
  padding: 3px 4px;
  height: ${LABEL_HEIGHT}px;
  border: 0;
  border-radius: 3px;
  background: var(--surface);
  box-shadow: inset 0 0 0 1px var(--tone);
  color: var(--tone);
  font-size: 11px;
  font-weight: 600;
  line-height: 1;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
  :lang(hi) > & {
    padding-top: 0;
    row-gap: 3px;
  }
`;
const handleCss = css`
  cursor: ns-resize;
  touch-action: none;
  /* One column of dots: with two, the longest name ran out of the gutter. */
  & > :first-child::before {
    content: '⋮ ';
  }
  &::after {
    content: '';
    position: absolute;
    inset: -13px -4px;
  }
`;

export interface ChartLevelsProps {
  levels: readonly ChartLevel[];
  format: (value: number) => string;
  /** px from the top of the plot, and back. */
  toY: (value: number) => number;
  toValue: (y: number) => number;
  height: number;
  /** Makes the levels movable by pointer and arrow keys. */
  onMove?: ((key: string, value: number) => void) | undefined;
  /** Step of a movement. */
  tick: number;
}

/** Tops of the labels: as close to their lines as possible without overlap. */
export function labelTops(lines: readonly number[], height: number): number[] {
  const order = lines.map((y, at) => ({ y, at })).sort((a, b) => a.y - b.y);
  const tops: number[] = [];
  let floor = 0;
  for (const { y, at } of order) {
    floor = Math.max(floor, y - LABEL_HEIGHT / 2);
    tops[at] = floor;
    floor += LABEL_GAP;
  }
  let ceiling = height - LABEL_HEIGHT;
  for (const { at } of order.reverse()) {
    tops[at] = Math.min(tops[at]!, ceiling);
    ceiling = tops[at]! - LABEL_GAP;
  }
  return tops;
}

/** Level lines over a chart, each with its label in the gutter at the right. */
export function ChartLevels({ levels, format, toY, toValue, height, onMove, tick }: ChartLevelsProps) {
  const lines = levels.map((level) => toY(level.value));
  const tops = labelTops(lines, height);
  const snap = (value: number) => Math.max(tick, Math.round(value / tick) * tick);
  return levels.map((level, at) => {
    const y = lines[at]!;
    const tone = { '--tone': `var(${toneToken(level.tone)})` } as object;
    const drag = (event: PointerEvent<HTMLElement>) => {
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
      const plot = event.currentTarget.offsetParent!.getBoundingClientRect();
      onMove?.(level.key, snap(toValue(Math.max(0, Math.min(height, event.clientY - plot.top)))));
    };
    const step = (event: KeyboardEvent) => {
      const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
      if (!by) return;
      event.preventDefault();
      onMove?.(level.key, snap(level.value + by * tick));
    };
    return (
      <div key={level.key} css={groupCss}>
        {y >= 0 && y <= height && <div css={lineCss} style={{ ...tone, top: y }} />}
        {onMove ? (
          <div
            css={[labelCss, handleCss]}
            style={{ ...tone, top: tops[at] }}
            role="slider"
            tabIndex={0}
            aria-label={`${level.label} level`}
            aria-orientation="vertical"
            aria-valuemin={tick}
            aria-valuemax={snap(level.value * 3)}
            aria-valuenow={level.value}
            aria-valuetext={format(level.value)}
            onKeyDown={step}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={drag}
          >
            <span>{level.label}</span> <span>{format(level.value)}</span>
          </div>
        ) : (
          <span css={labelCss} style={{ ...tone, top: tops[at] }}>
            <span>{level.label}</span> <span>{format(level.value)}</span>
          </span>
        )}
      </div>
    );
  });
}

const groupCss = css`
  display: contents;
`;
