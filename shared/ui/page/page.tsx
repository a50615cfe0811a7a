import { css } from '@emotion/react';
import type { ReactNode } from 'react';

const pageCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-16);
  align-content: start;
  width: 100%;
  max-width: 1200px;
  margin: 0 auto;
  padding: var(--s-16);
  @media (min-width: 880px) {
    padding: var(--s-24);
  }
`;
const headCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--s-8) var(--s-16);
  min-height: 36px;
  & h1 {
    font-size: var(--t-20);
  }
`;

/** With nothing to show, the row takes no space. */
const bareCss = css`
  display: contents;
`;
const endCss = css`
  justify-content: flex-end;
`;

/** Whether the frame's top line already shows this title. The heading is then for screen readers and print only. */
const isInTopLine = (title: ReactNode): boolean =>
  typeof title === 'string' && document.documentElement.dataset.layout === 'frame' && document.title.startsWith(`${title} · `);

const saidCss = css`
  @media screen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
`;

export interface PageProps {
  /** Left out where the screen has its h1 further in. */
  title?: ReactNode;
  /** To the right of the heading. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A screen: its one h1 and the content column. */
export function Page({ title, actions, children }: PageProps) {
  const unsaid = title === undefined || isInTopLine(title);
  return (
    <div css={pageCss}>
      <div css={[headCss, unsaid && (actions ? endCss : bareCss)]}>
        {title !== undefined && <h1 css={unsaid && saidCss}>{title}</h1>}
        {actions}
      </div>
      {children}
    </div>
  );
}
