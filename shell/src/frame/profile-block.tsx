import { css } from '@emotion/react';
import { belongsTo } from '@vimarsh/shared/domain/access/audiences.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import type { SessionUser } from '@vimarsh/shared/session';
import { Avatar } from '@vimarsh/shared/ui/avatar.tsx';
import type { OwnPlace } from '../menu/menu.ts';

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
  /* Whole on two lines rather than cut on one. */
  & > :first-child {
    min-width: 0;
    overflow-wrap: anywhere;
  }
`;
const roleCss = css`
  font-size: var(--t-12);
  color: var(--ink-3);
  white-space: nowrap;
`;
const ownCss = css`
  grid-column: 1 / -1;
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--s-12);
  font-size: var(--t-13);
  & > a {
    display: inline-flex;
    align-items: center;
    min-width: 24px;
    min-height: 44px;
    @media (min-width: 880px) and (pointer: fine) {
      min-height: 28px;
    }
  }
`;
const pictureCss = css`
  display: grid;
  place-items: center;
  min-height: 44px;
  min-width: 44px;
`;

/** A name without its badge is still correct, so a badge that fails to load needs no message. */
const VerifiedBadge = part({ what: 'The badge', load: () => import('./verified-badge.tsx').then((badge) => badge.VerifiedBadge), failure: () => null });

export interface ProfileProps {
  user: SessionUser;
}
/** What a phone shows with the name. Wider screens have it in the head's account menu. */
interface OwnProps extends ProfileProps {
  own?: readonly OwnPlace[];
  plans?: readonly string[];
  onGo?: () => void;
}

/** Picture, name and profession, of an admin the office instead, for experts also badge and rank (S2.5-PROFILE-01…06). */
export function ProfileBlock({ user, own = [], plans = [], onGo }: OwnProps) {
  const name = nameOf(user);
  const caller = callerOf(useSession());
  return (
    <div css={blockCss} data-profile>
      <Avatar name={name} picture={user.picture} size={36} />
      <div>
        <div css={nameCss}>
          <span>{name}</span>
          {belongsTo(caller, 'verifiedExperts') && <VerifiedBadge />}
        </div>
        <div css={roleCss}>
          {user.is_admin ? 'Admin' : user.profession}
          {belongsTo(caller, 'experts') && user.rank !== null && ` · Rank ${user.rank} by score`}
        </div>
        {plans.map((words) => (
          <div key={words} css={roleCss}>
            {words}
          </div>
        ))}
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

/** Only the picture, for the rail. */
export function ProfilePicture({ user }: ProfileProps) {
  const name = nameOf(user);
  return (
    <div role="img" aria-label={name} title={name} css={pictureCss}>
      <Avatar name={name} picture={user.picture} size={36} />
    </div>
  );
}

const nameOf = (user: SessionUser): string => user.full_name || 'Your account';
