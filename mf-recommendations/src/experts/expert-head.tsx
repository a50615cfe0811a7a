import { css } from '@emotion/react';
import type { JudgedExpert } from '@vimarsh/shared/contract/experts/types.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { Avatar } from '@vimarsh/shared/ui/avatar.tsx';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import type { ReactNode } from 'react';
import { registerText } from './expert-words.ts';

const headCss = css`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: var(--s-8) var(--s-16);
  align-items: center;
  @media (min-width: 880px) {
    grid-template-columns: auto minmax(0, 1fr) auto;
  }
  & h1 {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s-8);
    font-size: var(--t-20);
    overflow-wrap: anywhere;
  }
  & p {
    color: var(--ink-2);
    font-size: var(--t-13);
  }
`;
const actionCss = css`
  grid-column: 1 / -1;
  @media (min-width: 880px) {
    grid-column: auto;
  }
`;

/** Who it is: name, number, what the register says today, and what they do. */
export function ExpertHead({ expert, action }: { expert: JudgedExpert; action: ReactNode }) {
  const { full_name, picture, profession, reg_no, city, style, followers, status, verified } = expert;
  return (
    <header css={headCss}>
      <Avatar name={full_name} picture={picture} size={64} />
      <div>
        <h1>
          {full_name}
          {verified ? <Badge>Verified</Badge> : <Badge tone="warn">{status === 'closed' ? 'Account closed' : 'Not active'}</Badge>}
        </h1>
        <p>{[profession, reg_no && `SEBI ${reg_no}`, city, style].filter(Boolean).join(' · ')}</p>
        <p>{registerText(expert)}</p>
        {status !== 'closed' && <p>{followers === 1 ? '1 follower' : `${formatNumber(followers)} followers`}</p>}
      </div>
      <div css={actionCss}>{action}</div>
    </header>
  );
}
