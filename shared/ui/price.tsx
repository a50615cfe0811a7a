import { css } from '@emotion/react';
import { useEffect, useRef } from 'react';
import { formatInr, formatInrChange, formatPercent } from '../domain/formats.ts';
import { flash } from './flash.ts';
import { Hidden } from './hidden.tsx';
import { type LivePrice, useLivePrice } from './live-price.ts';

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
const words = { up: 'up', down: 'down', flat: 'unchanged' } as const;
const directionOf = (value: number) => (value > 0 ? 'up' : value < 0 ? 'down' : 'flat');

const arrowCss = css`
  margin-right: 0.35em;
  font-size: 0.7em;
  vertical-align: 0.1em;
`;

/** A gain or a loss: arrow, sign and colour, the same size whichever way. `pct` in percent, `abs` in ₹. */
export function Change({ pct, abs }: { pct: number | null | undefined; abs?: number | null }) {
  if (pct === null || pct === undefined || !Number.isFinite(pct)) return <span css={numberCss}>–</span>;
  // By the rounded figure, so that "0.00%" never wears an arrow.
  const direction = directionOf(Math.abs(pct) < 0.005 ? 0 : pct);
  return (
    <span css={[numberCss, tones[direction]]}>
      <span aria-hidden="true" css={arrowCss}>
        {arrows[direction]}
      </span>
      <Hidden>{words[direction]} </Hidden>
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
 * The live price of a symbol. Flashes its soft background once when the price moves, at most once a second, never
 * under reduced motion. `initial` fills the box until the first quote comes.
 */
export function PriceCell({ symbol, initial }: { symbol: string; initial?: number | null }) {
  const live: LivePrice = useLivePrice(symbol);
  const price = live.price ?? initial ?? null;
  const cell = useRef<HTMLSpanElement>(null);
  const last = useRef(price);
  const flashed = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const before = last.current;
    last.current = price;
    if (before === null || price === null || before === price) return;
    const now = performance.now();
    if (now - flashed.current < 1000) return;
    flashed.current = now;
    flash(cell.current, price > before ? 'gain' : 'loss');
  }, [price]);
  return (
    <span ref={cell} css={[numberCss, cellCss, live.stale && staleCss]} title={live.stale ? 'Price is not up to date' : undefined}>
      {formatInr(price)}
    </span>
  );
}
