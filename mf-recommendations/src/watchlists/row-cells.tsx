import { css } from '@emotion/react';
import { formatFloat } from '@vimarsh/shared/domain/text/formats.ts';
import type { ReactNode } from 'react';

/** Widths of the list from which a row is one line. */
const WIDE = '@container watchlist (min-width: 900px)';

const headsCss = css`
  display: none;
  ${WIDE} {
    display: grid;
    grid-template-columns: var(--columns);
    gap: var(--s-12);
    padding: var(--s-8) 80px var(--s-8) 36px;
    border-bottom: 1px solid var(--line);
    font-size: var(--t-12);
    font-weight: 500;
    color: var(--ink-3);
    text-align: right;
    & > :first-of-type {
      text-align: left;
    }
  }
`;

/** Column heads, where a row is one line. Each cell has its own words for screen readers. */
export const Heads = ({ labels }: { labels: readonly string[] }) => (
  <div css={headsCss} aria-hidden="true">
    {labels.map((label) => (
      <span key={label}>{label}</span>
    ))}
  </div>
);

const rowCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  gap: var(--s-4) var(--s-12);
  padding: var(--s-8) 0;
  font-size: var(--t-13);
  line-height: 1.2;
  ${WIDE} {
    grid-template-columns: var(--columns);
    min-height: 52px;
    padding: var(--s-4) 0;
  }
`;
const nameCss = css`
  display: grid;
  gap: 2px;
  min-width: 0;
  & > b {
    font-size: var(--t-14);
    font-weight: 600;
    line-height: 24px;
  }
  & > small {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-size: var(--t-12);
    color: var(--ink-2);
  }
`;
const priceCss = css`
  display: grid;
  justify-items: end;
  /* A name beside it takes no second line when the price comes. */
  min-width: 76px;
  gap: 2px;
  font-variant-numeric: tabular-nums;
  & > b {
    font-weight: 600;
  }
`;
/** On a phone below the name, in the width of the row: a line for each figure, as high before the figure has come as after. */
const moreCss = css`
  grid-column: 1 / -1;
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 190px), 1fr));
  gap: 0 var(--s-24);
  color: var(--ink-2);
  ${WIDE} {
    display: contents;
  }
  & a {
    color: inherit;
    line-height: 24px;
  }
`;

interface RowProps {
  name: ReactNode;
  /** Quiet, below the name. */
  about: ReactNode;
  badge?: ReactNode;
  price: ReactNode;
  change: ReactNode;
  /** Behind the row. */
  button: ReactNode;
  /** `Cell`s, one for each further column. */
  children: ReactNode;
}

/** A row: what it is, what it costs now, and the figures beside it. */
export const Row = ({ name, about, badge, price, change, button, children }: RowProps) => (
  <>
    <div css={rowCss}>
      <span css={nameCss}>
        <b>{name}</b>
        <small>{about}</small>
        {badge ? <span>{badge}</span> : null}
      </span>
      <span css={priceCss}>
        <b>{price}</b>
        {change}
      </span>
      <span css={moreCss}>{children}</span>
    </div>
    {button}
  </>
);

const cellCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0 var(--s-4);
  min-width: 0;
  min-height: 24px;
  font-variant-numeric: tabular-nums;
  & > small {
    font-size: var(--t-12);
    color: var(--ink-3);
  }
  /* At the right edge on a line of its own, too. */
  & > span {
    margin-left: auto;
  }
  ${WIDE} {
    position: relative;
    justify-content: flex-end;
    text-align: right;
    /* The column's head says it; screen readers still hear it here. */
    & > small {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }
`;

/** Room for the second line that a long figure takes on the narrowest phones. */
const longCss = css`
  @container watchlist (max-width: 350px) {
    min-height: 40px;
  }
`;

/** One figure with what it is. */
export const Cell = ({ label, long = false, children }: { label: string; long?: boolean; children: ReactNode }) => (
  <span css={[cellCss, long && longCss]}>
    <small>{label}</small> <span>{children}</span>
  </span>
);

const rangeCss = css`
  display: grid;
  gap: 4px;
  & > span:first-of-type {
    position: relative;
    height: 3px;
    border-radius: 2px;
    background: var(--line-strong);
  }
  & i {
    position: absolute;
    top: -3px;
    width: 3px;
    height: 9px;
    margin-left: -1px;
    border-radius: 2px;
    background: var(--ink-2);
  }
`;

/** Two prices with where the third stands between them, ₹. */
export function RangeFigure({ low, high, at }: { low: number; high: number; at: number | null }) {
  const share = at === null || high <= low ? null : Math.min(1, Math.max(0, (at - low) / (high - low)));
  return (
    <span css={rangeCss}>
      <span aria-hidden="true">{share === null ? null : <i style={{ left: `${share * 100}%` }} />}</span>
      <span>{`${formatFloat(low)} – ${formatFloat(high)}`}</span>
    </span>
  );
}
