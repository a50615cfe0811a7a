import { css } from '@emotion/react';
import { reconcileNow } from '@vimarsh/shared/contract/trading/routes.ts';
import type { BookDifference, TradingDesk } from '@vimarsh/shared/contract/trading/types.ts';
import { formatIst, formatIstTime } from '@vimarsh/shared/domain/text/formats.ts';
import { isOver } from '@vimarsh/shared/domain/trading/order/ended.ts';
import { Link, navigate } from '@vimarsh/shared/kit/router.tsx';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { SkeletonHost, SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState, StaleBadge } from '@vimarsh/shared/ui/page/state.tsx';
import { useState } from 'react';
import { besideCss, heedCss, partsCss, quietCss } from '../trading-css.ts';
import { type BackFrom, tabAddress } from '../trading-url.ts';
import { useOrders } from '../use-orders.ts';
import { BackFromBroker } from './back-from-broker.tsx';
import { OrderDrawer } from './order.drawer.tsx';
import { OrderRow, orderListCss } from './order-row.tsx';

const sectionCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-8);
  & > h2 {
    font-size: var(--t-14);
  }
`;
const footCss = css`
  justify-content: space-between;
`;

export interface OrdersTabProps {
  desk: TradingDesk;
  /** Id of the order in the drawer; ''. */
  order: string;
  back: BackFrom | null;
}

/** Today's orders and all that are still open, as the broker says they are, and where its book and ours differ. */
export function OrdersTab({ desk, order, back }: OrdersTabProps) {
  const { request } = useSessionApi();
  const [reading, setReading] = useState(false);
  const { data, error, asOf, refetch } = useOrders();
  const readBook = async () => {
    setReading(true);
    await request(reconcileNow);
    setReading(false);
    refetch();
  };
  const live = data?.orders.filter(({ state }) => !isOver(state)) ?? [];
  const over = data?.orders.filter(({ state }) => isOver(state)) ?? [];
  return (
    <div css={partsCss}>
      {!data ? (
        error ? (
          <ErrorState what="your orders" onRetry={refetch} error={error} />
        ) : (
          <SkeletonHost label="Loading your orders" screen>
            <SkeletonRows rows={4} height={64} />
          </SkeletonHost>
        )
      ) : (
        <>
          {error && asOf && <StaleBadge asOf={asOf} />}
          {back && <BackFromBroker back={back} broker={desk.broker.title} book={data} onMoved={refetch} />}
          {data.differences.map((one) => (
            <Difference key={`${one.kind} ${one.broker_order_id} ${one.symbol}`} difference={one} />
          ))}
          {data.orders.length === 0 && (
            <EmptyState
              title="No orders today"
              text="What you place stands here from the moment you confirm it, with everything your broker says about it."
              action={
                <Link css={buttonCss('quiet')} to={tabAddress('trade')}>
                  Open a ticket
                </Link>
              }
            />
          )}
          {[['Open', live] as const, ['Ended', over] as const].map(
            ([name, orders]) =>
              orders.length > 0 && (
                <section key={name} css={sectionCss}>
                  <h2>{name}</h2>
                  <ul css={orderListCss} aria-label={name === 'Open' ? 'Open orders' : 'Ended orders'}>
                    {orders.map((one) => (
                      <li key={one.id}>
                        <OrderRow order={one} />
                      </li>
                    ))}
                  </ul>
                </section>
              ),
          )}
          <div css={[besideCss, footCss]}>
            <span css={quietCss}>
              {data.reconciled_at
                ? `Compared with the book of ${desk.broker.title} at ${formatIstTime(data.reconciled_at)}.`
                : `Not compared with the book of ${desk.broker.title} today.`}
            </span>
            <Button busy={reading} onClick={() => void readBook()}>
              Compare now
            </Button>
          </div>
        </>
      )}
      {order && <OrderDrawer id={order} desk={desk} onClose={() => navigate(tabAddress('orders'), { replace: true })} onMoved={refetch} />}
    </div>
  );
}

/** Both sides of what does not agree. Nothing is put right unseen. */
function Difference({ difference }: { difference: BookDifference }) {
  return (
    <div css={heedCss} role="status">
      <strong>
        Your broker’s book and ours differ{difference.symbol && ': '}
        <span translate="no">{difference.symbol}</span>
      </strong>
      <span>{difference.text}</span>
      <span css={quietCss}>
        <span>Ours: {difference.ours}</span> · <span>your broker’s: {difference.theirs}</span> · <span>since {formatIst(difference.since)}</span>
      </span>
    </div>
  );
}
