import { css } from '@emotion/react';

/** The parts of a publishing step, one below the other. Each is painted by itself: a new price in one costs nothing in the others. */
export const columnCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-16);
  & > * {
    isolation: isolate;
  }
`;
