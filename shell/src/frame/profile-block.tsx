import { css } from '@emotion/react';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import type { SessionUser } from '@vimarsh/shared/session';
import { Avatar } from '@vimarsh/shared/ui/avatar.tsx';
import type { OwnPlace } from '../menu/menu.ts';
import { Lazy } from './lazy.tsx';

const blockCss = css`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  align-items: center;
  column-gap: var(--s-12);
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
const ownCss = css`
  grid-column: 2;
  display: flex;
  gap: var(--s-16);
  font-size: var(--t-13);
  & > a {
    display: inline-flex;
    align-items: center;
    min-height: 44px;
    @media (min-width: 880px) and (pointer: fine) {
      min-height: 28px;
    }
  }
`;
/** The initial is no text to underline. */
const plainCss = css`
  text-decoration: none;
`;
const pictureCss = css`
  display: grid;
  place-items: center;
  min-height: 44px;
  min-width: 44px;
`;

interface Props {
  user: SessionUser;
  own: readonly OwnPlace[];
  onGo?: () => void;
}

/** Picture, name, badge, profession and rank (S2.5-PROFILE-01…06); badge and rank are experts'. Below, what belongs to the account. */
export function ProfileBlock({ user, own, onGo }: Props) {
  const name = nameOf(user);
  const expert = user.profession !== 'Retail Investor';
  return (
    <div css={blockCss} data-profile>
      <Avatar name={name} picture={user.picture} size={36} />
      <div>
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
      {own.length > 0 && (
        <div css={ownCss}>
          {own.map(({ label, to }) => (
            <Link key={to} to={to} onClick={onGo}>
              {label}
            </Link>
          ))}
        </div>
      )}
    </div>
  );
}

/** The picture alone, for the rail; it leads to the account. */
export function ProfilePicture({ user, own }: Omit<Props, 'onGo'>) {
  const name = nameOf(user);
  const account = own.at(-1);
  const picture = (
    <div css={pictureCss}>
      <Avatar name={name} picture={user.picture} size={36} />
    </div>
  );
  return account ? (
    <Link to={account.to} css={plainCss} title={`${name}: ${account.label}`} aria-label={`${name}: ${account.label}`}>
      {picture}
    </Link>
  ) : (
    <div role="img" aria-label={name} title={name}>
      {picture}
    </div>
  );
}

const nameOf = (user: SessionUser): string => user.full_name || 'Your account';
