import type { BasketTicket, TicketCheck, TicketSubject, TradingDesk } from '@vimarsh/shared/contract/trading/types.ts';
import { formatInr } from '@vimarsh/shared/domain/text/formats.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Dialog } from '@vimarsh/shared/ui/floats/dialog.tsx';
import { linesCss, partsCss, quietCss } from '../trading-css.ts';
import { riskText } from './risk-text.ts';
import { TicketSum } from './ticket-sum.tsx';

export interface ConfirmOrderProps {
  ticket: BasketTicket;
  subjects: readonly TicketSubject[];
  check: TicketCheck | null;
  desk: TradingDesk;
  busy: boolean;
  onBack: () => void;
  onPlace: () => void;
}

const rupees = (paise: number | null | undefined): string => formatInr(paise == null ? null : paise / 100);

/** "Place buy order", "Place 4 orders", or on to the broker where its own page asks. */
function placeLabel({ legs }: BasketTicket, orders: number, desk: TradingDesk): string {
  if (desk.way === 'broker_page') return `Go on to ${desk.broker.title}`;
  if (orders > 1) return `Place ${orders} orders`;
  return legs[0]!.side === 'buy' ? 'Place buy order' : 'Place sell order';
}

/** Names everything that will be sent, once more, before it is. */
export function ConfirmOrder({ ticket, subjects, check, desk, busy, onBack, onPlace }: ConfirmOrderProps) {
  const estimate = check?.estimate ?? null;
  const slices = check?.slices ?? [];
  const orders = Math.max(
    ticket.legs.length,
    slices.reduce((sum, each) => sum + each.length, 0),
  );
  return (
    <Dialog
      open
      onClose={onBack}
      firm={busy}
      title={orders === 1 ? 'Place this order?' : `Place these ${orders} orders?`}
      footer={
        <>
          <Button onClick={onBack} disabled={busy}>
            Back to the ticket
          </Button>
          <Button kind="primary" busy={busy} onClick={onPlace}>
            {placeLabel(ticket, orders, desk)}
          </Button>
        </>
      }
    >
      <div css={partsCss}>
        <TicketSum ticket={ticket} subjects={subjects} remarks={check?.remarks} />
        {estimate && (
          <dl css={linesCss}>
            <div>
              <dt>At risk</dt>
              <dd translate="no">{riskText(estimate)}</dd>
            </div>
            <div>
              <dt>Value</dt>
              <dd translate="no">{rupees(estimate.value_paise)}</dd>
            </div>
            <div>
              <dt>Charges, about</dt>
              <dd translate="no">{rupees(estimate.charges_paise)}</dd>
            </div>
            <div>
              <dt>Blocked, about</dt>
              <dd translate="no">{rupees(estimate.margin_paise)}</dd>
            </div>
          </dl>
        )}
        {ticket.legs.length > 1 && (
          <p css={quietCss}>The legs are sent one after the other, buys before sells. If one is refused, those before it stand and the rest is not sent.</p>
        )}
        <p css={quietCss}>
          {desk.way === 'api'
            ? `Sent to ${desk.broker.title}, client ${desk.session.client_id}.`
            : `You confirm at ${desk.broker.title}; nothing is placed before.`}
          {desk.simulated && ' Prices are simulated: nothing is bought or sold.'}
        </p>
      </div>
    </Dialog>
  );
}
