import { readOrder } from '@vimarsh/shared/contract/plans/routes.ts';
import type { PlanOrder } from '@vimarsh/shared/contract/plans/types.ts';
import { checkoutAddress, HOME_WHEN_SIGNED_IN, MY_ACCOUNT, PLANS } from '@vimarsh/shared/domain/routing/places.ts';
import { formatDay, formatIstTime } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery } from '@vimarsh/shared/kit/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { buttonCss } from '@vimarsh/shared/ui/button.css.ts';
import { SkeletonRows } from '@vimarsh/shared/ui/skeleton.tsx';
import { ErrorState } from '@vimarsh/shared/ui/state.tsx';
import { useEffect, useState } from 'react';
import { KycDialog } from './kyc.dialog.tsx';
import { cardCss, rowCss } from './plans.css.ts';
import { QrCode } from './qr-code.tsx';
import { exact } from './rupees.ts';

/** How often an open order is looked at, ms. */
const EVERY_MS = 2_000;

/** What became of an order. It is the server's state, so a reload, another tab or another device shows the same. */
export function OrderStatus({ id }: { id: string }) {
  const session = useSession();
  const [over, setOver] = useState(false);
  const { data, error, refetch } = useQuery(readOrder, { params: { id } }, { fresh: 0, shown: true, ...(!over && { every: EVERY_MS }) });
  const [asks, setAsks] = useState(true);
  const state = data?.state;
  const { refreshProfile } = session;
  useEffect(() => {
    if (!state || state === 'open') return;
    setOver(true);
    // The plan is kept, and every tab's locks open (S4-MISC-21).
    if (state === 'paid') void refreshProfile();
  }, [state, refreshProfile]);

  if (!data) return error ? <ErrorState what="your order" onRetry={refetch} error={error} /> : <SkeletonRows rows={1} height={176} screen />;
  return (
    <>
      <section css={cardCss} aria-live="polite">
        <Result order={data} />
      </section>
      {data.state === 'paid' && session.user?.verified === false && <KycDialog open={asks} onClose={() => setAsks(false)} />}
    </>
  );
}

function Result({ order }: { order: PlanOrder }) {
  const { plan, days, pay_paise, coupon, state, method, refused, payable, pay_until, starts_at, ends_at } = order;
  const others = (
    <Link css={buttonCss('quiet')} to={PLANS}>
      Check plans
    </Link>
  );
  if (state === 'open')
    return (
      <>
        <h2>{refused ? 'The payment was refused' : `Pay ${exact(pay_paise)}`}</h2>
        {refused && <p>Nothing was taken, and your plan is as it was. You can try again, or pay another way.</p>}
        <p>
          {plan} for {days} days. This page tells by itself when the payment has arrived; you may close it too. It can be paid until {formatIstTime(pay_until)}.
        </p>
        {payable?.upi && (
          <>
            <QrCode squares={payable.upi.squares} label={`UPI code for ${exact(pay_paise)}`} />
            <p>The code and your UPI app name {payable.upi.handle}. Check there that the name is ours before you pay.</p>
          </>
        )}
        <div css={rowCss}>
          {payable?.upi && (
            <a css={buttonCss('quiet')} href={payable.upi.intent}>
              Open my UPI app
            </a>
          )}
          {payable && (
            <a css={buttonCss('primary')} href={payable.page}>
              {refused ? 'Try again' : 'Go to the payment page'}
            </a>
          )}
          {refused && (
            <Link css={buttonCss('quiet')} to={checkoutAddress(method, plan, days, coupon)}>
              Pay another way
            </Link>
          )}
        </div>
      </>
    );
  if (state === 'paid')
    return (
      <>
        <h2>You have {plan}</h2>
        <p>
          {exact(pay_paise)} is paid. {plan} runs from {formatDay(starts_at!)} to {formatDay(ends_at!)}, and its calls are open now.
        </p>
        <div css={rowCss}>
          <Link css={buttonCss('primary')} to={HOME_WHEN_SIGNED_IN}>
            See the calls
          </Link>
          <Link css={buttonCss('quiet')} to={`${MY_ACCOUNT}?tab=billing`}>
            Invoice
          </Link>
        </div>
      </>
    );
  if (state === 'returned')
    return (
      <>
        <h2>Your money goes back</h2>
        <p>{exact(pay_paise)} came too late for this order, so it goes back the way you paid. Your plan is as it was.</p>
        <div css={rowCss}>{others}</div>
      </>
    );
  return (
    <>
      <h2>This order can’t be paid any more</h2>
      <p>{state === 'replaced' ? 'Another order took its place, and nothing was taken.' : 'Nobody paid it in time, and nothing was taken.'}</p>
      <p>If a payment still arrives, it goes back whole.</p>
      <div css={rowCss}>{others}</div>
    </>
  );
}
