import { createHmac } from 'node:crypto';
import type { PaymentProvider } from './provider.ts';

/** What the shop throws where its process would have ended. */
export class Ended extends Error {}

interface Payment {
  readonly id: string;
  readonly order: string;
  readonly paise: number;
  readonly currency: string;
}

/**
 * A payment provider in memory, for histories: its events wait until they are told, in any order and as often as wanted. Around
 * each of its answers and of the shop's transactions the shop's process may end: `endsAt` counts down to that.
 */
export function createHeldProvider(secret: string) {
  const orders = new Map<string, { paise: number; isClosed: boolean }>();
  const payments: Payment[] = [];
  const refunds = new Map<string, { payment: string; paise: number }>();
  const untold: string[] = [];
  const told: string[] = [];
  let serial = 0;
  let endsAt = 0;
  const note = (event: object) => untold.push(JSON.stringify({ id: `evt_${secret}_${++serial}`, ...event }));
  const sign = (event: string, by = secret) => createHmac('sha256', by).update(event).digest('hex');
  const point = () => {
    if (endsAt > 0 && --endsAt === 0) throw new Ended('The process ended here');
  };
  async function between<T>(work: () => T): Promise<T> {
    point();
    const answer = work();
    point();
    return answer;
  }

  const provider: PaymentProvider = {
    createOrder: ({ order_id, amount_paise }) =>
      between(() => {
        if (!orders.has(order_id)) orders.set(order_id, { paise: amount_paise, isClosed: false });
        return { page: `/pay/${order_id}`, upi: null };
      }),
    close: (order_id) =>
      between(() => {
        if (payments.some(({ order, paise, currency }) => order === order_id && currency === 'INR' && paise === orders.get(order_id)!.paise)) return 'paid';
        const order = orders.get(order_id);
        if (order) order.isClosed = true;
        else orders.set(order_id, { paise: 0, isClosed: true });
        return 'closed';
      }),
    refund: ({ refund_id, payment_id, amount_paise }) =>
      between(() => {
        if (refunds.has(refund_id)) return;
        const paid = payments.find(({ id }) => id === payment_id)!;
        if (backOf(payment_id) + amount_paise > paid.paise) throw new Error(`More would go back of ${payment_id} than was paid`);
        refunds.set(refund_id, { payment: payment_id, paise: amount_paise });
        note({ kind: 'refund.done', order_id: paid.order, refund_id, amount_paise });
      }),
    signed: (event, signature) => sign(event) === signature,
  };
  const backOf = (payment: string) => [...refunds.values()].filter((one) => one.payment === payment).reduce((sum, { paise }) => sum + paise, 0);

  return {
    ...{ provider, orders, payments, untold, told, sign, point, backOf },
    /** Money moves at the provider, even after an order was closed: what was on its way arrives. */
    pay(order: string, paise: number, currency = 'INR') {
      const id = `pay_${secret}_${++serial}`;
      payments.push({ id, order, paise, currency });
      note({ kind: 'payment.paid', order_id: order, payment_id: id, amount_paise: paise, currency });
    },
    refuse: (order: string) => void note({ kind: 'payment.failed', order_id: order }),
    /** What rupees it holds for the shop, in paise. */
    held: () => payments.filter(({ currency }) => currency === 'INR').reduce((sum, { id, paise }) => sum + paise - backOf(id), 0),
    /** Does something in a process that ends at its nth point, and again in one that doesn't. Says whether it ended. */
    async survive<T>(ends: number, act: () => Promise<T>): Promise<{ done: T; ended: boolean }> {
      endsAt = ends;
      try {
        return { done: await act(), ended: false };
      } catch (error) {
        if (!(error instanceof Ended)) throw error;
        endsAt = 0;
        return { done: await act(), ended: true };
      } finally {
        endsAt = 0;
      }
    },
  };
}
export type HeldProvider = ReturnType<typeof createHeldProvider>;
