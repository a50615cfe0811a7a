import { css } from '@emotion/react';
import type { FilledTicket, TradingDesk } from '@vimarsh/shared/contract/trading/types.ts';
import { TRADING } from '@vimarsh/shared/domain/routing/member-places.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { SELECTED_ORDER } from '@vimarsh/shared/session/core/client-state.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CareBox } from '../care/care-box.tsx';
import { columnsCss, panelCss, partsCss, quietCss } from '../trading-css.ts';
import { LostAnswer, NotPlaced, PlacedOrders } from './after-placing.tsx';
import { ConfirmOrder } from './confirm-order.dialog.tsx';
import { EstimatePanel } from './estimate-panel.tsx';
import { FromCall } from './from-call.tsx';
import { LegFields } from './leg-fields.tsx';
import { OPEN_WISHES } from './open-wish.ts';
import { RemarkList } from './remark-list.tsx';
import { riskText } from './risk-text.ts';
import { readTicketForm } from './ticket-form.ts';
import { type TicketStart, useTicket } from './use-ticket.ts';

const legsCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-16);
  & > fieldset + fieldset {
    padding-top: var(--s-16);
    border-top: 1px solid var(--line);
  }
`;
/** Apart from the way on, which has no room for a second button on a phone. */
const draftCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-8);
`;
/** The way on stays in thumb's reach while a long basket is read. */
const footCss = css`
  position: sticky;
  /* On a phone the bar of places stands below it. */
  bottom: calc(56px + env(safe-area-inset-bottom));
  z-index: 1;
  display: flex;
  align-items: center;
  justify-content: flex-end;
  gap: var(--s-8);
  margin: 0 calc(-1 * var(--s-16)) calc(-1 * var(--s-16));
  padding: var(--s-8) var(--s-16);
  border-top: 1px solid var(--line);
  border-radius: 0 0 var(--r-10) var(--r-10);
  background: var(--surface);
  & > p {
    flex: 1 1 0;
    min-width: 88px;
  }
  & b {
    display: block;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  @media (min-width: 880px) {
    bottom: 0;
  }
`;

export interface TicketFlowProps {
  start: TicketStart;
  fromCall: FilledTicket['from_call'];
  desk: TradingDesk;
  /** Begins with another ticket. */
  onAgain: () => void;
  /** The draft that was kept, or the wish that was left, changed the desk. */
  onChanged: () => void;
}

/** A ticket from filling it in to what became of it. */
export function TicketFlow({ start, fromCall, desk, onAgain, onChanged }: TicketFlowProps) {
  const session = useSessionApi();
  const ticket = useTicket(start);
  const { state, context, send } = ticket;
  const { form, subjects, check, agreed, refusals } = context;
  const [kept, setKept] = useState('');
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (refusals === 0) return;
    // The reason may be out of sight on a phone: to the first field or question that stands against it.
    const first = box.current?.querySelector<HTMLElement>('[aria-invalid=true], input[type=checkbox]:not(:checked)');
    (first ?? box.current)?.focus();
  }, [refusals]);
  const gone = state.matches('placed') || state.matches('unknown');
  useEffect(() => {
    // Its orders stand in the list: nobody is led back to place them once more.
    if (gone) session.state.set(SELECTED_ORDER, null);
  }, [gone, session]);
  const login = () => session.emit('broker-login.asked', { to: TRADING });
  const frozen = state.matches('lost') || (state.matches('placing') && start.wish !== null);
  if (frozen)
    return (
      <LostAnswer
        ticket={ticket}
        busy={state.matches('placing')}
        onForget={() => {
          OPEN_WISHES.drop(session.snapshot().user?.id ?? '');
          onAgain();
        }}
      />
    );
  if (gone) return <PlacedOrders ticket={ticket} desk={desk} onAgain={onAgain} onLogin={login} />;
  const confirming = state.matches('confirm') || state.matches('placing');
  const many = form.length > 1;
  const remarks = check?.remarks ?? [];
  const busy = state.matches('reviewing');
  const keepIt = async () => {
    const { ticket: read } = readTicketForm(form, subjects);
    if (!read) return send({ type: 'review' });
    const answer = await ticket.keep(read);
    setKept(answer.status ? 'Kept as your draft' : '');
    onChanged();
  };
  return (
    <div css={columnsCss}>
      <section css={panelCss} aria-label="The ticket" ref={box} tabIndex={-1}>
        {fromCall && <FromCall call={fromCall} leg={form[0]!} />}
        {state.matches('sessionOver') && (
          <NotPlaced
            title={`Your session with ${desk.broker.title} is over`}
            text="Nothing was sent, and your ticket is kept. Log in with your broker and go on here."
          >
            <Button kind="primary" onClick={login}>
              Log in with your broker
            </Button>
          </NotPlaced>
        )}
        {state.matches('refused') && <NotPlaced title="Not placed" text={context.failure} />}
        <div css={legsCss}>
          {form.map((leg, at) => (
            <LegFields
              key={`${at} ${leg.symbol} ${leg.contract?.strike ?? ''}`}
              leg={leg}
              subject={subjects[at]}
              takes={desk.takes}
              problems={context.problems[at] ?? {}}
              remarks={remarks.filter((remark) => remark.leg === at)}
              name={many ? `Leg ${at + 1} of ${form.length}` : ''}
              onEdit={(patch) => send({ type: 'edit', leg: at, patch })}
              onDrop={many ? () => send({ type: 'drop', leg: at }) : null}
            />
          ))}
        </div>
        <RemarkList remarks={remarks} legs={form.length} agreed={agreed} pressed={refusals > 0} onAgree={(code, yes) => send({ type: 'agree', code, yes })} />
        {context.failure && !state.matches('refused') && !state.matches('sessionOver') && <p role="alert">{context.failure}</p>}
        <div css={draftCss}>
          <Button kind="plain" onClick={() => void keepIt()}>
            Keep draft
          </Button>
          <span css={quietCss} role="status">
            {kept}
          </span>
        </div>
        <div css={footCss}>
          <p css={quietCss} role="status">
            {state.matches('checking') || state.matches('filling')
              ? 'Checking…'
              : check?.estimate && (
                  <>
                    <span>At risk</span>
                    <b>{riskText(check.estimate)}</b>
                  </>
                )}
          </p>
          <Button kind="primary" busy={busy} onClick={() => send({ type: 'review' })}>
            {many ? 'Review orders' : 'Review order'}
          </Button>
        </div>
      </section>
      <div css={partsCss}>
        <EstimatePanel estimate={check?.estimate ?? null} />
        <WayPanel desk={desk} />
        <CareBox desk={desk} onChanged={onChanged} />
      </div>
      {confirming && context.wish && (
        <ConfirmOrder
          ticket={context.wish.ticket}
          subjects={subjects}
          check={check}
          desk={desk}
          busy={state.matches('placing')}
          onBack={() => send({ type: 'back' })}
          onPlace={() => send({ type: 'place' })}
        />
      )}
    </div>
  );
}

/** Which of the two ways an order goes, and why so. */
function WayPanel({ desk }: { desk: TradingDesk }): ReactNode {
  return (
    <section css={panelCss} aria-label="How it reaches your broker">
      <h2>{desk.way === 'api' ? `Sent to ${desk.broker.title}` : `Confirmed on the page of ${desk.broker.title}`}</h2>
      <p css={quietCss}>{desk.way_why}</p>
      {desk.simulated && <p css={quietCss}>Simulated prices: nothing is bought or sold.</p>}
    </section>
  );
}
