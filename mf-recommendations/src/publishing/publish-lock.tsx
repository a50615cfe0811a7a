import { css } from '@emotion/react';
import { belongsTo } from '@vimarsh/shared/domain/access/audiences.ts';
import { HOME_WHEN_SIGNED_IN } from '@vimarsh/shared/domain/routing/places.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { FirstCallSteps } from '@vimarsh/shared/ui/calls/first-call-steps.tsx';
import { LockedCard } from '@vimarsh/shared/ui/calls/locked.tsx';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';

const noteCss = css`
  max-width: 38em;
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
};

/** In the place of the form, for whom may not publish: why, and the next step. */
export function PublishLock() {
  const expert = belongsTo(callerOf(useSession()), 'experts');
  const { title, text } = expert ? UNVERIFIED : INVESTOR;
  return (
    <>
      <LockedCard
        text={title}
        action={
          !expert && (
            <Link css={buttonCss('quiet')} to={INVESTOR.to}>
              {INVESTOR.step}
            </Link>
          )
        }
      />
      <p css={noteCss}>{text}</p>
      <FirstCallSteps />
    </>
  );
}
