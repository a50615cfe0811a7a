import { css } from '@emotion/react';

/** A button that leads to another form and looks like a link. */
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
