import { checkTicket, fillTicket, keepDraft } from '@vimarsh/shared/contract/trading/routes.ts';
import type { BasketTicket, TradingDesk } from '@vimarsh/shared/contract/trading/types.ts';
import { EXPERT_STORE, HOME_WHEN_SIGNED_IN } from '@vimarsh/shared/domain/routing/places.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { isOver } from '@vimarsh/shared/domain/trading/order/ended.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Link, navigate } from '@vimarsh/shared/kit/router.tsx';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { SELECTED_ORDER } from '@vimarsh/shared/session/core/client-state.ts';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Combobox } from '@vimarsh/shared/ui/fields/combobox.tsx';
import { Skeleton, SkeletonHost } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { type ReactNode, useEffect, useState } from 'react';
import { useStockSearch } from '../../call/list/stock-search.ts';
import { CareBox } from '../care/care-box.tsx';
import { OrderRow, orderListCss } from '../orders/order-row.tsx';
import { besideCss, columnsCss, panelCss, partsCss, quietCss } from '../trading-css.ts';
import { type TicketSource, tabAddress, ticketAddress } from '../trading-url.ts';
import { useOrders } from '../use-orders.ts';
import { OPEN_WISHES } from './open-wish.ts';
import { selectedOrderOf } from './selected-order.ts';
import { TicketFlow } from './ticket-flow.tsx';
import { TicketSum } from './ticket-sum.tsx';

export interface TradeTabProps {
  desk: TradingDesk;
  source: TicketSource | null;
  onChanged: () => void;
}

/** The first tab: a wish whose answer never came, else the ticket that the address names, else the draft, else what to begin with. */
export function TradeTab({ desk, source, onChanged }: TradeTabProps) {
  const { snapshot } = useSessionApi();
  const [{ round, resumed }, setRound] = useState({ round: 0, resumed: null as BasketTicket | null });
  // Read once a round: while the ticket is on screen, it knows of its own wish.
  const [open, setOpen] = useState(() => OPEN_WISHES.load(snapshot().user?.id ?? ''));
  const again = () => {
    setOpen(null);
    setRound({ round: round + 1, resumed: null });
    navigate(tabAddress('trade'));
    onChanged();
  };
  if (open) {
    const start = { ticket: open.ticket, subjects: [], check: null, wish: { key: open.key, ticket: open.ticket, agreed: open.agreed } };
    return <TicketFlow key={open.key} start={start} fromCall={null} desk={desk} onAgain={again} onChanged={onChanged} />;
  }
  const of = source ?? (resumed && sourceOf(resumed));
  if (of)
    return <FilledFlow key={`${round} ${JSON.stringify(of)}`} source={of} draft={source ? null : resumed} desk={desk} onAgain={again} onChanged={onChanged} />;
  return (
    <div css={columnsCss}>
      <div css={partsCss}>
        {desk.draft && <DraftCard desk={desk} onResume={(ticket) => setRound({ round, resumed: ticket })} onChanged={onChanged} />}
        <Begin />
        <OpenOrders />
      </div>
      <CareBox desk={desk} onChanged={onChanged} />
    </div>
  );
}

/** What the server has to be asked for, so that a draft's shares are known with lot, tick and band of today. */
function sourceOf({ legs }: BasketTicket): TicketSource {
  const [{ call_id, symbol, contract, side }] = legs as [BasketTicket['legs'][number]];
  return call_id ? { call_id } : { symbol, contract, side };
}

interface FilledFlowProps extends Omit<TradeTabProps, 'source'> {
  source: TicketSource;
  draft: BasketTicket | null;
  onAgain: () => void;
}

