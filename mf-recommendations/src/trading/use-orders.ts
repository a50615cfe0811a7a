import { listOrders } from '@vimarsh/shared/contract/trading/routes.ts';
import { ordersTopic } from '@vimarsh/shared/contract/trading/socket.ts';
import type { Order, OrderState } from '@vimarsh/shared/contract/trading/types.ts';
import { isOver } from '@vimarsh/shared/domain/trading/order/ended.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { useSession, useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Asks again while the broker owes an answer, ms; the socket only makes it sooner. */
const SOON_MS = 3_000;
const SELDOM_MS = 20_000;

/** The broker, or the exchange behind it, owes an answer about this order. */
export const owesAnswer = ({ state, change }: Pick<Order, 'state' | 'change'>): boolean =>
  state === 'confirmed' || state === 'sent' || state === 'unknown' || state === 'pending' || (change !== null && change.state !== 'refused' && !isOver(state));

/** Hears that one of the caller's orders moved. An event may be lost: whoever hears, reads. */
export function useOrderNews(onNews: () => void): void {
  const { line, user } = useSession();
  const hear = useEffectEvent(onNews);
  const room = user?.id ?? '';
  useEffect(() => (room ? line.subscribe({ topic: 'room', of: ordersTopic, room }, () => hear()) : undefined), [line, room]);
}

/** The caller's orders of a day, today's by default, live by socket and by asking again; says so when the broker has cancelled one (S8-ERR-25). */
export function useOrders() {
  const [owed, setOwed] = useState(false);
  const answer = useQuery(listOrders, { query: {} }, { every: owed ? SOON_MS : SELDOM_MS, fresh: 0, shown: true });
  const owes = answer.data?.orders.some(owesAnswer) ?? false;
  useEffect(() => setOwed(owes), [owes]);
  useOrderNews(answer.refetch);
  useCancelledNotice(answer.data?.orders);
  return answer;
}

/** The notice comes with the broker's word, never with the press. Orders that were over when the page opened say nothing. */
function useCancelledNotice(orders: readonly Order[] | undefined): void {
  const { notify } = useSessionApi();
  const known = useRef(new Map<string, OrderState>());
  useEffect(() => {
    for (const { id, state } of orders ?? []) {
      const before = known.current.get(id);
      known.current.set(id, state);
      if (state === 'cancelled' && before !== undefined && !isOver(before)) notify({ kind: 'info', title: 'Info', text: 'Order is cancelled', ms: 2000 });
    }
  }, [orders, notify]);
}
