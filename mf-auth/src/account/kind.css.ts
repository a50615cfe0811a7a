import { css } from '@emotion/react';

/** A choice about messages: its name, one sentence, its boxes, and what became of the last change. */
export const kindCss = css`
  min-width: 0;
  margin: 0;
  padding: var(--s-12) 0;
  border: 0;
  border-top: 1px solid var(--line);
  & > legend {
    float: left;
    width: 100%;
    padding: 0;
    font-weight: 600;
  }
  & > p {
    clear: both;
    min-height: 1.45em;
    color: var(--ink-2);
    font-size: var(--t-13);
  }
`;
