import { css } from '@emotion/react';

/** A surface of an expert's page, with its heading. */
export const recordCardCss = css`
  display: grid;
  gap: var(--s-8);
  align-content: start;
  min-width: 0;
  padding: var(--s-16);
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
  & h2 {
    font-size: var(--t-16);
  }
  & > p,
  & h2 > small {
    color: var(--ink-2);
    font-size: var(--t-13);
    font-weight: 400;
  }
  & > button {
    justify-self: start;
  }
`;
