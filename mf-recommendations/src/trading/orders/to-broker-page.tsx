import { reopenBrokerPage } from '@vimarsh/shared/contract/trading/routes.ts';
import type { BrokerPage, Order } from '@vimarsh/shared/contract/trading/types.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Failure } from '@vimarsh/shared/ui/fields/failure.tsx';
import { useState } from 'react';
import { BrokerPageForm } from '../ticket/broker-page-form.tsx';
import { heedCss } from '../trading-css.ts';

/** An order that its owner has not confirmed at the broker, and the way on to its page again. Before, the broker's book is read. */
export function ToBrokerPage({ order, onMoved }: { order: Order; onMoved: () => void }) {
  const { request } = useSessionApi();
  const [busy, setBusy] = useState(false);
  const [page, setPage] = useState<BrokerPage | null>(null);
  const [why, setWhy] = useState('');
  const title = order.broker.title;
  const goOn = async () => {
    setBusy(true);
    setWhy('');
    const answer = await request(reopenBrokerPage, { params: { id: order.id } }, { quiet: true });
    setBusy(false);
    if (answer.data?.page) return setPage(answer.data.page);
    const waits = answer.data?.orders.some(({ id, state }) => id === order.id && state === 'at_broker');
    if (!answer.status) setWhy(answer.code === 'UNREACHABLE' ? 'The answer did not arrive. Nothing was placed. Try again.' : answer.validation);
    else if (waits) setWhy(`${title} did not show its order book, so nobody can say whether you confirmed this. Look there first.`);
    onMoved();
  };
  return (
    <div css={heedCss} role="status">
      <strong>Not confirmed at {title} yet</strong>
      <span>
        Nothing is placed before you confirm it there, and its order book decides. If you have just confirmed it, wait a moment: don’t confirm it a second time
        on another page.
      </span>
      {page ? (
        <BrokerPageForm page={page} broker={title} atOnce />
      ) : (
        <div>
          <Button busy={busy} onClick={() => void goOn()}>
            Go on to {title}
          </Button>
        </div>
      )}
      <Failure why={why} />
    </div>
  );
}
