import type { Order, TradingDesk } from '@vimarsh/shared/contract/trading/types.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { type ReactNode, useEffect } from 'react';
import { OrderRow, orderListCss } from '../orders/order-row.tsx';
import { besideCss, heedCss, panelCss } from '../trading-css.ts';
import { tabAddress } from '../trading-url.ts';
import { useOrders } from '../use-orders.ts';
import { BrokerPageForm } from './broker-page-form.tsx';
import { isOpenQuestion } from './ticket.machine.ts';
import { TicketSum } from './ticket-sum.tsx';
import type { Ticket } from './use-ticket.ts';

const OrdersLink = () => (
  <Link css={buttonCss('quiet')} to={tabAddress('orders')}>
    See your orders
  </Link>
);

/** After the press: what became of each order, as the broker says it, live. While nobody can say, the ticket stays frozen. */
export function PlacedOrders({ ticket, desk, onAgain, onLogin }: { ticket: Ticket; desk: TradingDesk; onAgain: () => void; onLogin: () => void }) {
  const { context, send, state } = ticket;
  const { data } = useOrders();
  useEffect(() => {
    if (data) send({ type: 'heard', orders: data.orders });
  }, [data, send]);
  const { orders, page } = context.placed!;
  const frozen = state.matches('unknown');
  const failed = orders.filter(({ state }) => state === 'rejected' || state === 'not_sent');
  return (
    <section css={panelCss} aria-label="What became of it">
      <h2>{titleOf(orders, failed, frozen, page !== null)}</h2>
      {frozen && (
        <p css={heedCss} role="status">
          <strong>The answer of {desk.broker.title} did not come.</strong>
          <span>
            The order may stand in the market or not. We ask {desk.broker.title} until its own book tells: within a minute you know, or we ask you to look
            there. Until then this ticket is frozen, so that you never have two orders where you wanted one.
          </span>
        </p>
      )}
      {failed.length > 0 && orders.length > failed.length && (
        <p css={heedCss}>
          <strong>
            {failed.length === 1 ? 'One order did not go through; the others stand.' : `${failed.length} orders did not go through; the others stand.`}
          </strong>
          <span>Look at what you hold now before you go on.</span>
        </p>
      )}
      {failed.length === orders.length && orders.some(({ reason }) => reason?.code === 'SESSION') && (
        <NotPlaced
          title={`Your session with ${desk.broker.title} is over`}
          text="Nothing was sent, and your ticket is kept. Log in with your broker and go on here."
        >
          <Button kind="primary" onClick={onLogin}>
            Log in with your broker
          </Button>
        </NotPlaced>
      )}
      <ul css={orderListCss} aria-label="Orders placed">
        {orders.map((order) => (
          <li key={order.id}>
            <OrderRow order={order} />
          </li>
        ))}
      </ul>
      {page && <BrokerPageForm page={page} broker={desk.broker.title} atOnce />}
      <div css={besideCss}>
        <OrdersLink />
        {!frozen && !orders.some(isOpenQuestion) && <Button onClick={onAgain}>New ticket</Button>}
      </div>
    </section>
  );
}

function titleOf(orders: readonly Order[], failed: readonly Order[], frozen: boolean, onPage: boolean): string {
  if (frozen) return 'Nobody can say yet what became of it';
  if (onPage) return 'Confirm it at your broker';
  const one = orders.length === 1;
  if (failed.length < orders.length) return one ? 'Your order is with your broker' : 'Your orders are with your broker';
  if (!one) return 'None of the orders went through';
  return failed[0]!.state === 'rejected' ? 'Your broker refused the order' : 'The order was not sent';
}

/** Our own answer was lost: the wish stands as it was sent, and asking again can't make a second order of it. */
export function LostAnswer({ ticket, busy, onForget }: { ticket: Ticket; busy: boolean; onForget: () => void }) {
  const { wish, subjects } = ticket.context;
  return (
    <section css={panelCss} aria-label="An answer that did not come">
      <h2>We don’t know yet whether this order was taken</h2>
      <p css={heedCss} role="status">
        <strong>The answer did not arrive here.</strong>
        <span>Ask again: it is the same order, so it can’t be placed twice. If it never arrived, it is placed now.</span>
      </p>
      {wish && <TicketSum ticket={wish.ticket} subjects={subjects} />}
      <div css={besideCss}>
        <Button kind="primary" busy={busy} onClick={() => ticket.send({ type: 'ask' })}>
          Ask again
        </Button>
        <OrdersLink />
        <Button kind="plain" disabled={busy} onClick={onForget}>
          I have looked: leave it
        </Button>
      </div>
    </section>
  );
}

/** Stands above a ticket: why it was not placed, and the way on. */
export function NotPlaced({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div css={heedCss} role="alert">
      <strong>{title}</strong>
      <span>{text}</span>
      {children && <div css={besideCss}>{children}</div>}
    </div>
  );
}
