import { reconcileNow } from '@vimarsh/shared/contract/trading/routes.ts';
import type { OrderBook } from '@vimarsh/shared/contract/trading/types.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { useEffect, useEffectEvent, useState } from 'react';
import { besideCss, heedCss } from '../trading-css.ts';
import type { BackFrom } from '../trading-url.ts';
import { ToBrokerPage } from './to-broker-page.tsx';

interface BackFromBrokerProps {
  back: BackFrom;
  broker: string;
  book: OrderBook;
  onMoved: () => void;
}

/** After the broker's page: what its order book says of what was to be confirmed. The address is a hint alone, so the book is read at once. */
export function BackFromBroker({ back, broker, book, onMoved }: BackFromBrokerProps) {
  const { request } = useSessionApi();
  const [read, setRead] = useState<'reading' | 'told' | 'failed'>('reading');
  const look = useEffectEvent(async () => {
    setRead('reading');
    const answer = await request(reconcileNow, undefined, { quiet: true });
    // A book that was not read keeps the time of the reading before.
    setRead(answer.data?.reconciled_at && answer.data.reconciled_at !== book.reconciled_at ? 'told' : 'failed');
    onMoved();
  });
  const { basket } = back;
  useEffect(() => {
    if (basket) void look();
  }, [basket]);
  const own = book.orders.filter(({ basket_id }) => basket_id === basket);
  const waiting = own.filter(({ state }) => state === 'at_broker');
  if (own.length === 0 || waiting.length === 0) return null;
  if (read === 'told') return <ToBrokerPage order={waiting[0]!} onMoved={onMoved} />;
  return (
    <div css={heedCss} role="status">
      {read === 'reading' ? (
        <strong>Reading the order book of {broker}…</strong>
      ) : (
        <>
          <strong>Nobody can say yet whether you confirmed it</strong>
          <span>{broker} did not show its order book. If you confirmed there, the order counts; it stands here as soon as the book tells.</span>
          <div css={besideCss}>
            <Button onClick={() => void look()}>Read the book again</Button>
          </div>
        </>
      )}
    </div>
  );
}
