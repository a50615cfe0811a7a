import { css } from '@emotion/react';
import { formatInr, formatInrChange, formatPercent } from '../../domain/text/formats.ts';
import { Hidden } from '../hidden.tsx';

/** Figures stand below each other digit by digit. */
export const numberCss = css`
  position: relative;
  font-variant-numeric: tabular-nums;
  line-height: 1.2;
  white-space: nowrap;
`;

/** ₹ with two decimals; an en dash when there is none. A translator leaves figures alone: it would write them in other digits, anew with each tick. */
export function Price({ value }: { value: number | null | undefined }) {
  return (
    <span css={numberCss} translate="no">
      {formatInr(value)}
    </span>
  );
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
      <span translate="no">{abs === undefined || abs === null ? formatPercent(pct) : `${formatInrChange(abs)} (${formatPercent(pct)})`}</span>
    </span>
  );
}
