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
  const orders = new Map<string, { paise: number; isClosed: boolean; asks?: number | undefined }>();
  const mandates = new Map<string, { readonly order: string; readonly most: number; isRevoked: boolean; refusesNext: boolean }>();
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
    createOrder: ({ order_id, amount_paise, mandate }) =>
      between(() => {
        if (!orders.has(order_id)) orders.set(order_id, { paise: amount_paise, isClosed: false, asks: mandate?.most_paise });
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
    payments: (order_id) =>
      between(() => payments.filter(({ order }) => order === order_id).map(({ id, paise, currency }) => ({ payment_id: id, amount_paise: paise, currency }))),
    refund: ({ refund_id, payment_id, amount_paise }) =>
      between(() => {
        if (refunds.has(refund_id)) return 'asked';
        const paid = payments.find(({ id }) => id === payment_id)!;
        if (backOf(payment_id) + amount_paise > paid.paise) throw new Error(`More would go back of ${payment_id} than was paid`);
        refunds.set(refund_id, { payment: payment_id, paise: amount_paise });
        note({ kind: 'refund.done', order_id: paid.order, refund_id, amount_paise });
        return 'asked';
      }),
    signed: (event, signature) => sign(event) === signature,
    mandates: {
      methods: ['upi', 'card'],
      charge: ({ order_id, mandate_id, amount_paise }) =>
        between(() => {
          const mandate = mandates.get(mandate_id)!;
          if (orders.has(order_id)) return;
          const pays = !mandate.isRevoked && !mandate.refusesNext && amount_paise <= mandate.most;
          orders.set(order_id, { paise: amount_paise, isClosed: !pays });
          if (pays) return take(order_id, amount_paise, 'INR');
          mandate.refusesNext = false;
          note({ kind: 'payment.failed', order_id });
        }),
      revoke: (id) => between(() => revoke(id)),
    },
  };
  function take(order: string, paise: number, currency: string): void {
    const id = `pay_${secret}_${++serial}`;
    payments.push({ id, order, paise, currency });
    note({ kind: 'payment.paid', order_id: order, payment_id: id, amount_paise: paise, currency });
  }
  function revoke(id: string): void {
    const mandate = mandates.get(id)!;
    if (mandate.isRevoked) return;
    mandate.isRevoked = true;
    note({ kind: 'mandate.revoked', order_id: mandate.order, mandate_id: id });
  }
  const backOf = (payment: string) => [...refunds.values()].filter((one) => one.payment === payment).reduce((sum, { paise }) => sum + paise, 0);

  return {
    ...{ provider, orders, payments, mandates, untold, told, sign, point, backOf, revoke },
    /** Money moves at the provider, even after an order was closed: what was on its way arrives, with the mandate that its payer agreed to. */
    pay(order: string, paise: number, currency = 'INR') {
      const [most, id] = [orders.get(order)?.asks, `mdt_${order}`];
      if (most && !mandates.has(id)) {
        mandates.set(id, { order, most, isRevoked: false, refusesNext: false });
        note({ kind: 'mandate.active', order_id: order, mandate_id: id, most_paise: most });
      }
      take(order, paise, currency);
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
