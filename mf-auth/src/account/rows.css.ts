import { css } from '@emotion/react';

/** A row under a line: its name in bold, the details small. */
export const rowCss = css`
  padding: var(--s-12) 0;
  border-top: 1px solid var(--line);
  & b {
    margin-right: var(--s-8);
    font-weight: 600;
  }
  & small {
    display: block;
    font-size: var(--t-12);
    color: var(--ink-2);
  }
`;

/** Rows of a section: text on the left, actions on the right. */
export const rowsCss = css`
  width: 100%;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    ${rowCss};
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: var(--s-8) var(--s-16);
  }
`;
