import { css } from '@emotion/react';
import { checkTicket, modifyOrder } from '@vimarsh/shared/contract/trading/routes.ts';
import type { Order, TicketRemark } from '@vimarsh/shared/contract/trading/types.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Failure, useFailure } from '@vimarsh/shared/ui/fields/failure.tsx';
import { TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { type FormEvent, useState } from 'react';
import { RemarkList } from '../ticket/remark-list.tsx';
import { formOf, hasPrice, hasTrigger, type LegProblems, readTicketForm, type TicketLegForm, ticketFieldOf } from '../ticket/ticket-form.ts';
import { besideCss, quietCss } from '../trading-css.ts';

const formCss = css`
  display: grid;
  gap: var(--s-12);
  padding: var(--s-12) 0;
  border-block: 1px solid var(--line);
`;

export interface ModifyFormProps {
  order: Order;
  onClose: () => void;
  onDone: () => void;
}

/** Another quantity or price for an order that lives. It is on the version its owner saw: where the order moved meanwhile, nothing is sent. */
export function ModifyForm({ order, onClose, onDone }: ModifyFormProps) {
  const { request } = useSessionApi();
  const [leg, setLeg] = useState<TicketLegForm>(() => formOf({ legs: [order.ticket] }, [])[0]!);
  const [problems, setProblems] = useState<LegProblems>({});
  const [asks, setAsks] = useState<readonly TicketRemark[]>([]);
  const [agreed, setAgreed] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const [why, setWhy] = useFailure(leg);
  const set = (patch: Partial<TicketLegForm>) => {
    setLeg({ ...leg, ...patch });
    setProblems({});
    setAsks([]);
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const { ticket, problems: found } = readTicketForm([leg], []);
    setProblems(found[0] ?? {});
    if (!ticket) return;
    const [{ quantity, price, trigger }] = ticket.legs as [(typeof ticket.legs)[number]];
    if (quantity <= order.filled) return setProblems({ count: `${formatNumber(order.filled)} are filled: enter more, or cancel the rest` });
    setBusy(true);
    const answer = await request(
      modifyOrder,
      { params: { id: order.id }, body: { version: order.version, quantity, price, trigger, agreed: [...agreed] } },
      { quiet: true },
    );
    setBusy(false);
    if (answer.status) return onDone();
    if (answer.code === 'ORDER_ASKS') {
      const { data } = await request(checkTicket, { body: ticket }, { quiet: true });
      setAsks(data?.remarks.filter(({ weight }) => weight === 'ask') ?? []);
    }
    if (answer.code === 'ORDER_REFUSED') {
      const { data } = await request(checkTicket, { body: ticket }, { quiet: true });
      const stops = data?.remarks.filter(({ weight }) => weight === 'stop') ?? [];
      setProblems(Object.fromEntries(stops.flatMap((stop) => (ticketFieldOf(stop) ? [[ticketFieldOf(stop), stop.text]] : []))));
    }
    setWhy(answer.code === 'UNREACHABLE' ? 'The answer did not arrive. Close this and look at the state above before you ask again.' : answer.validation);
  };
  return (
    <form css={formCss} onSubmit={(event) => void send(event)} aria-label="Modify the order" noValidate>
      <TextField
        label={order.ticket.contract ? 'Quantity, in units' : 'Shares in all'}
        numeric
        inputMode="numeric"
        value={leg.count}
        error={problems.count}
        hint={order.filled > 0 ? `${formatNumber(order.filled)} of them are filled` : undefined}
        onChange={(event) => set({ count: event.target.value })}
      />
      {hasPrice(leg) && (
        <TextField label="Limit price (₹)" numeric value={leg.price} error={problems.price} onChange={(event) => set({ price: event.target.value })} />
      )}
      {hasTrigger(leg) && (
        <TextField label="Trigger (₹)" numeric value={leg.trigger} error={problems.trigger} onChange={(event) => set({ trigger: event.target.value })} />
      )}
      <RemarkList
        remarks={asks}
        legs={1}
        agreed={agreed}
        pressed={false}
        onAgree={(code, yes) => setAgreed(yes ? [...agreed, code] : agreed.filter((other) => other !== code))}
      />
      <Failure why={why} />
      <div css={besideCss}>
        <Button onClick={onClose}>Leave as it is</Button>
        <Button kind="primary" type="submit" busy={busy}>
          Ask for this change
        </Button>
      </div>
      <p css={quietCss}>The change holds once your broker confirms it.</p>
    </form>
  );
}
