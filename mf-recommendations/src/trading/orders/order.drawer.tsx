import { css } from '@emotion/react';
import { cancelOrder, markLookedAt, readTradingOrder } from '@vimarsh/shared/contract/trading/routes.ts';
import type { Order, OrderStep, TradingDesk } from '@vimarsh/shared/contract/trading/types.ts';
import { memberCallAddress } from '@vimarsh/shared/domain/routing/member-places.ts';
import { formatInr, formatIst, formatIstTime, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Failure } from '@vimarsh/shared/ui/fields/failure.tsx';
import { Drawer } from '@vimarsh/shared/ui/floats/dialog.tsx';
import { SureDialog } from '@vimarsh/shared/ui/floats/sure.dialog.tsx';
import { Skeleton, SkeletonHost } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { useState } from 'react';
import { besideCss, heedCss, linesCss, partsCss, quietCss } from '../trading-css.ts';
import { owesAnswer, useOrderNews } from '../use-orders.ts';
import { changeText } from './change-text.ts';
import { FillBar } from './fill-bar.tsx';
import { ModifyForm } from './modify-form.tsx';
import { instrumentText, PRODUCT_WORD, priceText, SIDE_WORD, STATE_CHIP, VALIDITY_WORD } from './order-words.ts';
import { ToBrokerPage } from './to-broker-page.tsx';
import { UnknownOrder } from './unknown-order.tsx';

const headCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--s-8);
`;
const titleCss = css`
  font-size: var(--t-14);
`;
const stepsCss = css`
  display: grid;
  gap: var(--s-12);
  margin: var(--s-8) 0 0;
  padding: 0 0 0 var(--s-16);
  border-left: 2px solid var(--line-strong);
  list-style: none;
  & small {
    display: block;
    color: var(--ink-2);
    font-size: var(--t-12);
  }
