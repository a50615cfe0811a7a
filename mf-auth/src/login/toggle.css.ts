import { css } from '@emotion/react';

/** A way to another form: looks like a link, is a button. */
export const toggleCss = css`
  justify-self: start;
  min-height: 44px;
  padding: 0;
  border: 0;
  background: none;
  color: var(--accent);
  font: inherit;
  font-weight: 500;
  text-align: left;
  text-decoration: underline;
  cursor: pointer;
  &:disabled {
    color: var(--ink-3);
    cursor: progress;
  }
`;
