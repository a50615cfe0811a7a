import type { Order } from '@vimarsh/shared/contract/trading/types.ts';
import { formatIstTime, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { HAND_OVER_MS } from '@vimarsh/shared/domain/trading/order/ended.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { heedCss, quietCss } from '../trading-css.ts';
import { instrumentText, priceText, SIDE_WORD } from './order-words.ts';

/** What is being done about an order nobody knows the state of, by when its owner knows, and what to do once it was handed over. */
export function UnknownOrder({ order, busy, onLooked }: { order: Order; busy: boolean; onLooked: () => void }) {
  const { broker, ticket, unknown_since, handed_over_at, looked_at, search_ended_at, state, state_text } = order;
  const title = broker.title;
  if (state === 'sent')
    return (
      <div css={heedCss} role="status">
        <strong>On its way to {title}</strong>
        <span>{state_text}</span>
      </div>
    );
  return (
    <div css={heedCss} role="status">
      <strong>Nobody can say yet what became of this order</strong>
      {search_ended_at && <span>{state_text}</span>}
      {looked_at ? (
        search_ended_at ? null : (
          <span css={quietCss}>
            You looked at {formatIstTime(looked_at)}. We go on watching: when {title} tells, it stands here.
          </span>
        )
      ) : handed_over_at ? (
        <>
          <span>
            We could not find it. Look in the order book of {title} for: {SIDE_WORD[ticket.side]} {formatNumber(ticket.quantity)}{' '}
            <span translate="no">{instrumentText(ticket)}</span> {priceText(ticket)}, sent at {formatIstTime(order.placed_at)}.
          </span>
          <span>
            If it is there, change or cancel it there. If it is not, nothing was placed. Either way, tell us that you have looked: then you can place other
            orders in this share.
          </span>
          <div>
            <Button busy={busy} onClick={onLooked}>
              I have looked
            </Button>
          </div>
        </>
      ) : (
        <>
          <span>{title} did not answer. We ask for the order by its id and read the order book.</span>
          {unknown_since && <span>By {formatIstTime(Date.parse(unknown_since) + HAND_OVER_MS)} it is found, or we ask you to look.</span>}
          <span>Don’t place it again: it may stand in the market.</span>
        </>
      )}
    </div>
  );
}
