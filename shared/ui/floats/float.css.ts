import { css } from '@emotion/react';

/** A box that floats beside what it belongs to. */
export const floatCss = css`
  position: fixed;
  inset: auto;
  margin: 0;
  z-index: 60;
  max-width: min(360px, calc(100vw - 16px));
  max-height: min(480px, calc(100dvh - 16px));
  overflow: auto;
  padding: var(--s-16);
  border: 0;
  border-radius: var(--r-10);
  background: var(--raised);
  color: var(--ink);
  box-shadow: var(--float);
  font-size: var(--t-13);
  text-align: left;
  white-space: normal;
`;
