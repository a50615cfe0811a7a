import { css } from '@emotion/react';
import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import type { LinePool } from '@vimarsh/shared/contract/experts/author-lines.ts';
import { ExpertLink } from '@vimarsh/shared/ui/calls/expert-link.tsx';
import type { ReactNode } from 'react';
import { AuthorRecord } from './author-record.tsx';

export const boxCss = css`
  display: grid;
  gap: var(--s-16);
`;
const whoCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--s-8);
  & small {
    display: block;
    font-size: var(--t-12);
    color: var(--ink-2);
  }
`;
const headlineCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: var(--s-4) var(--s-12);
  font-size: var(--t-20);
  & b {
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  & small,
  & [data-beside] {
    font-size: var(--t-13);
    color: var(--ink-2);
  }
`;
export const factsCss = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(120px, 1fr));
  gap: var(--s-12);
  & dt {
    font-size: var(--t-12);
    color: var(--ink-3);
  }
  & dd {
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
`;

/** The head of a call of any kind: its author and what the author’s calls of that kind (`pool`) have made, what can be done, the figure it is about, and below them what its kind adds. */
export function BriefFrame({
  expert,
  pool,
  action,
  headline,
  children,
}: {
  expert: Call['expert'];
  pool: LinePool;
  action: ReactNode;
  headline: ReactNode;
  children: ReactNode;
}) {
  return (
    <section css={boxCss} aria-label="The call">
      <div css={whoCss}>
        <span>
          <ExpertLink expert={expert} size={32} />
          <small>
            {expert.profession} · SEBI {expert.reg_no}
          </small>
        </span>
        {action}
      </div>
      {expert.user_id && <AuthorRecord user_id={expert.user_id} pool={pool} />}
      <div css={headlineCss}>{headline}</div>
      {children}
    </section>
  );
}
