import type { readPlanQuotes } from '@vimarsh/shared/contract/plans/routes.ts';
import type { PlanQuote } from '@vimarsh/shared/contract/plans/types.ts';
import type { Data } from '@vimarsh/shared/contract/route.ts';
import { lineFor } from '@vimarsh/shared/domain/access/buying.ts';
import { EXPERT_GIVES } from '@vimarsh/shared/domain/access/expert-gives.ts';
import { givenBy } from '@vimarsh/shared/domain/access/plan-gives.ts';
import { INVESTOR_PLANS, MOST_DAYS_AHEAD, type SoldPlan } from '@vimarsh/shared/domain/money/purchase.ts';
import { checkoutAddress, MY_ACCOUNT, orderAddress } from '@vimarsh/shared/domain/routing/member-places.ts';
import { PLANS } from '@vimarsh/shared/domain/routing/places.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import type { ReactNode } from 'react';
import { COUPON_REFUSED } from './coupon-field.tsx';
import { ForExperts, NotYet } from './for-experts.tsx';
import { GivenLists } from './given-lists.tsx';
import { PaymentFaq } from './payment-faq.tsx';
import { cardCss, gridCss, offersCss } from './plans.css.ts';
import { exact, rupees } from './rupees.ts';

const DAY_MS = 86_400_000;

const WHY: Readonly<Record<Exclude<PlanQuote['refused'], '' | 'PLAN_ADVANCE'>, string>> = {
  PLAN_HELD: 'Your plan gives you all of this already.',
  PLAN_CREDIT: 'What is left of your plan is worth more than this. Choose more days.',
  FEE_CAP: 'With this you would pay more than the law allows in a year.',
};

/** Plans side by side: what each gives, what it does not, and what it costs the one who looks. */
export function PlanTable({ answer }: { answer: Data<typeof readPlanQuotes> }) {
  const { quotes, coupon, can_buy, open } = answer;
  const session = useSession();
  const caller = callerOf(session);
  const code = coupon?.refused === '' ? coupon.code : '';
  const offers = (plan: SoldPlan) => <Offers plan={plan} quotes={quotes.filter((each) => each.plan === plan)} canBuy={can_buy} coupon={code} />;
  const experts = lineFor(caller) === 'experts';
  const current = session.plan?.plan_name ?? null;
  return (
    <>
      {open && (
        <div css={cardCss}>
          <p>
            Your order of {open.plan} for {open.days} days waits for its payment of {rupees(open.pay_paise)}.
          </p>
          <Link css={buttonCss('quiet')} to={orderAddress(open.id)}>
            Go on with the payment
          </Link>
        </div>
      )}
      <p>
        {experts
          ? 'Prices include 18% GST. The plan is for publishing: nobody can buy a place, a rank or more readers.'
          : 'Prices include 18% GST. Live prices are equally fast in every plan. Results of ended calls come a session later in the free account. No plan can promise a profit.'}
      </p>
      {coupon && (
        <div css={cardCss}>
          <p>{coupon.refused === '' ? `Where coupon ${coupon.code} counts, it is taken off already.` : COUPON_REFUSED[coupon.refused]}</p>
          <Link css={buttonCss('quiet')} to={PLANS}>
            Remove coupon {coupon.code}
          </Link>
        </div>
      )}
      {experts ? (
        <ExpertPlan offers={offers('Publisher')} />
      ) : (
        <ul css={gridCss}>
          <Plan name="Free account" isCurrent={current === null} given={givenBy({ ...caller, plan: null, promotional: false })}>
            <b>{rupees(0)}</b>
          </Plan>
          {INVESTOR_PLANS.filter((plan) => quotes.some((each) => each.plan === plan)).map((plan) => (
            <Plan key={plan} name={plan} isCurrent={current === plan} given={givenBy({ ...caller, plan, promotional: false })}>
              {offers(plan)}
            </Plan>
          ))}
        </ul>
      )}
      {!can_buy && (experts ? <NotYet /> : <p>Plans are for investors, and they can’t be bought with this account here.</p>)}
      {experts ? <ForExperts /> : <ForInvestors {...answer} />}
      <PaymentFaq onePlan={experts} />
    </>
  );
}

