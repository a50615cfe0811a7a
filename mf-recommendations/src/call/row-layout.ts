import { css } from '@emotion/react';

/** Widths of the list (not of the window) from which a row takes two lines, and then one. */
export const WIDE = { two: '@container calls (min-width: 684px)', one: '@container calls (min-width: 1110px)' } as const;
/**
 * The columns of a one-line row. A name has room for its longest word, for it may take two lines; figures keep room for a
 * six-digit price (₹1,23,456.05) and a three-digit percentage. The list sets the widths of the last three by its content.
 */
export const COLUMNS = 'minmax(156px, 220px) minmax(118px, 130px) 88px 280px minmax(88px, 1fr) var(--result-width) var(--age-width) var(--action-width)';
/** Stop-loss, entry, target; an entry may be a range, whose first price carries a dash. */
export const LEVEL_COLUMNS = 'minmax(0, 10fr) minmax(0, 11fr) minmax(0, 10fr)';
/** Without a head to agree with: as wide as their figures ask, the rest to a range. */
export const LOOSE_LEVELS = 'minmax(min-content, 3fr) minmax(min-content, 5fr) minmax(min-content, 3fr)';

/** The grid of a row: four lines on a phone, two on a tablet, one on the desktop. */
export const rowCss = css`
  position: relative;
  /* On a phone, rows off screen cost neither layout nor paint until they come near. */
  content-visibility: auto;
  contain-intrinsic-block-size: auto 161px;
  display: grid;
  align-items: center;
  gap: var(--s-8);
  padding: var(--s-12) var(--s-4);
  border-bottom: 1px solid var(--line);
  font-size: var(--t-13);
  line-height: 1.2;
  grid-template: 'symbol gain' auto 'type age' auto 'way way' auto 'expert action' minmax(32px, auto) / minmax(0, 1fr) auto;
  &:hover {
    background: color-mix(in oklab, var(--line) 35%, transparent);
  }
  &:has([data-call]:focus-visible) {
    outline: 2px solid var(--accent);
    outline-offset: -2px;
  }
  ${WIDE.two} {
    contain-intrinsic-block-size: auto 74px;
    /* Result and age share their columns in part, so that the sum fits into the narrowest list of two lines, whatever its action. */
    grid-template: 'expert symbol type gain gain action' minmax(32px, auto) 'levels levels rail rail age age' minmax(33px, auto) / minmax(130px, 1.3fr) minmax(146px, 1.2fr) minmax(114px, 1fr) 50px 58px var(--action-width);
  }
  ${WIDE.one} {
    content-visibility: visible;
    grid-template: 'expert symbol type levels rail gain age action' minmax(var(--row), auto) / ${COLUMNS};
    padding-block: var(--s-4);
  }
`;
