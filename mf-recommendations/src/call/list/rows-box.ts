import { css } from '@emotion/react';

/** Widths of the list (not of the window) from which a row takes two lines, and then one. */
export const WIDE = { two: '@container calls (min-width: 600px)', one: '@container calls (min-width: 950px)' } as const;

/** The box around the rows of a list. */
export const rowsBoxCss = css`
  /* Never wider than its place, whatever a row holds. */
  contain: inline-size layout style;
  /* No narrower window holds a list whose rows look another way: there they are laid out at once, and not after their list. */
  @media (min-width: 600px) {
    container: calls / inline-size;
  }
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
  padding: 0 var(--s-12);
  & li:last-of-type {
    border-bottom: 0;
  }
`;
