import { css } from '@emotion/react';
import { COMPLIANCE, HOME_WHEN_SIGNED_IN, SIGN_UP } from '@vimarsh/shared/domain/routing/places.ts';
import { REGISTERED_NAME, REGISTRATION_NO } from '@vimarsh/shared/domain/text/disclosure.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { Link, navigate, usePath } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { useNear } from '@vimarsh/shared/ui/charts/near.ts';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { DisclosureStrip } from '@vimarsh/shared/ui/page/disclosure.tsx';
import { Page as Frame } from '@vimarsh/shared/ui/page/page.tsx';
import { type ComponentProps, type ComponentType, useRef } from 'react';
import { LazyCallDrawer } from '../equity/drawer/lazy-call-drawer.tsx';
import { ClosedCalls, RowsLater } from './closed-calls.tsx';
import type { ClosedRowsProps } from './closed-rows.tsx';
import { HeroCall } from './hero-call.tsx';
import type * as Missing from './not-yet.tsx';
import { cheapest, firstOffers } from './offers.ts';
import { usePublicView } from './public-view.ts';
import type { ResultsProps } from './results.tsx';

const heroCss = css`
  display: grid;
  gap: var(--s-24);
  @media (min-width: 1100px) {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    gap: var(--s-48);
    align-items: center;
    padding-block: var(--s-24);
  }
`;
const wordsCss = css`
  display: grid;
  gap: var(--s-16);
  justify-items: start;
  & > p {
    max-width: 38em;
    font-size: var(--t-14);
    color: var(--ink-2);
    @media (min-width: 600px) {
      font-size: var(--t-16);
    }
  }
  & > small {
    font-size: var(--t-13);
    color: var(--ink-2);
  }
  & > small a {
    display: inline-block;
    min-height: 24px;
  }
  /* Each sentence has a line of its own where both do not fit: no word of it moves to another line when the page's letters come. */
  & small > span {
    display: inline-block;
  }
`;
/** On a phone the button takes the width, and the way to verify stands beside it as a link: what follows is in sight at once. */
const actionsCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-8) var(--s-16);
  justify-self: stretch;
  & > a:first-of-type {
    flex: 1;
    justify-content: center;
  }
  & > a:last-of-type {
    display: inline-flex;
    align-items: center;
    min-height: 44px;
    font-weight: 500;
  }
  @media (min-width: 600px) {
    & > a:first-of-type {
      flex: none;
    }
  }
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
    max-width: 45em;
    margin-bottom: var(--s-16);
    color: var(--ink-2);
  }
`;
/** As high as the results, which come after the first content. */
const resultsCss = css`
  min-height: 500px;
  @media (min-width: 600px) and (max-width: 879.98px) {
    min-height: 388px;
  }
  /* With the higher field of dots. */
  @media (min-width: 880px) {
    min-height: 416px;
  }
`;
const titleCss = css`
  font-size: var(--t-20);
  text-wrap: balance;
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

/** What stands now has been painted: a picture that only shows what the calls below it say waits until then. */
const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
const Results = part<ResultsProps>({
  what: 'The results',
  load: () =>
    painted()
      .then(() => import('./results.tsx'))
      .then((file) => file.Results),
});

/** Everything below the first screen. Its code loads when it comes near. */
const Below = part({ what: 'The rest of this page', load: () => import('./below.tsx').then((below) => below.Below) });
const belowCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-48);
  min-height: 1200px;
  align-content: start;
`;

/** `/`: what a visitor sees before signing up (S2.2-ROUTE-09). Its first content comes with the page. */
export function Page({ Rows = RowsLater }: { Rows?: ComponentType<ClosedRowsProps> }) {
  const { view, failed, refetch } = usePublicView();
  const { signedIn, environment, page } = useSession();
  const least = environment ? null : cheapest(firstOffers(page().first) ?? []);
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
    <Frame actions={failed && view && <Stale asOf={view.as_of} />}>
      <div css={sectionsCss}>
        <div css={heroCss}>
          <div css={wordsCss}>
            <h1 css={titleCss}>Stock calls from SEBI-registered experts. Every result on record.</h1>
            <p>
              For investors who decide for themselves. Every call is signed the moment it is published, closed by the price and not by its author, and never
              deleted. Check any of them yourself, in this browser.
            </p>
            <div css={actionsCss}>
              {start ?? (
                <Link css={buttonCss('primary')} to={SIGN_UP}>
                  Create a free account
                </Link>
              )}
              <a href="#verify">Verify a record</a>
            </div>
            <small>
              {least && (
                <>
                  <span>A free account costs nothing.</span>{' '}
                  <span>
                    Plans start at ₹{least.price_paise / 100} for {least.days} days.
                  </span>
                  <br />
                </>
              )}
              {REGISTERED_NAME} · SEBI {REGISTRATION_NO} · <Link to={COMPLIANCE}>How to verify us at SEBI</Link>
            </small>
          </div>
          <HeroCall view={view} />
        </div>
        {view?.results && (
          <div css={resultsCss}>
            <Results results={view.results} mode={view.perf_mode} asOf={view.as_of} />
          </div>
        )}
        {view ? <ClosedCalls view={view} Rows={Rows} /> : <NotYet failed={failed} onRetry={refetch} />}
        <div id="verify" ref={below} css={belowCss}>
          {near && <Below view={view} />}
        </div>
      </div>
      <DisclosureStrip illustration />
      {reco && <LazyCallDrawer id={reco} onClose={() => navigate(path, { replace: true })} />}
    </Frame>
  );
}
