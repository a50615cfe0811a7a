import { css } from '@emotion/react';

/** What the parts of a desk share. */
export const stackCss = css`
  display: grid;
  gap: var(--s-16);
  & h2 {
    font-size: var(--t-16);
  }
`;
export const cardCss = css`
  display: grid;
  align-content: start;
  gap: var(--s-8);
  padding: var(--s-16);
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
  min-width: 0;
`;
/** Numbers with their names under them, all in one size. */
export const figuresCss = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(128px, 1fr));
  gap: var(--s-16);
  & div {
    display: flex;
    flex-direction: column-reverse;
    justify-content: flex-end;
  }
  & dt {
    font-size: var(--t-12);
    color: var(--ink-2);
  }
  & dd {
    font-size: var(--t-20);
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
`;
export const rowsCss = css`
  & > li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: var(--s-4) var(--s-16);
    min-height: var(--row);
    padding: var(--s-8) 0;
    border-top: 1px solid var(--line);
  }
  & > li:first-of-type {
    border-top: 0;
  }
  & > li > :first-child {
    flex: 1 1 220px;
    min-width: 0;
  }
  & small {
    font-size: var(--t-12);
    color: var(--ink-2);
  }
  & a {
    display: inline-flex;
    align-items: center;
    min-height: 44px;
    @media (min-width: 880px) and (pointer: fine) {
      min-height: 28px;
    }
  }
`;

export const noteCss = css`
  color: var(--ink-2);
  font-size: var(--t-13);
`;
