import { css } from '@emotion/react';

/** A form's fields below each other, as wide as a line of text. */
export const billingFormCss = css`
  display: grid;
  gap: var(--s-12);
  width: min(100%, 400px);
  justify-items: start;
  & > div {
    width: 100%;
  }
`;
