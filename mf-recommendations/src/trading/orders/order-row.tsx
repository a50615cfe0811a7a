import { css } from '@emotion/react';
import type { Order } from '@vimarsh/shared/contract/trading/types.ts';
import { tradeOrderAddress } from '@vimarsh/shared/domain/routing/member-places.ts';
import { formatInr, formatIst, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { changeText } from './change-text.ts';
import { instrumentText, priceText, SIDE_WORD, STATE_CHIP } from './order-words.ts';

export const orderListCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  margin: 0;
  padding: 0;
  list-style: none;
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
  & > li + li {
    border-top: 1px solid var(--line);
  }
`;
const besideCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: var(--s-4) var(--s-12);
  padding: var(--s-12) var(--s-16);
  color: inherit;
  text-decoration: none;
  &:hover {
    background: var(--canvas);
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  & strong {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  & small {
    font-size: var(--t-13);
    color: var(--ink-2);
  }
  & [data-end] {
    text-align: right;
    font-variant-numeric: tabular-nums;
  }
  & [data-terms],
  & [data-filled],
  & [data-whole] {
    grid-column: 1 / -1;
  }
  & [data-filled] {
    font-variant-numeric: tabular-nums;
  }
  & [data-heed] {
    color: var(--warn);
  }
  @media (min-width: 880px) {
    grid-template-columns: minmax(0, 2fr) minmax(0, 2fr) minmax(0, 1fr) 132px;
    align-items: center;
    & [data-terms] {
      grid-row: 1;
      grid-column: 2;
    }
    & [data-filled] {
      grid-row: 1;
      grid-column: 3;
      text-align: right;
    }
    & [data-chip] {
      grid-row: 1;
      grid-column: 4;
    }
  }
`;

/** One order in a list: what, how far it is filled, and its state as it is. It leads to everything that happened to it. */
export function OrderRow({ order }: { order: Order }) {
  const { ticket, filled, average, state, reason } = order;
  const { label, tone } = STATE_CHIP[state];
  const heed =
    state === 'unknown' || state === 'pending' || state === 'at_broker' ? order.state_text : reason ? [reason.text, reason.fix].filter(Boolean).join(' ') : '';
  const change = changeText(order);
  return (
    <Link css={besideCss} to={tradeOrderAddress(order.id)}>
      <strong translate="no">
        <span translate="yes">{SIDE_WORD[ticket.side]}</span> {formatNumber(ticket.quantity)} {instrumentText(ticket)}
      </strong>
      <span data-end="" data-chip="">
        <Badge tone={tone}>{label}</Badge>
      </span>
      <small data-terms="">
        {priceText(ticket)} · {ticket.exchange} · <time dateTime={order.placed_at}>{formatIst(order.placed_at).slice(-9, -4)}</time>
      </small>
      <small data-filled="">
        <span>{`${formatNumber(filled)} of ${formatNumber(ticket.quantity)} filled`}</span>
        {average !== null && <span translate="no"> · {formatInr(average)}</span>}
      </small>
      {heed && (
        <small data-whole="" {...(state !== 'rejected' && { 'data-heed': '' })}>
          {heed}
        </small>
      )}
      {change && (
        <small data-whole="" data-heed="">
          {change}
        </small>
      )}
    </Link>
  );
}
