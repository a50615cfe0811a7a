import { css } from '@emotion/react';

/** How often counts are asked for again. */
export const REFRESH_MS = 15_000;

/** Two beside each other on a phone, and no wider than their words on the desk. */
export const controls = css`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  align-items: end;
  gap: var(--s-12);
  @media (min-width: 880px) {
    grid-template-columns: repeat(auto-fill, minmax(200px, 240px));
  }
`;
/** On the desk the counts, and right of them the calls they count. */
export const columns = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-items: start;
  gap: var(--s-16);
  @media (min-width: 1080px) {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    /* Columns of the reader's choice take what they need. */
    &[data-wide] {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
/** The page in one sentence, before any figure. */
export const answer = css`
  margin: 0;
  max-width: 43em;
  font-size: var(--t-16);
`;
export const chips = css`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-8);
`;
export const totals = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(88px, 1fr));
  gap: var(--s-8) var(--s-16);
  margin: 0;
  max-width: 720px;
  & > div {
    display: flex;
    flex-direction: column-reverse;
    justify-content: flex-end;
  }
  & dt {
    font-size: var(--t-12);
    color: var(--ink-2);
  }
  & dd {
    margin: 0;
    font-size: var(--t-20);
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
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
/** A figure that is not told, and what stands under a name. */
export const small = css`
  color: var(--ink-3);
  font-size: var(--t-12);
  font-weight: 400;
`;
/** Symbol and side, and under them who called it: whole names, on two lines where one is too narrow. */
export const calledBy = css`
  display: grid;
  padding: var(--s-4) 0;
  white-space: normal;
  & > span {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--s-8);
    font-weight: 400;
  }
`;
/** A figure, and under it what has to be heeded. */
export const stacked = css`
  display: grid;
  justify-items: end;
  gap: 2px;
`;
