import { css } from '@emotion/react';
import { belongsTo } from '@vimarsh/shared/domain/access/audiences.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { HOME_WHEN_SIGNED_IN } from '@vimarsh/shared/domain/routing/places.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { buttonCss } from '@vimarsh/shared/ui/button.css.ts';
import { DisclosureStrip } from '@vimarsh/shared/ui/disclosure.tsx';
import { LockedCard } from '@vimarsh/shared/ui/locked.tsx';
import { Page as Frame } from '@vimarsh/shared/ui/page.tsx';
import { PublishOptionsFlow } from './publish-options-flow.tsx';

const noteCss = css`
  max-width: 60ch;
  color: var(--ink-2);
`;

/** `/publish-recommendation-options`: an expert publishes an option call (S1-SCOPE-02, S2.1-ROUTE-20). */
export function Page() {
  const session = useSession();
  const { user } = session;
  const caller = callerOf(session);
  const locked = may(caller, 'options.publish') ? null : belongsTo(caller, 'experts') ? UNVERIFIED : INVESTOR;
  return (
    <Frame title="Publish an option call">
      {locked || !user ? (
        <>
          <LockedCard
            text={locked?.title ?? ''}
            action={
              <Link css={buttonCss('quiet')} to={HOME_WHEN_SIGNED_IN}>
                See experts’ calls
              </Link>
            }
          />
          <p css={noteCss}>{locked?.text}</p>
        </>
      ) : (
        <PublishOptionsFlow key={user.id} user={user} />
      )}
      <DisclosureStrip />
    </Frame>
  );
}

const INVESTOR = { title: 'Publishing is for SEBI-registered experts', text: 'Your account is an investor’s. You can follow experts and read their calls.' };
const UNVERIFIED = {
  title: 'Publishing opens when your registration is verified',
  text: 'Aadhaar, PAN and SEBI certificate must be verified first. Until then you can read everything, and nothing is published in your name.',
};
