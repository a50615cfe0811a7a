import { css } from '@emotion/react';
import type { BasketTicket, LegTicket, TicketSubject } from '@vimarsh/shared/contract/trading/types.ts';
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

const legSentence = (leg: LegTicket, lot?: number): string => `${SIDE_WORD[leg.side]} ${quantityText(leg, lot)} · ${instrumentText(leg)}`;

/** Everything a ticket asks for, leg by leg, in words. */
export function TicketSum({ ticket, subjects }: { ticket: BasketTicket; subjects: readonly TicketSubject[] }) {
  return (
    <ul css={listCss} aria-label="The order">
      {ticket.legs.map((leg, at) => (
        <li key={`${at} ${leg.symbol}`}>
          <strong>{legSentence(leg, subjects[at]?.lot)}</strong>
          <span>
            {priceText(leg)} · {leg.exchange} · {PRODUCT_WORD[leg.product]} · {leg.validity === 'DAY' ? 'valid today' : VALIDITY_WORD.IOC}
          </span>
        </li>
      ))}
    </ul>
  );
}
