import { css } from '@emotion/react';
import type { Sketch } from '@vimarsh/shared/domain/calls/options/lot/extremes.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';

const WIDTH = 300;
const HEIGHT = 48;
/** Room for the stroke at the top and the bottom. */
const EDGE = 3;

const sketchCss = css`
  display: block;
  width: 100%;
  height: ${HEIGHT}px;
  & path {
    vector-effect: non-scaling-stroke;
  }
`;

type Point = readonly [level: number, value: number];

/** The points with those between them at which the line crosses zero. */
const withCrossings = (points: readonly Point[]): Point[] =>
  points.flatMap((point, at) => {
    const next = points[at + 1];
    if (!next || point[1] * next[1] >= 0) return [point];
    return [point, [point[0] + ((next[0] - point[0]) * point[1]) / (point[1] - next[1]), 0]];
  });

const underCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--s-12);
  color: var(--ink-2);
  font-size: 11px;
  font-variant-numeric: tabular-nums;
`;
const levels = (of: readonly number[]): string => of.map((level) => formatNumber(Math.round(level))).join(' · ');

/**
 * What an option call brings at expiry by the level of its underlying: the level of now as a dashed line. The levels stand under it, and the
 * words beside it say what it brings.
 */
export function PayoffSketch({ points, spot, breakevens, strikes }: Sketch & { strikes: readonly number[] }) {
  const values = points.map(([, value]) => value);
  const [top, bottom] = [Math.max(0, ...values), Math.min(0, ...values)];
  const [from, to] = [points[0]![0], points.at(-1)![0]];
  const x = (level: number): number => ((level - from) / (to - from)) * WIDTH;
  const y = (value: number): number => EDGE + ((top - value) / (top - bottom || 1)) * (HEIGHT - 2 * EDGE);
  const line = withCrossings(points);
  const path = (of: readonly Point[]): string => of.map(([level, value], at) => `${at ? 'L' : 'M'}${x(level).toFixed(1)} ${y(value).toFixed(1)}`).join('');
  const area = (side: (value: number) => number): string => `${path(line.map(([level, value]) => [level, side(value)]))}L${WIDTH} ${y(0)}L0 ${y(0)}Z`;
  return (
    <>
      <svg css={sketchCss} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={area((value) => Math.max(0, value))} fill="var(--gain-soft)" />
        <path d={area((value) => Math.min(0, value))} fill="var(--loss-soft)" />
        <path d={`M0 ${y(0)}H${WIDTH}`} stroke="var(--line-strong)" fill="none" />
        <path d={path(points)} stroke="var(--ink-2)" strokeWidth="1.5" fill="none" />
        {spot !== null && <path d={`M${x(spot).toFixed(1)} 0V${HEIGHT}`} stroke="var(--ink)" strokeDasharray="3 3" fill="none" />}
      </svg>
      <span css={underCss}>
        <span>
          {strikes.length === 1 ? 'Strike' : 'Strikes'} {levels(strikes)}
        </span>
        {breakevens.length > 0 && <span>Breakeven {levels(breakevens)}</span>}
        {spot !== null && <span>Now {levels([spot])}</span>}
      </span>
    </>
  );
}
