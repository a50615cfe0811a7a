import { css } from '@emotion/react';
import type { PublicView } from '@vimarsh/shared/contract/calls/types.ts';
import { HOME_WHEN_SIGNED_IN, SIGN_UP } from '@vimarsh/shared/domain/routing/places.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { Link, navigate, usePath } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { buttonCss } from '@vimarsh/shared/ui/button.css.ts';
import { DisclosureStrip } from '@vimarsh/shared/ui/disclosure.tsx';
import { useNear } from '@vimarsh/shared/ui/near.ts';
import { Page as Frame } from '@vimarsh/shared/ui/page.tsx';
import { type ComponentProps, useRef } from 'react';
import { LazyCallDrawer } from '../call/lazy-drawer.tsx';
import { ClosedCalls } from './closed-calls.tsx';
import type * as Missing from './not-yet.tsx';
import { usePublicView } from './public-view.ts';
import { RailLegend } from './rail-legend.tsx';

const heroCss = css`
  display: grid;
  gap: var(--s-24);
  @media (min-width: 1100px) {
    grid-template-columns: minmax(0, 7fr) minmax(0, 5fr);
    align-items: start;
  }
`;
const wordsCss = css`
  display: grid;
  gap: var(--s-16);
  justify-items: start;
  & > p {
    max-width: 60ch;
    font-size: var(--t-16);
    color: var(--ink-2);
  }
`;
const actionsCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-12);
`;
const sectionsCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-48);
  & h2 {
    font-size: var(--t-16);
    margin-bottom: var(--s-4);
  }
  & [data-lead] {
    max-width: 70ch;
    margin-bottom: var(--s-16);
    color: var(--ink-2);
  }
`;
const titleCss = css`
  font-size: var(--t-20);
  @media (min-width: 880px) {
    font-size: var(--t-28);
  }
`;

const NotYet = part<ComponentProps<typeof Missing.NotYet>>({
  what: 'The closed calls',
  load: () => import('./not-yet.tsx').then((file) => file.NotYet),
  placeholder: <div style={{ minHeight: 520 }} />,
});
const Stale = part<{ asOf: string }>({ what: 'The time', load: () => import('./not-yet.tsx').then((file) => file.Stale), failure: () => null });

/** Everything below the first screen. Its code loads when it comes near. */
const Below = part({ what: 'The rest of this page', load: () => import('./below.tsx').then((below) => below.Below) });
const belowCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-48);
  min-height: 1200px;
  align-content: start;
`;

/** The count is of the start of the data's day, which the page may outlive. */
const liveText = (view: PublicView | null): string => {
  if (!view?.live_count) return '';
  return view.live_count === 1
    ? ` One call was live when ${formatDay(view.as_of)} began.`
    : ` ${view.live_count} calls were live when ${formatDay(view.as_of)} began.`;
};

/** `/`: what a visitor sees before signing up (S2.2-ROUTE-09). Its first content comes with the page. */
export function Page() {
  const { view, failed, refetch } = usePublicView();
  const { signedIn } = useSession();
  const below = useRef<HTMLDivElement>(null);
  const near = useNear(below);
  const { path, query } = usePath();
  const reco = query.get('reco') ?? '';
  const start = signedIn ? (
    <Link css={buttonCss('primary')} to={HOME_WHEN_SIGNED_IN}>
      Open experts’ calls
    </Link>
  ) : null;
  return (
    <Frame title={<span css={titleCss}>Can I trust this call, and this expert?</span>} actions={failed && view && <Stale asOf={view.as_of} />}>
      <div css={sectionsCss}>
        <div css={heroCss}>
          <div css={wordsCss}>
            <p>
              Here every call is signed the moment it is published, closed by the price and not by its author, and kept, whether it gained or lost. Check any of
              them yourself, in this browser.
            </p>
            <div css={actionsCss}>
              {start ?? (
                <Link css={buttonCss('primary')} to={SIGN_UP}>
                  Sign up
                </Link>
              )}
              <a css={buttonCss('quiet')} href="#verify">
                Verify a record
              </a>
            </div>
          </div>
          <RailLegend calls={view?.closed ?? []} />
        </div>
        {view ? <ClosedCalls calls={view.closed} now={view.as_of} mode={view.perf_mode} /> : <NotYet failed={failed} onRetry={refetch} />}
        <div id="verify" ref={below} css={belowCss}>
          {near && <Below view={view} />}
        </div>
        {!signedIn && (
          <section>
            <h2>See live calls</h2>
            <p data-lead="">Sign in to see live calls. Your plan decides which ones.{liveText(view)} Sign up with your mobile number.</p>
            <Link css={buttonCss('primary')} to={SIGN_UP}>
              Sign up
            </Link>
          </section>
        )}
      </div>
      <DisclosureStrip illustration />
      {reco && <LazyCallDrawer id={reco} onClose={() => navigate(path, { replace: true })} />}
    </Frame>
  );
}
