import type { TradingDesk } from '@vimarsh/shared/contract/trading/types.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { TRADING } from '@vimarsh/shared/domain/routing/member-places.ts';
import { HOME_WHEN_SIGNED_IN } from '@vimarsh/shared/domain/routing/places.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { EmptyState } from '@vimarsh/shared/ui/page/state.tsx';
import type { ReactNode } from 'react';
import { askForPlan } from './ask-for-plan.ts';
import { besideCss } from './trading-css.ts';
import { tabAddress } from './trading-url.ts';

const CallsLink = () => (
  <Link css={buttonCss('quiet')} to={HOME_WHEN_SIGNED_IN}>
    See live calls
  </Link>
);
const OrdersLink = () => (
  <Link css={buttonCss('quiet')} to={tabAddress('orders')}>
    See your orders
  </Link>
);

/** A site without a broker that trades: the way on is a broker of one's own, or the research without orders. */
export function NoBroker() {
  const session = useSession();
  return (
    <EmptyState
      title="No broker is linked here"
      text="Orders go through a broker that you have an account with. Choose yours, or read on without: calls, records and alerts stay open."
      action={
        <div css={besideCss}>
          <Button kind="primary" onClick={() => session.emit('broker-login.asked', { to: TRADING })}>
            Choose your broker
          </Button>
          <CallsLink />
        </div>
      }
    />
  );
}

/** Why no ticket can be filled in now, and the way on; null where one can. A draft is kept through all of them. */
export function useWhyNot(desk: TradingDesk): ReactNode {
  const session = useSession();
  const { broker, session: at, paused_until } = desk;
  if (!may(callerOf(session), 'trade.order'))
    return (
      <EmptyState
        title="Your plan has no trading"
        text="Orders through your broker are part of the Premium and Pro plans, not of a promotional one. Orders of before stay readable, and open ones can be cancelled."
        action={
          <div css={besideCss}>
            <Button kind="primary" onClick={() => askForPlan(session)}>
              See what has it
            </Button>
            <OrdersLink />
          </div>
        }
      />
    );
  if (paused_until)
    return (
      <EmptyState
        title="You have paused trading today"
        text={`No new orders of yours are taken until ${formatIst(paused_until)}. Open orders can still be changed and cancelled.${desk.draft ? ' Your draft is kept.' : ''}`}
        action={<OrdersLink />}
      />
    );
  if (at.state !== 'active')
    return (
      <EmptyState
        title={at.state === 'none' ? `Log in with ${broker.title}` : `Your session with ${broker.title} is over`}
        text={`Brokers end a session every day. Log in with ${broker.title} to place orders.${desk.draft ? ' Your ticket is kept and opens here again.' : ''}`}
        action={
          <div css={besideCss}>
            <Button kind="primary" onClick={() => session.emit('broker-login.asked', { to: TRADING })}>
              Log in with your broker
            </Button>
            <OrdersLink />
          </div>
        }
      />
    );
  return null;
}
