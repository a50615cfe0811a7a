import { css } from '@emotion/react';
import type { ReactNode } from 'react';

/** Widths of the list from which a row is one line. */
export const WIDE_WATCHLIST = '@container watchlist (min-width: 975px)';
export const NARROW_WATCHLIST = '@container watchlist (max-width: 974.98px)';

const headsCss = css`
  display: none;
  ${WIDE_WATCHLIST} {
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
export const WatchlistHeads = ({ labels }: { labels: readonly string[] }) => (
  <div css={headsCss} aria-hidden="true">
    {labels.map((label) => (
      <span key={label}>{label}</span>
    ))}
  </div>
);

/** On a phone its parts lie in the grid of the list's row, which `ordered-rows.tsx` draws. */
const rowCss = css`
  display: contents;
  font-size: var(--t-13);
  line-height: 1.2;
  ${WIDE_WATCHLIST} {
    grid-area: 1 / 2;
    display: grid;
    grid-template-columns: var(--columns);
    align-items: center;
    gap: var(--s-4) var(--s-12);
    min-height: 52px;
    padding: var(--s-4) 0;
  }
`;
const nameCss = css`
  display: contents;
  ${WIDE_WATCHLIST} {
    display: grid;
    gap: 2px;
    min-width: 0;
  }
`;
/** The name and the badge, which may come later, are together no higher than the handle beside them. */
const titleCss = css`
  grid-area: 1 / 2;
  display: grid;
  justify-items: start;
  min-width: 0;
  & > b {
    min-width: 0;
    font-size: var(--t-14);
    font-weight: 600;
    line-height: 24px;
  }
  & a {
    display: inline-block;
    min-width: 24px;
    color: var(--ink);
    text-decoration: none;
  }
  & a:hover {
    text-decoration: underline;
  }
  ${WIDE_WATCHLIST} {
    grid-area: auto;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    column-gap: var(--s-8);
  }
`;
/** On a phone a line of its own below the name; unfolded it is whole. */
const aboutCss = css`
  grid-area: 2 / 2;
  align-self: start;
  min-width: 0;
  overflow-wrap: anywhere;
  line-height: 16px;
  [data-folded] & {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  font-size: var(--t-12);
  color: var(--ink-2);
  ${WIDE_WATCHLIST} {
    grid-area: auto;
    line-height: inherit;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;
const priceCss = css`
  grid-area: 1 / 4 / 3 / 5;
  align-self: center;
  display: grid;
  /* A press on it is one on the row. */
  pointer-events: none;
  gap: 2px;
  /* A name beside it keeps its room when the price comes. */
  min-width: 88px;
  padding-right: var(--s-8);
  text-align: right;
  font-variant-numeric: tabular-nums;
  & > b {
    font-weight: 600;
  }
  ${WIDE_WATCHLIST} {
    pointer-events: auto;
    grid-area: auto;
    min-width: 0;
    padding-right: 0;
  }
`;
/** On a phone below all else, in the width of the list: a line for each figure, as high before the figure has come as after. */
const moreCss = css`
  grid-area: 5 / 1 / 6 / -1;
  display: grid;
  ${NARROW_WATCHLIST} {
    [data-folded] & {
      display: none;
    }
  }
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 260px), 1fr));
  gap: 0 var(--s-24);
  padding: 0 var(--s-8);
  color: var(--ink-2);
  ${WIDE_WATCHLIST} {
    display: contents;
  }
  & a {
    display: inline-block;
    min-width: 24px;
    color: inherit;
    line-height: 24px;
  }
`;

/** On a phone, between the name and the price: what experts say. */
const markCss = css`
  grid-area: 1 / 3 / 3 / 4;
  align-self: center;
  padding: 1px 6px;
  border: 1px solid var(--line-strong);
  border-radius: 4px;
  font-size: var(--t-12);
  color: var(--ink-2);
  white-space: nowrap;
  ${WIDE_WATCHLIST} {
    display: none;
  }
`;

interface RowProps {
  name: ReactNode;
  /** Quiet, below the name. */
  about: ReactNode;
  badge?: ReactNode;
  /** In a few letters, where a phone has no column for it. */
  mark?: string | undefined;
  price: ReactNode;
  change: ReactNode;
  /** Behind the row. */
  button: ReactNode;
  /** Below it: the open call on it. */
  call?: ReactNode;
  /** `Cell`s, one for each further column. */
  children: ReactNode;
}

/** A row: what it is, what it costs now, and the figures beside it. */
export const Row = ({ name, about, badge, mark, price, change, button, call, children }: RowProps) => (
  <>
    <div css={rowCss}>
      <span css={nameCss}>
        <span css={titleCss}>
          <b>{name}</b>
          {badge}
        </span>
        <small css={aboutCss}>{about}</small>
      </span>
      {mark && (
        <span css={markCss} aria-hidden="true">
          {mark}
        </span>
      )}
      <span css={priceCss}>
        <b>{price}</b>
        {change}
      </span>
      <span css={moreCss}>{children}</span>
    </div>
    {call}
    {button}
  </>
);

/** The column's head says it; screen readers still hear it here. */
export const headedCss = css`
  ${WIDE_WATCHLIST} {
    position: relative;
    & > small {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }
`;
const cellCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 var(--s-4);
  min-width: 0;
  min-height: 24px;
  font-variant-numeric: tabular-nums;
  & > small {
    font-size: var(--t-12);
    color: var(--ink-3);
  }
  /* At the right edge on a line of its own, too, and in one place whatever its figure. */
  & > span {
    flex: 1 1 auto;
    line-height: 24px;
    text-align: right;
  }
  ${WIDE_WATCHLIST} {
    & > span {
      line-height: inherit;
    }
  }
`;

export const NONE = '–';

/** One figure with what it is. A figure that comes is put in the dash's place: a dash that grew to the left would have moved. */
export const Cell = ({ label, children }: { label: string; children: ReactNode }) => (
  <span css={[cellCss, headedCss]}>
    <small>{label}</small> <span key={children === NONE ? 'none' : 'figure'}>{children}</span>
  </span>
);
