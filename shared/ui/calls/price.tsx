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

interface MovedProps {
  value: number | null | undefined;
  text: (value: number) => string;
}

/** A gain or a loss with arrow, sign and colour, in the same size for both. */
function Moved({ value, text }: MovedProps) {
  if (value === null || value === undefined || !Number.isFinite(value)) return <span css={numberCss}>–</span>;
  // Judged by the rounded figure, so that "0.00%" never has an arrow.
  const direction = directionOf(Math.abs(value) < 0.005 ? 0 : value);
  return (
    <span css={[numberCss, tones[direction]]}>
      <span aria-hidden="true" css={arrowCss}>
        {arrows[direction]}
      </span>
      <Hidden>{MOVES[direction]} </Hidden>
      <span translate="no">{text(value)}</span>
    </span>
  );
}

/** A change in percent, with the ₹ before it where they are known. */
export function Change({ pct, abs }: { pct: number | null | undefined; abs?: number | null }) {
  const text = (value: number): string => (abs === undefined || abs === null ? formatPercent(value) : `${formatInrChange(abs)} (${formatPercent(value)})`);
  return <Moved value={pct} text={text} />;
}

/** A gain or a loss in ₹. */
export const MoneyChange = ({ value }: { value: number | null | undefined }) => <Moved value={value} text={formatInrChange} />;
