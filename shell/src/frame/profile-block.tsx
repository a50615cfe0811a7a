import { css } from '@emotion/react';
import type { SessionUser } from '@vimarsh/shared/session';
import { Avatar } from '@vimarsh/shared/ui/avatar.tsx';
import { Lazy } from './lazy.tsx';

const blockCss = css`
  display: flex;
  align-items: center;
  gap: var(--s-12);
  min-width: 0;
`;
const nameCss = css`
  display: flex;
  align-items: center;
  gap: var(--s-4);
  min-width: 0;
  font-weight: 600;
  line-height: 1.3;
  & > :first-child {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;
const roleCss = css`
  font-size: var(--t-12);
  color: var(--ink-3);
  white-space: nowrap;
`;
const wordsCss = css`
  min-width: 0;
`;

/** Picture, name, badge, profession and rank (S2.5-PROFILE-01…06); badge and rank are experts'. `small` keeps the picture only. */
export function ProfileBlock({ user, small = false }: { user: SessionUser; small?: boolean }) {
  const name = user.full_name || 'Your account';
  if (small) {
    return (
      <span role="img" aria-label={name} title={name}>
        <Avatar name={name} picture={user.picture} size={36} />
      </span>
    );
  }
  const expert = user.profession !== 'Retail Investor';
  return (
    <div css={blockCss} data-profile>
      <Avatar name={name} picture={user.picture} size={36} />
      <div css={wordsCss}>
        <div css={nameCss}>
          <span>{name}</span>
          {user.verified && expert && (
            <Lazy load={() => import('./verified-badge.tsx').then(({ VerifiedBadge }) => VerifiedBadge)} onFail={() => undefined} props={{}} />
          )}
        </div>
        <div css={roleCss}>
          {user.profession}
          {expert && user.rank !== null && ` · Rank ${user.rank}`}
        </div>
      </div>
    </div>
  );
}
