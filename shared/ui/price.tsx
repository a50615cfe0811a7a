import { css } from '@emotion/react';
import { useEffect, useRef } from 'react';
import { formatInr, formatInrChange, formatPercent } from '../domain/text/formats.ts';
import { flash } from './flash.ts';
import { Hidden } from './hidden.tsx';
import type { LivePrice } from './live-price.ts';

const numberCss = css`
  position: relative;
  font-variant-numeric: tabular-nums;
  line-height: 1.2;
  white-space: nowrap;
`;

/** ₹ with two decimals; an en dash when there is none. */
export function Price({ value }: { value: number | null | undefined }) {
  return <span css={numberCss}>{formatInr(value)}</span>;
}

const tones = {
  up: css`
    color: var(--gain);
  `,
  down: css`
    color: var(--loss);
  `,
  flat: css`
    color: var(--ink-2);
  `,
};
const arrows = { up: '▲', down: '▼', flat: '■' } as const;
const MOVES = { up: 'up', down: 'down', flat: 'unchanged' } as const;
const directionOf = (value: number) => (value > 0 ? 'up' : value < 0 ? 'down' : 'flat');

const arrowCss = css`
  margin-right: 0.35em;
  font-size: 0.7em;
  vertical-align: 0.1em;
`;

/** A gain or a loss with arrow, sign and colour, in the same size for both. `pct` in percent, `abs` in ₹. */
export function Change({ pct, abs }: { pct: number | null | undefined; abs?: number | null }) {
  if (pct === null || pct === undefined || !Number.isFinite(pct)) return <span css={numberCss}>–</span>;
  // Judged by the rounded figure, so that "0.00%" never has an arrow.
  const direction = directionOf(Math.abs(pct) < 0.005 ? 0 : pct);
  return (
    <span css={[numberCss, tones[direction]]}>
      <span aria-hidden="true" css={arrowCss}>
        {arrows[direction]}
      </span>
      <Hidden>{MOVES[direction]} </Hidden>
      {abs !== undefined && abs !== null && `${formatInrChange(abs)} (`}
      {formatPercent(pct)}
      {abs !== undefined && abs !== null && ')'}
    </span>
  );
}

const cellCss = css`
  display: inline-block;
  padding: 2px 4px;
  margin: -2px -4px;
  border-radius: 4px;
  font-weight: 600;
`;
const staleCss = css`
  color: var(--ink-3);
  font-weight: 500;
`;

/**
 * A live price from `useLivePrice`. Its soft background flashes once when the price moves, at most once a second and
 * never under reduced motion. `initial` fills the box until the first quote.
 */
export function PriceCell({ live, initial }: { live: LivePrice; initial?: number | null }) {
  const price = live.price ?? initial ?? null;
  const cell = useRef<HTMLSpanElement>(null);
  const last = useRef(price);
  const flashed = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const previous = last.current;
    last.current = price;
    if (previous === null || price === null || previous === price) return;
    const now = performance.now();
    if (now - flashed.current < 1000) return;
    flashed.current = now;
    flash(cell.current, price > previous ? 'gain' : 'loss');
  }, [price]);
  return (
    <span ref={cell} css={[numberCss, cellCss, live.stale && staleCss]} title={live.stale ? 'Price is not up to date' : undefined}>
      {formatInr(price)}
    </span>
  );
}
