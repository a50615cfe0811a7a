import { css } from '@emotion/react';
import { drawnRange } from '../../domain/drawn-range.ts';
import { formatNumber } from '../../domain/text/formats.ts';

const lineCss = css`
  stroke: var(--ink-2);
  stroke-width: 1.5;
  fill: none;
  vector-effect: non-scaling-stroke;
`;
const dotCss = css`
  fill: var(--ink);
`;

export interface SparklineProps {
  /** Oldest first. */
  values: readonly number[];
  /** What it shows: "Sentiment, 7 sessions". */
  label: string;
  width?: number;
  height?: number;
  format?: (value: number) => string;
}

/** A figure's course without axes. Its text twin gives first, last, lowest and highest. */
export function Sparkline({ values, label, width = 96, height = 24, format = (value) => formatNumber(value, 2) }: SparklineProps) {
  if (values.length < 2) return <span style={{ display: 'inline-block', width, height }} role="img" aria-label={`${label}: too few points`} />;
  const low = Math.min(...values);
  const high = Math.max(...values);
  const [bottom, top] = drawnRange(low, high, 0.1);
  const x = (at: number) => 2 + (at * (width - 6)) / (values.length - 1);
  const y = (value: number) => 3 + ((top - value) * (height - 6)) / (top - bottom);
  const last = values.at(-1)!;
  const text = `${label}: from ${format(values[0]!)} to ${format(last)}, lowest ${format(low)}, highest ${format(high)}`;
  return (
    <svg role="img" aria-label={text} width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
      <polyline css={lineCss} points={values.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ')} />
      <circle css={dotCss} cx={x(values.length - 1)} cy={y(last)} r="2" />
    </svg>
  );
}