/** What an expert has without their plan and with it. */
function ExpertPlan({ offers }: { offers: ReactNode }) {
  const caller = { ...callerOf(useSession()), plan: null, promotional: false };
  // It is used by who is verified.
  const given = (publisher: boolean) => givenBy({ ...caller, registered: true, verified: true, publisher }, EXPERT_GIVES);
  return (
    <ul css={gridCss}>
      <Plan name="Without the plan" isCurrent={!caller.publisher} given={given(false)}>
        <b>{rupees(0)}</b>
      </Plan>
      <Plan name="Publisher" isCurrent={caller.publisher} given={given(true)}>
        {offers}
      </Plan>
    </ul>
  );
}

function ForInvestors({ fees_paise, fees_by_pan, fee_cap_paise }: Pick<Data<typeof readPlanQuotes>, 'fees_paise' | 'fees_by_pan' | 'fee_cap_paise'>) {
  return (
    <section css={cardCss}>
      <h2>What research can’t do</h2>
      <p>
        Experts can be wrong, and you can lose money with calls of any plan. Losses are shown as large as gains. Each call stays on record whatever its result.
      </p>
      <h2>Leave whenever you like</h2>
      <p>Two presses in your account end a plan at once. The fee of the days that are left comes back the way you paid.</p>
      <Link to={`${MY_ACCOUNT}?tab=plan`}>Your plan and invoices</Link>
      <h2>The most you may be asked for</h2>
      {fees_by_pan ? (
        <p>
          {rupees(fees_paise)} without GST was paid with this PAN in the last twelve months. The law limits fees of a family to {rupees(fee_cap_paise)} a year.
        </p>
      ) : (
        <p>
          You paid {rupees(fees_paise)} without GST in the last twelve months. The law limits fees of a family to {rupees(fee_cap_paise)} a year.
        </p>
      )}
    </section>
  );
}

function Plan({ name, isCurrent, given, children }: { name: string; isCurrent: boolean; given: ReturnType<typeof givenBy>; children: ReactNode }) {
  return (
    <li data-yours={isCurrent ? '' : undefined}>
      <h2>
        {name} {isCurrent && <Badge tone="accent">Yours</Badge>}
      </h2>
      <div css={offersCss}>{children}</div>
      <GivenLists name={name} given={given} />
    </li>
  );
}

/** From when a plan of days can be added again; a whole year is the most that is sold ahead. */
function advanceText(plan: SoldPlan, quotes: readonly PlanQuote[]): string {
  const refused = quotes.filter((quote) => quote.refused === 'PLAN_ADVANCE');
  const from = ({ starts_at, days }: PlanQuote): number => Date.parse(starts_at) - (MOST_DAYS_AHEAD - days) * DAY_MS;
  const first = refused.toSorted((a, b) => from(a) - from(b))[0]!;
  const day = formatDay(new Date(from(first)).toISOString());
  return refused.length === quotes.length
    ? `You already have a full year. You can renew from ${day}.`
    : `${plan} for ${first.days} days can be added from ${day}.`;
}

interface OffersProps {
  plan: SoldPlan;
  quotes: readonly PlanQuote[];
  canBuy: boolean;
  /** One that is valid; '' for none. */
  coupon: string;
}

function Offers({ plan, quotes, canBuy, coupon }: OffersProps) {
  const open = quotes.filter(({ refused }) => refused === '');
  const why = quotes.find(({ refused }) => refused !== '')?.refused;
  const credit = open[0]?.credit_paise ?? 0;
  return (
    <>
      {quotes.map(({ days, price_paise, discount_paise, refused }) =>
        canBuy && refused === '' ? (
          <Link
            key={days}
            css={buttonCss((plan === 'Premium' || plan === 'Publisher') && days === 30 ? 'primary' : 'quiet')}
            to={checkoutAddress('upi', plan, days, coupon)}
          >
            Get {plan}, {discount_paise > 0 ? exact(price_paise - discount_paise) : rupees(price_paise)} for {days} days
          </Link>
        ) : (
          <b key={days}>
            {rupees(price_paise)} for {days} days
          </b>
        ),
      )}
      {canBuy && credit > 0 && <p>{rupees(credit)} is left of your plan and comes off the price.</p>}
      {canBuy && open.length > 0 && Date.parse(open[0]!.starts_at) > Date.now() + 60_000 && <p>It would be added from {formatDay(open[0]!.starts_at)} on.</p>}
      {canBuy && why && <p>{why === 'PLAN_ADVANCE' ? advanceText(plan, quotes) : WHY[why]}</p>}
    </>
  );
}
