import { css } from '@emotion/react';
import { WIDE } from '../../call/list/rows-box.ts';

/**
 * The columns of a one-line row, with the rail as its centre. A name has room for its longest word, for it may take two lines;
 * figures keep room for a six-digit price (₹1,23,456.05) and a three-digit percentage. The list sets the widths of the last ones.
 */
const FIRST = 'minmax(156px, 1.3fr) minmax(146px, 0.5fr) 86px minmax(200px, 1.7fr) var(--result-width)';
export const COLUMNS = `${FIRST} var(--age-width) var(--action-width)`;
/** A settled call has nothing to be done: its outcome stands above the day it ended. */
export const SETTLED_COLUMNS = `${FIRST} var(--action-width)`;

/** The last columns of an open call. Each is as wide as its longest words; where a list is narrow, the words of the age take two lines. */
export const LIVE_WIDTHS = { result: 116, age: 146, leastAge: 96 } as const;
/** The widths of the last columns, as the list's box sets them. `action` is the width of what stands at the end of a row. */
export const liveColumns = (action: string): object => ({
  '--result-width': `${LIVE_WIDTHS.result}px`,
  '--age-width': `minmax(${LIVE_WIDTHS.leastAge}px, ${LIVE_WIDTHS.age}px)`,
  '--action-width': action,
});

/** The least widths of a row of two lines, px. The price has "Now" before it and the day's change after it, so it needs more than its name. */
export const TWO_LINES = { expert: 140, symbol: 180, type: 96 } as const;

/** The grid of a row: four lines on a phone, 130 px high at most, two on a tablet, one on the desktop. */
export const rowCss = css`
  position: relative;
  /* On a phone, rows off screen cost neither layout nor paint until they come near. */
  content-visibility: auto;
  contain-intrinsic-block-size: auto 129px;
  /* The first ones are on it: to find that out takes a layout more. */
  &:nth-of-type(-n + 3) {
    content-visibility: visible;
  }
  display: grid;
  align-items: center;
  gap: 2px var(--s-8);
  padding: 4px var(--s-4);
  border-bottom: 1px solid var(--line);
  font-size: var(--t-13);
  line-height: 1.2;
  grid-template: 'name type gain' 22px 'price price gain' auto 'way way way' auto 'foot foot foot' minmax(24px, auto) / auto minmax(0, 1fr) auto;
  [data-settled] & {
    grid-template: 'name type gain' 22px 'price action action' auto 'way way way' auto 'foot foot foot' minmax(24px, auto) / auto minmax(0, 1fr) auto;
  }
  &:hover {
    background: color-mix(in oklab, var(--line) 35%, transparent);
  }
  &:has([data-call]:focus-visible) {
    outline: 2px solid var(--accent);
    outline-offset: -2px;
  }
  ${WIDE.two} {
    contain-intrinsic-block-size: auto 116px;
    gap: var(--s-8);
    padding-block: var(--s-12);
    &,
    [data-settled] & {
      grid-template: 'expert symbol type gain gain' minmax(32px, auto) 'way way way age action' minmax(50px, auto) / minmax(${TWO_LINES.expert}px, 1.4fr) minmax(${TWO_LINES.symbol}px, 1.1fr) minmax(${TWO_LINES.type}px, 0.7fr) var(--age-width) var(--action-width);
    }
  }
  ${WIDE.one} {
    content-visibility: visible;
    grid-template: 'expert symbol type way gain age action' minmax(56px, auto) / ${COLUMNS};
    padding-block: var(--s-4);
    [data-settled] & {
      grid-template: 'expert symbol type way gain action' minmax(28px, auto) 'expert symbol type way gain age' minmax(28px, auto) / ${SETTLED_COLUMNS};
      row-gap: 0;
    }
  }
`;
