import { css } from '@emotion/react';
import { linksCss } from '../login/form.css.ts';

export const gridCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-16);
  margin: 0;
  padding: 0;
  list-style: none;
  @media (min-width: 600px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  @media (min-width: 1100px) {
    /* Four beside each other, and of fewer none stands beside an empty place. */
    grid-template-columns: repeat(auto-fit, minmax(180px, 1fr));
  }
  & > li {
    display: grid;
    align-content: start;
    gap: var(--s-12);
    padding: var(--s-16);
    border: 1px solid var(--line);
    border-radius: var(--r-10);
    background: var(--surface);
    @media (min-width: 1100px) {
      /* Names and prices stand on one line, and so do the lists below them. */
      grid-row: span 3;
      grid-template-rows: subgrid;
    }
  }
  /* What costs nothing has nothing to press: below each other the plans come first. */
  & > li:first-of-type {
    @media (max-width: 1099.98px) {
      order: 1;
    }
  }
  /* The plan that one has, before what one could have. */
  & > li[data-yours]:not(:first-of-type) {
    @media (max-width: 1099.98px) {
      order: -1;
    }
  }
  & h2 {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s-8);
    font-size: var(--t-16);
  }
  & p {
    font-size: var(--t-13);
    color: var(--ink-2);
  }
`;
export const offersCss = css`
  display: grid;
  align-content: start;
  gap: var(--s-8);
`;
/** Marks are drawn: the list's words say what it is. */
export const getsCss = css`
  display: grid;
  gap: var(--s-4);
  margin: 0;
  padding: 0;
  list-style: none;
  font-size: var(--t-13);
  & > li {
    position: relative;
    padding-left: 20px;
  }
  & > li::before {
    content: '✓';
    position: absolute;
    left: 0;
    color: var(--accent);
  }
`;
export const lacksCss = css`
  ${getsCss};
  color: var(--ink-2);
  & > li::before {
    content: '–';
    color: var(--ink-3);
  }
`;
export const listHeadCss = css`
  font-size: var(--t-12);
  font-weight: 600;
  color: var(--ink-2);
`;
export const columnsCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-16);
  align-items: start;
  @media (min-width: 880px) {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  }
`;
export const cardCss = css`
  ${linksCss};
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  justify-items: start;
  gap: var(--s-12);
  padding: var(--s-16);
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
  & > h2 {
    font-size: var(--t-16);
  }
  /* A heading belongs to what is below it. */
  & > * + h2 {
    margin-top: var(--s-8);
  }
  & > p {
    color: var(--ink-2);
  }
  & > ul {
    margin: 0;
    padding-left: var(--s-16);
    display: grid;
    gap: var(--s-8);
    font-size: var(--t-13);
    list-style: disc;
  }
`;
/** What a sum is made of, the sum last. */
export const billCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: var(--s-8) 0;
  width: 100%;
  margin: 0;
  & dt {
    padding-right: var(--s-16);
    color: var(--ink-2);
  }
  & dd {
    margin: 0;
    text-align: right;
    font-variant-numeric: tabular-nums;
  }
  & dt:last-of-type,
  & dd:last-of-type {
    padding-top: var(--s-8);
    border-top: 1px solid var(--line);
    color: var(--ink);
    font-weight: 600;
  }
`;
export const planRowCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-8);
`;
export const waysCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-8);
  width: 100%;
  /* All ways to pay are in sight on a phone too: who looks for one scrolls to none. */
  @media (max-width: 479.98px) {
    & [role='tab'] {
      flex: 1 1 auto;
      justify-content: center;
      padding: 0 var(--s-4);
    }
  }
  & p {
    color: var(--ink-2);
    /* Two lines for each: what stands below does not move when another is chosen. */
    min-height: 3em;
  }
`;
export const finePrintCss = css`
  margin: 0;
  font-size: var(--t-13);
  color: var(--ink-2);
`;

/** A form of one field. */
export const panCss = css`
  display: grid;
  justify-items: start;
  gap: var(--s-12);
  width: min(100%, 320px);
  & > :first-of-type {
    width: 100%;
  }
`;
