import { css } from '@emotion/react';
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

/** `/upload-recommendation/:stock_name?`: an expert publishes an equity call; the path may name the stock (S2.1-PARAM-02). */
export function Page() {
  const { user } = useSession();
  const { stock_name = '' } = useParams();
  const locked = !user || user.profession === '' || user.profession === 'Retail Investor' ? INVESTOR : user.verified ? null : UNVERIFIED;
  return (
    <Frame title="Publish a call">
      {locked || !user ? (
        <>
          <LockedCard
            text={locked?.title ?? ''}
            action={
              <Link css={buttonCss('quiet')} to="/experts-past-recommendations">
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
