import { css } from '@emotion/react';
import type { JudgedExpert } from '@vimarsh/shared/contract/experts/types.ts';
import { formatDay, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { Avatar } from '@vimarsh/shared/ui/avatar.tsx';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { media } from '@vimarsh/shared/ui/page/layout.ts';
import type { ReactNode } from 'react';

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
  ${media.phone} {
    gap: var(--s-8);
    /* The answer comes first there. */
    & [data-wide] {
      display: none;
    }
  }
`;
const actionCss = css`
  grid-column: 1 / -1;
  @media (min-width: 880px) {
    grid-column: auto;
  }
`;

/** Who it is: name, number, what the register says today, and what they do. */
export function ExpertHead({ expert, size, action }: { expert: JudgedExpert /** Of the picture, px. */; size: number; action: ReactNode }) {
  const { full_name, picture, profession, reg_no, city, style, followers, status, verified } = expert;
  return (
    <header css={headCss}>
      <Avatar name={full_name} picture={picture} size={size} />
      <div>
        <h1>
          {full_name}
          {verified ? <Badge>Verified</Badge> : <Badge tone="warn">{status === 'closed' ? 'Account closed' : 'Not active'}</Badge>}
        </h1>
        <p>{[profession, reg_no && `SEBI ${reg_no}`].filter(Boolean).join(' · ')}</p>
        <p>{registerText(expert)}</p>
        <p data-wide="">{[city, style].filter(Boolean).join(' · ')}</p>
        {status !== 'closed' && <p data-wide="">{followers === 1 ? '1 follower' : `${formatNumber(followers)} followers`}</p>}
      </div>
      {action && <div css={actionCss}>{action}</div>}
    </header>
  );
}

/** Entry of the register for an expert today. */
function registerText({ status, valid_to, review_since }: Pick<JudgedExpert, 'status' | 'valid_to' | 'review_since'>): string {
  switch (status) {
    case 'verified':
      return `Registered until ${formatDay(valid_to)}`;
    case 'expiring':
      return `Papers end soon, registered until ${formatDay(valid_to)}`;
    case 'lapsed':
      return 'Papers have ended: no new calls until they are renewed. Open calls are judged to their end.';
    case 'suspended':
      return 'Suspended: no new calls. Open calls are judged to their end.';
    case 'closed':
      return 'The account was closed. Its calls stay in the record without a name.';
    default:
      if (review_since !== undefined) return `Registration under review since ${formatDay(review_since)}: no new calls. Open calls are judged to their end.`;
      return 'Papers are not checked yet, so nothing can be published.';
  }
}