function FilledFlow({ source, draft, desk, onAgain, onChanged }: FilledFlowProps): ReactNode {
  const body = 'call_id' in source ? { call_id: source.call_id, symbol: null, contract: null } : { call_id: null, ...source };
  // A ticket on screen is never filled in anew under the hand.
  const told = ['NOT_FOUND', 'UNKNOWN_SYMBOL', 'NOT_ENTITLED'];
  const filled = useQuery(fillTicket, { body }, { shown: true, fresh: 0, told });
  // Lots, ticks and bands of all legs of a draft: its source may name the first leg alone.
  const drafted = useQuery(checkTicket, { body: draft ?? { legs: [] } }, { enabled: draft !== null, shown: true, fresh: 0, told });
  const checked = drafted.data;
  const data = draft && !checked ? undefined : filled.data;
  const error = filled.error ?? drafted.error;
  const refetch = () => {
    filled.refetch();
    if (draft) drafted.refetch();
  };
  const { state } = useSessionApi();
  // A draft's source is made anew with each drawing; its address is what stays.
  const address = ticketAddress(source);
  useEffect(() => {
    if (data) state.set(SELECTED_ORDER, selectedOrderOf(data.ticket.legs[0]!, data.subjects[0]!, address));
  }, [state, data, address]);
  if (!data && error)
    return error.code === 'NOT_FOUND' || error.code === 'UNKNOWN_SYMBOL' ? (
      <EmptyState
        title="There is nothing here to trade"
        text={error.text || 'The call may be outside your plan or have ended, or the address is incomplete.'}
        action={<Button onClick={onAgain}>Begin with a share</Button>}
      />
    ) : (
      <ErrorState what="the ticket" onRetry={refetch} error={error} />
    );
  if (!data)
    return (
      <SkeletonHost label="Filling in the ticket" screen>
        <div css={columnsCss}>
          <Skeleton height={360} />
          <Skeleton height={240} />
        </div>
      </SkeletonHost>
    );
  const { ticket, subjects, check } = draft && checked ? { ticket: draft, subjects: checked.subjects, check: checked } : data;
  const start = { ticket, subjects, check, wish: null };
  return <TicketFlow start={start} fromCall={data.from_call} desk={desk} onAgain={onAgain} onChanged={onChanged} />;
}

interface DraftCardProps {
  desk: TradingDesk;
  onResume: (ticket: BasketTicket) => void;
  onChanged: () => void;
}

function DraftCard({ desk, onResume, onChanged }: DraftCardProps): ReactNode {
  const { request } = useSessionApi();
  const { ticket, why, at } = desk.draft!;
  const forget = async () => {
    await request(keepDraft, { body: { ticket: null } });
    onChanged();
  };
  return (
    <section css={panelCss} aria-label="Your draft">
      <h2>Your draft</h2>
      <p css={quietCss}>
        Kept on {formatIst(at)}. {why} Nothing was sent.
      </p>
      <TicketSum ticket={ticket} subjects={[]} />
      <div css={besideCss}>
        <Button kind="primary" onClick={() => onResume(ticket)}>
          Go on with it
        </Button>
        <Button kind="plain" onClick={() => void forget()}>
          Forget it
        </Button>
      </div>
    </section>
  );
}

/** Orders that live, where nothing else is in hand. */
function OpenOrders(): ReactNode {
  const live = useOrders().data?.orders.filter(({ state }) => !isOver(state)) ?? [];
  return (
    live.length > 0 && (
      <section css={panelCss} aria-label="Your open orders">
        <h2>Your open orders</h2>
        <ul css={orderListCss} aria-label="Open orders">
          {live.map((order) => (
            <li key={order.id}>
              <OrderRow order={order} />
            </li>
          ))}
        </ul>
      </section>
    )
  );
}

/** What a ticket can begin with, where none is named. */
function Begin(): ReactNode {
  const search = useStockSearch();
  const left = useSessionApi().state.get(SELECTED_ORDER);
  return (
    <section css={panelCss} aria-label="Begin a ticket">
      <h2>Begin with a share</h2>
      {left && (
        <Link css={buttonCss('quiet')} to={left.address}>
          Back to the ticket for {left.stock.symbol}
        </Link>
      )}
      <Combobox
        label="Share"
        placeholder="Symbol or company"
        value={null}
        load={search}
        onChange={(stock) => stock && navigate(ticketAddress({ symbol: stock.value, contract: null, side: 'buy' }))}
      />
      <p css={quietCss}>Or act on a call: open it and press “Act on this call”. The ticket then comes filled in with its levels, and you confirm it.</p>
      <div css={besideCss}>
        <Link css={buttonCss('quiet')} to={HOME_WHEN_SIGNED_IN}>
          See live calls
        </Link>
        <Link css={buttonCss('plain')} to={EXPERT_STORE}>
          See experts
        </Link>
      </div>
    </section>
  );
}
