import { readPlanQuotes } from '@vimarsh/shared/contract/plans/routes.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { MY_ACCOUNT } from '@vimarsh/shared/domain/routing/member-places.ts';
import { HOME_WHEN_SIGNED_IN } from '@vimarsh/shared/domain/routing/places.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Link, useParams, usePath } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Page as Screen } from '@vimarsh/shared/ui/page/page.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { useRef } from 'react';
import { PlanTable } from './plan-table.tsx';
import { planRowCss } from './plans.css.ts';

const WAITS = <SkeletonRows rows={1} height={176} screen />;
const Checkout = part({ what: 'The checkout', load: () => import('./paying.ts').then((paying) => paying.Checkout), placeholder: WAITS });
const OrderStatus = part({ what: 'Your order', load: () => import('./paying.ts').then((paying) => paying.OrderStatus), placeholder: WAITS });

/** Plans, and the way from one to having it: the address says which step (S2.1-ROUTE-18, S2.1-PARAM-10). */
export function Page() {
  const session = useSession();
  const { method = '' } = useParams();
  const { query } = usePath();
  const order = query.get('order');
  return (
    <Screen title="Plans">
      {!may(callerOf(session), 'money.see-plans') ? (
        <EmptyState
          title="Your broker pays for your access"
          text="There is nothing for you to buy. What you may use is in your account."
          action={
            <div css={planRowCss}>
              <Link css={buttonCss('primary')} to={HOME_WHEN_SIGNED_IN}>
                See the calls
              </Link>
              <Link css={buttonCss('quiet')} to={MY_ACCOUNT}>
                My account
              </Link>
            </div>
          }
        />
      ) : method === 'status' && order ? (
        <OrderStatus key={order} id={order} />
      ) : (
        <Plans key={session.user?.id} method={method} plan={query.get('plan')} days={Number(query.get('days'))} coupon={query.get('coupon') ?? ''} />
      )}
    </Screen>
  );
}

function Plans({ method, plan, days, coupon }: { method: string; plan: string | null; days: number; coupon: string }) {
  const {
    data: answer,
    error,
    stale,
    refetch,
  } = useQuery(readPlanQuotes, coupon ? { query: { coupon: coupon.slice(0, 40) } } : undefined, { fresh: 0, shown: true });
  // What was shown and agreed to stays when a code can't be looked up. A reload that fails leaves its answer, and is a notice.
  const shown = useRef(answer);
  shown.current = answer ?? shown.current;
  const data = shown.current;
  if (!data && !error) return <SkeletonRows rows={3} height={176} screen />;
  const chosen = data?.quotes.find((each) => each.plan === plan && each.days === days);
  if (data && chosen && data.can_buy && chosen.refused === '')
    return (
      <Checkout
        quote={chosen}
        coupon={{ typed: coupon, given: data.coupon, state: answer ? (stale && !error ? 'asking' : 'known') : 'failed' }}
        place={data.place}
        abroad={data.abroad}
        panMissing={data.pan_missing}
        panFirst={data.pan_first}
        methods={data.methods}
        method={method}
        onChanged={refetch}
      />
    );
  if (!answer || !data) return <ErrorState what="the plans" onRetry={refetch} error={error ?? undefined} />;
  return <PlanTable answer={data} />;
}
