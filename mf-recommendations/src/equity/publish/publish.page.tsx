import { css } from '@emotion/react';
import { belongsTo } from '@vimarsh/shared/domain/access/audiences.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { HOME_WHEN_SIGNED_IN } from '@vimarsh/shared/domain/routing/places.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { Link, useParams } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { buttonCss } from '@vimarsh/shared/ui/button.css.ts';
import { DisclosureStrip } from '@vimarsh/shared/ui/disclosure.tsx';
import { LockedCard } from '@vimarsh/shared/ui/locked.tsx';
import { Page as Frame } from '@vimarsh/shared/ui/page.tsx';
import { PublishFlow } from './publish-flow.tsx';

const noteCss = css`
  max-width: 60ch;
  color: var(--ink-2);
`;

/** `/upload-recommendation/:stock_name?`: an expert publishes an equity call. The path may name the stock (S2.1-PARAM-02). */
export function Page() {
  const session = useSession();
  const { user } = session;
  const { stock_name = '' } = useParams();
  const caller = callerOf(session);
  const locked = may(caller, 'equity.publish') ? null : belongsTo(caller, 'experts') ? UNVERIFIED : INVESTOR;
  return (
    <Frame title="Publish a call">
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
        <PublishFlow key={`${user.id} ${stock_name}`} user={user} stock={stock_name.toUpperCase()} />
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