`;

/** Polling stays beside the socket: an event may be lost. */
const SOON_MS = 3_000;
const SELDOM_MS = 20_000;

export interface OrderDrawerProps {
  id: string;
  desk: TradingDesk;
  onClose: () => void;
  /** Something was asked of the order, so that the list behind it is old. */
  onMoved: () => void;
}

/** One order: its state in plain words, what can be asked of it, and everything that happened to it. */
export function OrderDrawer({ id, desk, onClose, onMoved }: OrderDrawerProps) {
  const [owed, setOwed] = useState(true);
  const { data, error, refetch } = useQuery(
    readTradingOrder,
    { params: { id } },
    { every: owed ? SOON_MS : SELDOM_MS, fresh: 0, shown: true, told: ['NOT_FOUND'] },
  );
  useOrderNews(refetch);
  const detail = data?.order.id === id ? data : undefined;
  const owes = detail ? owesAnswer(detail.order) || detail.order.state === 'partial' : true;
  if (owes !== owed) setOwed(owes);
  const moved = () => {
    refetch();
    onMoved();
  };
  const title = detail
    ? `${SIDE_WORD[detail.order.ticket.side]} ${formatNumber(detail.order.ticket.quantity)} ${instrumentText(detail.order.ticket)}`
    : 'Order';
  return (
    <Drawer open onClose={onClose} title={title}>
      {detail ? (
        <Content order={detail.order} steps={detail.steps} desk={desk} onMoved={moved} />
      ) : error?.code === 'NOT_FOUND' ? (
        <EmptyState title="You have no order at this address" text="It may be another person’s, or the address is incomplete." />
      ) : error ? (
        <ErrorState what="the order" onRetry={refetch} error={error} />
      ) : (
        <SkeletonHost label="Loading the order">
          <div css={partsCss}>
            <Skeleton height={32} width="60%" />
            <Skeleton height={96} />
            <Skeleton height={160} />
          </div>
        </SkeletonHost>
      )}
    </Drawer>
  );
}

function Content({ order, steps, desk, onMoved }: { order: Order; steps: readonly OrderStep[]; desk: TradingDesk; onMoved: () => void }) {
  const { request } = useSessionApi();
  const [open, setOpen] = useState<'modify' | 'cancel' | null>(null);
  const [busy, setBusy] = useState(false);
  const [why, setWhy] = useState('');
  const { ticket, state, filled, average, reason, may, version } = order;
  const { label, tone } = STATE_CHIP[state];
  const rest = ticket.quantity - filled;
  const change = changeText(order);
  const ask = async (route: typeof cancelOrder | typeof markLookedAt) => {
    setBusy(true);
    setWhy('');
    const answer = await request(route, { params: { id: order.id }, body: { version } }, { quiet: true });
    setBusy(false);
    setOpen(null);
    if (!answer.status)
      setWhy(answer.code === 'UNREACHABLE' ? 'The answer did not arrive. Look at the state above: it tells what the broker has.' : answer.validation);
    onMoved();
  };
  return (
    <div css={partsCss}>
      <div css={headCss}>
        <Badge tone={tone}>{label}</Badge>
        <span css={quietCss} translate="no">
          {order.broker.title}
          {order.broker_order_id && ` · ${order.broker_order_id}`}
        </span>
      </div>
      {state === 'unknown' || state === 'sent' ? (
        <UnknownOrder order={order} busy={busy} onLooked={() => void ask(markLookedAt)} />
      ) : state === 'at_broker' ? (
        <ToBrokerPage order={order} onMoved={onMoved} />
      ) : (
        <p>{order.state_text}</p>
      )}
      {order.way === 'broker_page' && (state === 'pending' || state === 'open' || state === 'partial') && (
        <p css={quietCss}>Change or cancel it at {order.broker.title}, where you confirmed it.</p>
      )}
      {filled > 0 && <FillBar filled={filled} quantity={ticket.quantity} ended={state !== 'partial'} />}
      {reason && (
        <div css={heedCss}>
          <strong>{reason.text}</strong>
          {reason.fix && <span>{reason.fix}</span>}
          {reason.broker_text && (
            <span css={quietCss}>
              Your broker’s own words: <q translate="no">{reason.broker_text}</q>
            </span>
          )}
        </div>
      )}
      {change && (
        <p css={heedCss} role="status">
          {change}
        </p>
      )}
      {open === 'modify' ? (
        <ModifyForm
          order={order}
          onClose={() => setOpen(null)}
          onDone={() => {
            setOpen(null);
            onMoved();
          }}
        />
      ) : (
        (may.modify || may.cancel) && (
          <div css={besideCss}>
            {may.modify && desk.takes.modify && <Button onClick={() => setOpen('modify')}>Modify</Button>}
            {may.cancel && (
              <Button kind="danger" onClick={() => setOpen('cancel')}>
                {filled > 0 ? 'Cancel the rest' : 'Cancel order'}
              </Button>
            )}
          </div>
        )
      )}
      <Failure why={why} />
      <dl css={linesCss}>
        <Fact name="Price">{priceText(ticket)}</Fact>
        <Fact name="Average of what is filled">{formatInr(average)}</Fact>
        <Fact name="Exchange">{ticket.exchange}</Fact>
        <Fact name="Product">{PRODUCT_WORD[ticket.product]}</Fact>
        <Fact name="Valid">{VALIDITY_WORD[ticket.validity]}</Fact>
        <Fact name="Placed">{formatIst(order.placed_at)}</Fact>
        <Fact name="Way">{order.way === 'api' ? 'Sent by API' : 'Confirmed on the broker’s page'}</Fact>
      </dl>
      {order.after_market && <p css={quietCss}>Placed outside the session: your broker sends it at the next open.</p>}
      {ticket.call_id && (
        <p>
          <Link to={memberCallAddress({ kind: ticket.contract ? 'options' : 'equity', id: ticket.call_id })}>See the call it follows</Link>
        </p>
      )}
      <section>
        <h3 css={titleCss}>What happened</h3>
        <ol css={stepsCss} aria-label="What happened">
          {steps.map((step) => (
            <li key={`${step.at} ${step.kind} ${step.text}`}>
              {step.text}
              <small>
                <span translate="no">{formatIstTime(step.at)}</span> · {BY[step.by]}
              </small>
            </li>
          ))}
        </ol>
      </section>
      <SureDialog
        open={open === 'cancel'}
        title={filled > 0 ? `Cancel the other ${formatNumber(rest)}?` : 'Cancel this order?'}
        text={
          filled > 0
            ? `${formatNumber(filled)} are filled and stay yours. More may be filled until your broker ends the order; it is cancelled when your broker says so.`
            : 'It may still be filled until your broker ends it; it is cancelled when your broker says so.'
        }
        keep="Keep it"
        action={filled > 0 ? 'Cancel the rest' : 'Cancel order'}
        busy={busy}
        onKeep={() => setOpen(null)}
        onSure={() => void ask(cancelOrder)}
      />
    </div>
  );
}

const BY: Readonly<Record<OrderStep['by'], string>> = {
  owner: 'you',
  us: 'we',
  answer: 'your broker, in its answer',
  postback: 'your broker, in a message',
  book: 'your broker’s book',
};

const Fact = ({ name, children }: { name: string; children: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
