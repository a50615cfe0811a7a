import { css } from '@emotion/react';
import { readOffers } from '@vimarsh/shared/contract/plans/routes.ts';
import type { PlanOffer } from '@vimarsh/shared/contract/plans/types.ts';
import { INVESTOR_PLANS } from '@vimarsh/shared/domain/money/purchase.ts';
import { screenAt } from '@vimarsh/shared/domain/routing/match.ts';
import { PLANS, SIGN_UP } from '@vimarsh/shared/domain/routing/places.ts';
import { routesOf } from '@vimarsh/shared/domain/routing/routes.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { firstOffers } from './offers.ts';

const gridCss = css`
  display: grid;
  gap: var(--s-16);
  @media (min-width: 880px) {
    grid-template-columns: repeat(4, minmax(0, 1fr));
  }
  & li {
    display: grid;
    align-content: start;
    gap: var(--s-4);
    padding-top: var(--s-12);
    border-top: 2px solid var(--line-strong);
  }
  & h3 {
    font-size: var(--t-14);
  }
  & b {
    font-size: var(--t-20);
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  & span {
    font-size: var(--t-13);
    color: var(--ink-2);
  }
`;
const wayCss = css`
  margin-top: var(--s-16);
  line-height: 24px;
  & a {
    display: inline-block;
  }
`;

/** What each opens, in a line. */
const OPENS: Readonly<Record<(typeof INVESTOR_PLANS)[number], string>> = {
  Lite: 'Live short-term calls.',
  Premium: 'Live short, medium and long-term calls, and calls by category.',
  Pro: 'All live calls, intraday ones too.',
};
const isMonth = ({ days }: PlanOffer) => days === 30;

/** What it costs, on the site whose prices these are: a partner sets its own. A month’s price stands first, so that plans compare. */
export function Plans() {
  const session = useSession();
  const first = firstOffers(session.page().first);
  // Asked for where another address was opened first. Without an answer the page stands without prices.
  const { data } = useQuery(readOffers, undefined, { enabled: first === null && !session.environment, shown: true });
  const offers = first ?? data?.offers;
  if (session.environment || !offers) return null;
  const plans = screenAt(routesOf(session.page().releases), PLANS) !== null;
  return (
    <section>
      <h2>What it costs</h2>
      <p data-lead="">Prices include GST. Live prices are equally fast in every plan. Results of ended calls come a session later in the free account.</p>
      <ul css={gridCss}>
        <li>
          <h3>Free account</h3>
          <b>₹0</b>
          <span>Closed calls with their results, and one live call a week, chosen by its date.</span>
        </li>
        {INVESTOR_PLANS.map((plan) => ({ plan, prices: offers.filter((each) => each.plan === plan) }))
          .filter(({ prices }) => prices.length > 0)
          .map(({ plan, prices }) => (
            <li key={plan}>
              <h3>{plan}</h3>
              {[...prices.filter(isMonth), ...prices.filter((each) => !isMonth(each))].map(({ price_paise, days }, at) =>
                at === 0 ? (
                  <b key={days}>
                    ₹{formatNumber(price_paise / 100)} for {days} days
                  </b>
                ) : (
                  <span key={days}>
                    or ₹{formatNumber(price_paise / 100)} for {days} days
                  </span>
                ),
              )}
              <span>{OPENS[plan]}</span>
            </li>
          ))}
      </ul>
      <p css={wayCss}>
        {plans ? <Link to={PLANS}>Check plans</Link> : 'Plans can’t be bought here yet.'}
        {!session.signedIn && (
          <>
            {' '}
            <Link to={SIGN_UP}>Create a free account</Link>
          </>
        )}
      </p>
    </section>
  );
}
