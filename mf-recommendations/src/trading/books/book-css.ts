import { css } from '@emotion/react';

/** Rows of a book: the name, then figures that stand below each other on the desk and wrap on a phone. */
export const bookCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  margin: 0;
  padding: 0;
  list-style: none;
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
  & > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: var(--s-8) var(--s-16);
    padding: var(--s-12) var(--s-16);
  }
  & > li + li {
    border-top: 1px solid var(--line);
  }
  /* On the desk one line: the name, its figures below those of the row before, and what can be done. */
  @media (min-width: 880px) {
    & > li {
      grid-template-columns: minmax(170px, 1.2fr) minmax(0, 3fr) 116px;
      align-items: center;
    }
    & > li > a {
      grid-column: 3;
      grid-row: 1;
    }
  }
  & strong {
    font-weight: 600;
  }
  & small {
    color: var(--ink-2);
    font-size: var(--t-13);
  }
`;
export const bookFiguresCss = css`
  grid-column: 1 / -1;
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: var(--s-8) var(--s-16);
  margin: 0;
  font-variant-numeric: tabular-nums;
  & dt {
    color: var(--ink-3);
    font-size: var(--t-12);
  }
  & dd {
    margin: 0;
    font-weight: 600;
  }
  @media (min-width: 880px) {
    grid-column: 2;
    grid-row: 1;
    grid-template-columns: 0.7fr repeat(4, minmax(0, 1fr));
    text-align: right;
  }
`;
export const fromCss = css`
  grid-column: 1 / -1;
  display: grid;
  gap: var(--s-4);
  margin: 0;
  padding: var(--s-8) 0 0;
  border-top: 1px dashed var(--line-strong);
  list-style: none;
  font-size: var(--t-13);
  & > li {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: var(--s-4) var(--s-16);
  }
`;
/** What all rows come to, over them. */
export const sumCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-8) var(--s-32);
  margin: 0;
  & dt {
    color: var(--ink-2);
    font-size: var(--t-12);
  }
  & dd {
    margin: 0;
    font-size: var(--t-20);
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
`;
