import { css } from '@emotion/react';
import type { BasketTicket, LegTicket, TicketRemark, TicketSubject } from '@vimarsh/shared/contract/trading/types.ts';
import { instrumentText, PRODUCT_WORD, priceText, quantityText, SIDE_WORD, VALIDITY_WORD } from '../orders/order-words.ts';

const listCss = css`
  display: grid;
  gap: var(--s-12);
  margin: 0;
  padding: 0;
  list-style: none;
  & strong {
    display: block;
    font-size: var(--t-16);
    font-weight: 600;
  }
  & span {
    color: var(--ink-2);
  }
`;

/** Until when a leg is valid. Before the ticket was checked nobody knows for which session it is. */
function validityText({ validity }: LegTicket, at: number, remarks: readonly TicketRemark[] | undefined): string {
  if (validity === 'IOC') return VALIDITY_WORD.IOC;
  if (!remarks) return 'valid for the day';
  return remarks.some(({ code, leg }) => code === 'AFTER_MARKET' && leg === at) ? 'valid in the next session' : 'valid today';
}

const legSentence = (leg: LegTicket, lot?: number): string => `${SIDE_WORD[leg.side]} ${quantityText(leg, lot)} · ${instrumentText(leg)}`;

interface TicketSumProps {
  ticket: BasketTicket;
  subjects: readonly TicketSubject[];
  /** Absent before the ticket was checked. */
  remarks?: readonly TicketRemark[] | undefined;
}

/** Everything a ticket asks for, leg by leg, in words. */
export function TicketSum({ ticket, subjects, remarks }: TicketSumProps) {
  return (
    <ul css={listCss} aria-label="The order">
      {ticket.legs.map((leg, at) => (
        <li key={`${at} ${leg.symbol}`}>
          <strong>{legSentence(leg, subjects[at]?.lot)}</strong>
          <span>
            {priceText(leg)} · {leg.exchange} · {PRODUCT_WORD[leg.product]} · {validityText(leg, at, remarks)}
          </span>
        </li>
      ))}
    </ul>
  );
}
