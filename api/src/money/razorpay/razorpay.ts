import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { PaymentProvider, Took } from '../provider.ts';
import { createAsk, type RazorpayRequest } from './ask-razorpay.ts';
import { isOurs, translate } from './razorpay-events.ts';

const link = z.object({
  id: z.string().check(z.regex(/^plink_[A-Za-z0-9]{1,40}$/)),
  status: z.enum(['created', 'partially_paid', 'paid', 'cancelled', 'expired']),
  amount: z.number().check(z.int()),
  reference_id: z.nullish(z.string()),
  payments: z.nullish(z.array(z.looseObject({ payment_id: z.string().check(z.regex(/^pay_[A-Za-z0-9]{1,40}$/)) }))),
  short_url: z.string().check(z.regex(/^https:\/\/[\w.-]+\/[\w./-]+$/), z.maxLength(300)),
});
type Link = z.output<typeof link>;
const links = z.object({ payment_links: z.array(z.looseObject({ reference_id: z.nullish(z.string()) })) });
const refunds = z.object({ items: z.array(z.object({ receipt: z.nullish(z.string()), status: z.optional(z.string()) })) });
const refund = z.object({ id: z.string() });
const payment = z.object({
  id: z.string(),
  amount: z.number().check(z.int()),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  captured: z.nullish(z.boolean()),
});

/** They refuse links that end sooner. */
const SHORTEST_MS = 16 * 60_000;
const METHODS = ['upi', 'card', 'netbanking'] as const;
const SHOWN = [...METHODS, 'wallet'] as const;

export interface RazorpayAccount extends Omit<RazorpayRequest, 'key'> {
  readonly key_id: string;
  readonly key_secret: string;
  readonly webhook_secret: string;
  /** Web address of a site, without a path. */
  readonly originOf: (site: string) => string;
  readonly clock: () => Date;
}

/**
 * Razorpay as who takes money: each order is one of its payment links, known by `reference_id`, and people pay on its page. It learns
 * nothing of a person from us. Every call throws PAY_AWAY where it does not answer as documented, and may be asked again then.
 */
export function createRazorpay({ key_id, key_secret, webhook_secret, originOf, clock, ...asked }: RazorpayAccount): PaymentProvider {
  const { log } = asked;
  const { ask, away } = createAsk({ ...asked, key: `${key_id}:${key_secret}` });

  /** They keep one link per `reference_id`. Of a list that holds others too only ours counts. */
  async function linkOf(order_id: string): Promise<Link | null> {
    const call = 'find a link';
    const list = await ask(call, 'GET', `/v1/payment_links?reference_id=${order_id}`, links);
    if (!list) throw away(call, 'it was refused');
    const found = list.payment_links.find(({ reference_id }) => reference_id === order_id);
    if (!found) return null;
    const read = z.safeParse(link, found);
    if (!read.success) throw away(call, 'another form than documented');
    return read.data;
  }
  const linkBy = (id: string): Promise<Link | null> => ask('read a link', 'GET', `/v1/payment_links/${id}`, link);

  return {
    methods: METHODS,
    secretName: 'RAZORPAY_WEBHOOK_SECRET',

    async createOrder({ order_id, amount_paise, method, return_to, site, pay_until }) {
      const call = 'make a link';
      const made = await ask(call, 'POST', '/v1/payment_links', link, {
        ...{ amount: amount_paise, currency: 'INR', accept_partial: false, reference_id: order_id, description: 'Research plan' },
        expire_by: Math.ceil(Math.max(pay_until.getTime(), clock().getTime() + SHORTEST_MS) / 1000),
        ...{ notify: { sms: false, email: false }, reminder_enable: false, notes: { order_id } },
        ...{ callback_url: `${originOf(site)}${return_to}`, callback_method: 'get' },
        options: { checkout: { method: Object.fromEntries(SHOWN.map((each) => [each, each === method])) } },
      });
      // Refused where it was made before and its answer got lost.
      const known = made ?? (await linkOf(order_id));
      if (!known) throw away(call, 'it was refused');
      if (known.amount !== amount_paise) throw away(call, 'the link is of another amount');
      return { page: known.short_url, upi: null };
    },

    async close(order_id) {
      const before = await linkOf(order_id);
      if (!before) return 'closed';
      // One of the two: who paid a moment ago can’t be stopped any more.
      const now =
        before.status === 'created'
          ? ((await ask('cancel a link', 'POST', `/v1/payment_links/${before.id}/cancel`, link)) ?? (await linkBy(before.id)))
          : before;
      if (now?.status === 'paid') return 'paid';
      if (now?.status === 'cancelled' || now?.status === 'expired') return 'closed';
      throw away('cancel a link', 'it is neither cancelled nor paid');
    },

    async payments(order_id) {
      // A list of links names no payments.
      const found = await linkOf(order_id);
      const whole = found && (await linkBy(found.id));
      const took: Took[] = [];
      for (const { payment_id } of whole?.payments ?? []) {
        const call = 'read a payment';
        const read = await ask(call, 'GET', `/v1/payments/${payment_id}`, payment);
        if (!read) throw away(call, 'it was refused');
        // What was not captured is not ours, and goes back by itself.
        if (read.captured === true) took.push({ payment_id, amount_paise: read.amount, currency: read.currency });
      }
      return took;
    },

    async refund({ refund_id, payment_id, order_id, amount_paise }) {
      const call = 'refund a payment';
      const path = `/v1/payments/${payment_id}`;
      // Their memory of keys ends some day, their list of refunds does not.
      const before = await ask(call, 'GET', `${path}/refunds?count=100`, refunds);
      if (!before) throw away(call, 'its refunds can’t be read');
      // One that failed may have been asked for again by hand, with the same receipt: any that did not fail is what counts.
      const made = before.items.filter(({ receipt }) => receipt === refund_id).map(({ status }) => status);
      if (made.includes('processed')) return 'done';
      if (made.some((status) => status !== 'failed')) return 'asked';
      if (made.length > 0) {
        log.error({ refund: refund_id }, 'the payment provider could not pay a refund back');
        return 'failed';
      }
      const body = { amount: amount_paise, speed: 'normal', receipt: refund_id, notes: { order_id } };
      const asked = await ask(call, 'POST', `${path}/refund`, refund, body, { 'x-refund-idempotency': refund_id });
      if (asked) return 'asked';
      log.error({ refund: refund_id }, 'the payment provider refuses a refund');
      return 'refused';
    },

    signed(event, signature) {
      if (!/^[0-9a-f]{64}$/.test(signature)) return false;
      return timingSafeEqual(createHmac('sha256', webhook_secret).update(event).digest(), Buffer.from(signature, 'hex'));
    },

    async read(event, delivery) {
      const heard = translate(event, delivery);
      switch (heard.is) {
        case 'event':
          return heard.event;
        case 'of link': {
          const order_id = (await linkBy(heard.link))?.reference_id;
          return isOurs(order_id) ? { ...heard.event, order_id } : null;
        }
        case 'unreadable':
          return { id: heard.id, unreadable: heard.name, wrong: heard.wrong };
        case 'nothing':
          return null;
      }
    },
  };
}
