import { css } from '@emotion/react';
import { readOrder } from '@vimarsh/shared/contract/plans/routes.ts';
import type { PlanOrder } from '@vimarsh/shared/contract/plans/types.ts';
import { checkoutAddress, MY_ACCOUNT, PUBLISH_CALL } from '@vimarsh/shared/domain/routing/member-places.ts';
import { HOME_WHEN_SIGNED_IN, PLANS } from '@vimarsh/shared/domain/routing/places.ts';
import { formatDay, formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { useEffect, useState } from 'react';
import { KycDialog } from './kyc.dialog.tsx';
import { cardCss, planRowCss } from './plans.css.ts';
import { QrCode } from './qr-code.tsx';
import { exact } from './rupees.ts';

/** How often an open order is looked at, ms. */
const EVERY_MS = 2_000;
/** And one that ended unpaid: a payment may still come, and go back. */
const LATER_MS = 20_000;

/** Where a mouse points there is no UPI app to open: the code is for the phone beside it. */
const touchCss = css`
  justify-self: start;
  @media (hover: hover) and (pointer: fine) {
    display: none;
  }
`;

const mouseCss = css`
  @media not all and (hover: hover) and (pointer: fine) {
    display: none;
  }
`;
/** A phone can't scan its own screen: there the code is for another one, behind a press. */
const foldedCss = css`
  & summary {
    min-height: 44px;
    align-content: center;
    cursor: pointer;
    color: var(--ink-2);
  }
  @media (hover: hover) and (pointer: fine) {
    display: none;
  }
`;

function UpiCode({ squares, label }: { squares: readonly string[]; label: string }) {
  return (
    <>
      <div css={mouseCss}>
        <QrCode squares={squares} label={label} />
      </div>
      <details css={foldedCss}>
        <summary>Show the code, to pay from another phone</summary>
        <QrCode squares={squares} label={label} />
      </details>
    </>
  );
}

/** What became of an order. It is the server's state, so a reload, another tab or another device shows the same. */
export function OrderStatus({ id }: { id: string }) {
  const session = useSession();
  const [every, setEvery] = useState<number | undefined>(EVERY_MS);
  const { data, error, refetch } = useQuery(readOrder, { params: { id } }, { fresh: 0, shown: true, ...(every && { every }) });
  const [asks, setAsks] = useState(true);
  const state = data?.state;
  const { refreshProfile } = session;
  useEffect(() => {
    if (!state || state === 'open') return;
    setEvery(state === 'expired' || state === 'replaced' ? LATER_MS : undefined);
    // The plan is kept, and every tab's locks open (S4-MISC-21).
    if (state === 'paid') void refreshProfile();
  }, [state, refreshProfile]);

  if (!data && error?.code === 'NOT_FOUND')
    return <EmptyState title="This order is not yours, or there is none" text="Sign in with the account that made it, or begin anew." action={OTHERS} />;
  if (!data) return error ? <ErrorState what="your order" onRetry={refetch} error={error} /> : <SkeletonRows rows={1} height={176} screen />;
  return (
    <>
      <section css={cardCss} aria-live="polite">
        <Result order={data} onPan={() => setAsks(true)} />
      </section>
      {data.pan_missing && <KycDialog open={asks} plan={data.plan} onClose={() => setAsks(false)} onGiven={refetch} />}
    </>
  );
}

const OTHERS = (
  <Link css={buttonCss('quiet')} to={PLANS}>
    Check plans
  </Link>
);
/** Where a refund can be followed. */
const REFUNDS = (
  <Link css={buttonCss('quiet')} to={`${MY_ACCOUNT}?tab=billing`}>
    Invoices and refunds
  </Link>
);

function Result({ order, onPan }: { order: PlanOrder; onPan: () => void }) {
  const { plan, pay_paise, state, starts_at, ends_at } = order;
  if (state === 'open') return <Open order={order} />;
  if (state === 'paid' && order.ended !== '')
    return (
      <>
        <h2>{plan} has ended</h2>
        <p>
          {order.ended === 'upgraded'
            ? 'A greater plan took its place, and what was left of this one came off its price.'
            : 'You ended it, and the fee of the days that were left goes back the way you paid.'}
        </p>
        <div css={planRowCss}>
          {OTHERS}
          {REFUNDS}
        </div>
      </>
    );
  if (state === 'paid')
    return (
      <>
        <h2>{order.pan_missing ? `${plan} is yours` : `You have ${plan}`}</h2>
        {plan === 'Publisher' ? (
          <p>
            {exact(pay_paise)} is paid. {plan} runs from {formatDay(starts_at!)} to {formatDay(ends_at!)}, and you may publish calls.
          </p>
        ) : order.pan_missing ? (
          <p>
            {exact(pay_paise)} is paid. {plan} runs from {formatDay(starts_at!)}. Give your PAN to open its calls: days that you wait are not charged, seven at
            most.
          </p>
        ) : (
          <p>
            {exact(pay_paise)} is paid. {plan} runs from {formatDay(starts_at!)} to {formatDay(ends_at!)}, and its calls are open now.
          </p>
        )}
        {order.renews && <p>It renews by itself once your bank has said yes. My account shows that, and there you can stop it.</p>}
        <div css={planRowCss}>
          {plan === 'Publisher' ? (
            <Link css={buttonCss('primary')} to={PUBLISH_CALL}>
              Publish a call
            </Link>
          ) : order.pan_missing ? (
            <Button kind="primary" onClick={onPan}>
              Give my PAN
            </Button>
          ) : (
            <Link css={buttonCss('primary')} to={HOME_WHEN_SIGNED_IN}>
              See the calls
            </Link>
          )}
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
        <p>A payment came that this order could not take, so it goes back the way you paid, within 7 working days. Your plan is as it was.</p>
        <div css={planRowCss}>
          {OTHERS}
          {REFUNDS}
        </div>
      </>
    );
  return (
    <>
      <h2>This order can’t be paid any more</h2>
      <p>{state === 'replaced' ? 'Another order took its place, and nothing was taken.' : 'Nobody paid it in time, and nothing was taken.'}</p>
      <p>If a payment still arrives, it goes back whole.</p>
      <div css={planRowCss}>{OTHERS}</div>
    </>
  );
}

/** How long an order can be paid still, in minutes, for in a demo the page has another clock than money has; by the hour where this device's clock can't be right. */
export function payableFor(payUntil: string, now: number): string {
  const minutes = Math.ceil((Date.parse(payUntil) - now) / 60_000);
  if (minutes < 1 || minutes > 24 * 60) return `It can be paid until ${formatIst(payUntil)}.`;
  return minutes === 1 ? 'It can be paid for 1 more minute.' : `It can be paid for ${minutes} more minutes.`;
}

/** An order that waits for its payment: how it is paid, and what else there is. */
function Open({ order: { plan, days, pay_paise, coupon, method, refused, renews, payable, pay_until } }: { order: PlanOrder }) {
  return (
    <>
      <h2>{refused ? 'The payment was refused' : `Pay ${exact(pay_paise)}`}</h2>
      {refused && <p>Nothing was taken, and your plan is as it was. You can try again, or pay another way.</p>}
      {payable ? (
        <p>
          {plan} for {days} days. This page tells by itself when the payment has arrived; you may close it too. {payableFor(pay_until, Date.now())}
        </p>
      ) : (
        <p>
          {plan} for {days} days. It can’t be paid here now. If you have paid, this page tells by itself when the payment has arrived; if not, nothing is taken.
        </p>
      )}
      {payable && renews && <p>On the payment page you are also asked to let the plan renew. You can stop that at any time under My account.</p>}
      {payable?.upi && (
        <>
          <a css={[buttonCss('primary'), touchCss]} href={payable.upi.intent}>
            Open my UPI app
          </a>
          <UpiCode squares={payable.upi.squares} label={`UPI code for ${exact(pay_paise)}`} />
          <p>The code and your UPI app name {payable.upi.handle}. Check there that the name is ours before you pay.</p>
        </>
      )}
      {payable && (
        <div css={planRowCss}>
          <a css={buttonCss('primary')} href={payable.page}>
            {refused ? 'Try again' : 'Go to the payment page'}
          </a>
        </div>
      )}
      <p>You may also pay another way or choose another plan. That order takes the place of this one, and nothing is taken for this one.</p>
      <div css={planRowCss}>
        <Link css={buttonCss('quiet')} to={checkoutAddress(method, plan, days, coupon)}>
          Pay another way
        </Link>
        <Link css={buttonCss('quiet')} to={PLANS}>
          Choose another plan
        </Link>
      </div>
    </>
  );
}
