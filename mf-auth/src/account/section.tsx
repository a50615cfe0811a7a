import { css } from '@emotion/react';
import type { ReactNode } from 'react';
import { linksCss } from '../login/form.css.ts';

const sectionCss = css`
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
  & > p {
    color: var(--ink-2);
  }
  & > a {
    line-height: 24px;
  }
`;

/** One aspect of the account with its actions. */
export function Section({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section css={[sectionCss, linksCss]}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
