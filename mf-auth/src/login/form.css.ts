import { css } from '@emotion/react';

/**
 * Links that stand alone in a column: tall enough for a thumb, without pushing their neighbours away. One with a look of its own says that
 * itself.
 */
export const linksCss = css`
  & > a:not([class]) {
    justify-self: start;
    display: inline-flex;
    align-items: center;
    min-height: 44px;
    margin-block: -6px;
    @media (min-width: 880px) and (pointer: fine) {
      min-height: 24px;
      margin-block: -2px;
    }
  }
`;

export const formCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-16);
  ${linksCss};
`;
