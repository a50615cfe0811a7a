import { css } from '@emotion/react';
import { belongsTo } from '@vimarsh/shared/domain/access/audiences.ts';
import { HOME_WHEN_SIGNED_IN, PROFILE_UPDATE } from '@vimarsh/shared/domain/routing/places.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { buttonCss } from '@vimarsh/shared/ui/button.css.ts';
import { LockedCard } from '@vimarsh/shared/ui/locked.tsx';

const noteCss = css`
  max-width: 60ch;
  color: var(--ink-2);
`;

const INVESTOR = {
  title: 'Publishing is for SEBI-registered experts',
  text: 'Your account is an investor’s. You can follow experts and read their calls.',
  to: HOME_WHEN_SIGNED_IN,
  step: 'See experts’ calls',
};
const UNVERIFIED = {
  title: 'Publishing opens when your registration is verified',
  text: 'Aadhaar, PAN and SEBI certificate must be verified first. Until then you can read everything, and nothing is published in your name.',
  to: `${PROFILE_UPDATE}?active_step=2`,
  step: 'Go to your documents',
};

/** In the place of the form, for whom may not publish: why, and the next step. */
export function PublishLock() {
  const { title, text, to, step } = belongsTo(callerOf(useSession()), 'experts') ? UNVERIFIED : INVESTOR;
  return (
    <>
      <LockedCard
        text={title}
        action={
          <Link css={buttonCss('quiet')} to={to}>
            {step}
          </Link>
        }
      />
      <p css={noteCss}>{text}</p>
    </>
  );
}
