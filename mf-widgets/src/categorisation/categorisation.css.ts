import { css } from '@emotion/react';

/** How often counts are asked for again. */
export const REFRESH_MS = 15_000;

export const controls = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(150px, 1fr));
  align-items: end;
  gap: var(--s-12);
`;
export const chips = css`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-8);
`;
export const totals = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(120px, 1fr));
  gap: var(--s-8) var(--s-16);
  margin: 0;
  & dt {
    font-size: var(--t-12);
    color: var(--ink-2);
  }
  & dd {
    margin: 0;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
`;
export const roomy = css`
  min-height: 320px;
`;
export const spanCss = css`
  font-size: var(--t-13);
  color: var(--ink-2);
`;
export const quiet = css`
  margin: 0;
  font-size: var(--t-12);
  color: var(--ink-3);
`;
