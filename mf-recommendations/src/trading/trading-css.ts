import { css } from '@emotion/react';

/** A surface of the trading screen. */
export const panelCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  gap: var(--s-12);
  min-width: 0;
  padding: var(--s-16);
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
  & h2 {
    font-size: var(--t-16);
  }
  & h3 {
    font-size: var(--t-14);
  }
`;
export const partsCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-16);
`;
/** Two columns on the desk: what is done left, what it means right. */
export const columnsCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-items: start;
  gap: var(--s-16);
  @media (min-width: 1100px) {
    grid-template-columns: minmax(0, 1fr) 360px;
  }
`;
export const quietCss = css`
  color: var(--ink-2);
  font-size: var(--t-13);
`;
export const warnCss = css`
  color: var(--warn);
`;
/** Buttons beside each other, the way on last. */
export const besideCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-8);
`;
/** Names left, figures right, one a line. */
export const linesCss = css`
  display: grid;
  gap: var(--s-4);
  margin: 0;
  font-size: var(--t-13);
  & > div {
    display: flex;
    justify-content: space-between;
    gap: var(--s-16);
  }
  & dt {
    color: var(--ink-2);
  }
  & dd {
    margin: 0;
    text-align: right;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  & [data-sum] {
    padding-top: var(--s-4);
    border-top: 1px solid var(--line);
  }
  & [data-part] dd {
    font-weight: 400;
  }
`;
/** A notice that stays, with a bar of the colour of warnings. */
export const heedCss = css`
  display: grid;
  gap: var(--s-8);
  padding: var(--s-12) var(--s-16);
  border-left: 3px solid var(--warn);
  border-radius: var(--r-6);
  background: var(--warn-soft);
  color: var(--ink);
  & > strong {
    font-weight: 600;
  }
`;
