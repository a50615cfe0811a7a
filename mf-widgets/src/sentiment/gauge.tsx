import { css } from '@emotion/react';

const ZONE_EDGES = [0, 20, 40, 60, 80, 100] as const;
const RADIUS = 44;

const point = (score: number, radius: number): string => {
  const angle = Math.PI * (1 - score / 100);
  return `${(50 + radius * Math.cos(angle)).toFixed(2)} ${(50 - radius * Math.sin(angle)).toFixed(2)}`;
};

const arc = css`
  fill: none;
  stroke-width: 7;
  stroke: var(--line-strong);
`;
const bearish = css`
  fill: none;
  stroke-width: 7;
  stroke: var(--loss);
`;
const neutral = css`
  fill: none;
  stroke-width: 7;
  stroke: var(--ink-3);
`;
const bullish = css`
  fill: none;
  stroke-width: 7;
  stroke: var(--gain);
`;
const needle = css`
  stroke: var(--ink);
  stroke-width: 2;
  stroke-linecap: round;
`;

/** Half-circle of the five zones; the zone of the score is coloured, a needle points at it. No score, no needle. */
export function Gauge({ score, label }: { score: number | null; label: string }) {
  const tone = score === null ? arc : score < 40 ? bearish : score < 60 ? neutral : bullish;
  return (
    <svg viewBox="0 0 100 56" width="104" height="58" role="img" aria-label={label}>
      {ZONE_EDGES.slice(0, -1).map((from) => {
        const active = score !== null && Math.min(4, Math.floor(score / 20)) === from / 20;
        return <path key={from} css={active ? tone : arc} d={`M ${point(from + 0.8, RADIUS)} A ${RADIUS} ${RADIUS} 0 0 1 ${point(from + 19.2, RADIUS)}`} />;
      })}
      {score === null ? null : <path css={needle} d={`M ${point(score, 16)} L ${point(score, RADIUS - 6)}`} />}
    </svg>
  );
}
