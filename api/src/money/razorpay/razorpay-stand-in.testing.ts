import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Which calls a fault is for: jobs ask for refunds whenever they like. */
type Call = 'links' | 'refunds' | 'refund';
/** What goes wrong with the next call; `lost`: it is done, and its answer never comes. */
export type Fault = 'refuses the key' | 'status 500' | 'busy' | 'a page' | 'another form' | 'hangs' | 'hangs up' | 'lost' | 'refused' | null;

/** What their webhooks and entities say of a payer, as in the samples of their documentation. */
export const PAYER = { email: 'gaurav.kumar@example.com', contact: '+919988998899', vpa: 'gauravkumar@exampleupi' };
export const KEYS = { RAZORPAY_KEY_ID: 'rzp_test_standin', RAZORPAY_KEY_SECRET: 'secret-of-the-api', RAZORPAY_WEBHOOK_SECRET: 'secret-of-the-webhook' };

interface Link {
  id: string;
  status: 'created' | 'paid' | 'cancelled' | 'expired';
  amount: number;
  currency: string;
  reference_id: string;
  short_url: string;
  callback_url: string;
  expire_by: number;
  notes: object;
  options: unknown;
  payments: { payment_id: string; amount: number; status: string; method: string; plink_id: string }[] | null;
}
interface Payment {
  id: string;
  amount: number;
  currency: string;
  link: Link;
}
interface Refund {
  id: string;
  entity: 'refund';
  amount: number;
  payment_id: string;
  receipt: string;
  notes: object;
  status: string;
}
interface Called {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Record<string, unknown>;
  readonly key: string;
}
interface Answer {
  status: number;
  body: unknown;
}
export interface Webhook {
  body: string;
  headers: Record<string, string>;
}

const callOf = ({ method, path }: Called): Call => (path.startsWith('/v1/payment_links') ? 'links' : method === 'POST' ? 'refund' : 'refunds');
const ok = (body: unknown): Answer => ({ status: 200, body });
const refused = (description: string, status = 400): Answer => ({
  status,
  body: { error: { code: 'BAD_REQUEST_ERROR', description, source: 'business', step: 'payment_initiation', reason: 'input_validation_failed', metadata: {} } },
});

/** What they hold, and what they answer to who may ask. */
function createBooks(clock: () => Date) {
  const links = new Map<string, Link>();
  const payments = new Map<string, Payment>();
  const refunds = new Map<string, Refund>();
  const byKey = new Map<string, { body: string; answer: Answer }>();
  let serial = 0;
  const name = (prefix: string) => `${prefix}_S${process.pid}T${++serial}`;
  const linkFor = (reference: string): Link | undefined => [...links.values()].find(({ reference_id }) => reference_id === reference);

  function makeLink(body: Record<string, unknown>): Answer {
    const { amount, reference_id, expire_by } = body as unknown as Link;
    if (!Number.isInteger(amount) || amount < 100) return refused('The amount must be at least INR 1.00');
    if (expire_by * 1000 < clock().getTime() + 15 * 60_000) return refused('expire_by should be at least 15 minutes after current time.');
    if (linkFor(reference_id))
      return refused(`payment link with given reference_id: ${reference_id} already exists. Please create a payment link with a different reference_id`);
    const id = name('plink');
    const link = { ...body, id, status: 'created', short_url: `https://rzp.io/i/${id.slice(6)}`, customer: PAYER, payments: null } as unknown as Link;
    links.set(id, link);
    return ok(link);
  }
  function cancel(link: Link): Answer {
    if (link.status !== 'created') return refused(`Payment Link cannot be cancelled as it is in ${link.status} state`);
    link.status = 'cancelled';
    return ok(link);
  }
  function refundOf(payment: Payment, { body, key }: Called): Answer {
    const before = byKey.get(key);
    if (before)
      return before.body === JSON.stringify(body) ? before.answer : refused('Different request with the same idempotency key has already been processed.');
    const { amount, receipt, notes } = body as unknown as Refund;
    const given = [...refunds.values()].filter(({ payment_id }) => payment_id === payment.id).reduce((sum, one) => sum + one.amount, 0);
    if (given + amount > payment.amount) return refused('The total refund amount is greater than the refund payment amount');
    const refund: Refund = { id: name('rfnd'), entity: 'refund', amount, payment_id: payment.id, receipt, notes, status: 'pending' };
    refunds.set(refund.id, refund);
    const answer = ok(refund);
    if (/^[\w-]{10,}$/.test(key)) byKey.set(key, { body: JSON.stringify(body), answer });
    return answer;
  }

  function answer(called: Called): Answer {
    const { method, path, query, body } = called;
    const [, , what, id = '', act] = path.split('/');
    if (what === 'payment_links' && id === '') {
      if (method === 'POST') return makeLink(body);
      const found = linkFor(query.get('reference_id') ?? '');
      return ok({ payment_links: found ? [{ ...found, payments: null }] : [] });
    }
    if (what === 'payment_links') {
      const link = links.get(id);
      if (!link) return refused('The id provided does not exist');
      return act === 'cancel' ? cancel(link) : ok(link);
    }
    const payment = payments.get(id);
    if (!payment) return refused('The id provided does not exist');
    if (act === undefined)
      return ok({ id, entity: 'payment', amount: payment.amount, currency: payment.currency, status: 'captured', captured: true, ...PAYER });
    if (act === 'refund') return refundOf(payment, called);
    const items = [...refunds.values()].filter(({ payment_id }) => payment_id === id);
    return ok({ entity: 'collection', count: items.length, items });
  }
  return { links, payments, refunds, name, linkFor, answer };
}

/** Razorpay’s API as its documentation describes it, on this machine, for payment links, refunds and webhooks. */
export async function openRazorpayStandIn(clock: () => Date = () => new Date()) {
  const { links, payments, refunds, name, linkFor, answer } = createBooks(clock);
  const asked: Called[] = [];
  const faults: Record<Call, Fault[]> = { links: [], refunds: [], refund: [] };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const part of request) text += part;
    const { pathname: path, searchParams: query } = new URL(request.url!, 'http://stand.in');
    const called = { method: request.method!, path, query, body: text ? JSON.parse(text) : {}, key: String(request.headers['x-refund-idempotency'] ?? '') };
    asked.push(called);
    const say = (status: number, body: unknown) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const authorization = `Basic ${Buffer.from(`${KEYS.RAZORPAY_KEY_ID}:${KEYS.RAZORPAY_KEY_SECRET}`).toString('base64')}`;
    const fault = faults[callOf(called)].shift() ?? null;
    if (fault === 'refuses the key' || request.headers.authorization !== authorization) say(401, refused('Authentication failed').body);
    else if (fault === 'status 500') say(500, { error: { code: 'SERVER_ERROR', description: `We are facing some trouble with ${PAYER.email}` } });
    else if (fault === 'busy') say(429, refused('Request failed. Please try after sometime.').body);
    else if (fault === 'a page') response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Gateway</body></html>');
    else if (fault === 'another form') say(200, { id: 7, of: PAYER.email });
    else if (fault === 'refused') say(400, refused('The refund is not possible').body);
    else if (fault === 'hangs up') request.socket.destroy();
    else if (fault !== 'hangs') {
      const { status, body } = answer(called);
      if (fault === 'lost') request.socket.destroy();
      else say(status, body);
    }
  }
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  /** Signed as theirs are, whatever it says. */
  function webhook(event: string, payload: object, secret = KEYS.RAZORPAY_WEBHOOK_SECRET): Webhook {
    const body = JSON.stringify({ entity: 'event', account_id: 'acc_standin', event, contains: Object.keys(payload), payload, created_at: 1_596_890_208 });
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    return { body, headers: { 'content-type': 'application/json', 'x-razorpay-signature': signature, 'x-razorpay-event-id': name('evt') } };
  }
  /** As in their samples the notes of a link are not with its payments, and the description names the link. */
  const paymentEntity = ({ id, amount, currency, link }: Payment, status: string) => ({
    entity: {
      id,
      entity: 'payment',
      amount,
      currency,
      status,
      captured: status === 'captured',
      method: 'upi',
      ...PAYER,
      description: `#${link.id.slice(6)}`,
      notes: [],
      order_id: name('order'),
    },
  });

  return {
    ...{ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, links, payments, refunds, linkFor, webhook },
    /** What becomes of the next such calls, one by one; fine after these. */
    next: (call: Call, ...given: Fault[]) => void faults[call].push(...given),
    /** Nothing more goes wrong with them. */
    heal: (call: Call) => void faults[call].splice(0),
    /** Somebody pays on the link’s page: their two webhooks about it, which come in any order. */
    pay(reference: string, more: { amount?: number; currency?: string } = {}): { captured: Webhook; paid: Webhook; payment_id: string } {
      const link = linkFor(reference)!;
      const payment: Payment = { id: name('pay'), amount: link.amount, currency: 'INR', link, ...more };
      payments.set(payment.id, payment);
      link.status = 'paid';
      link.payments = [{ payment_id: payment.id, amount: payment.amount, status: 'captured', method: 'upi', plink_id: link.id }];
      const entity = paymentEntity(payment, 'captured');
      const paid = webhook('payment_link.paid', { payment_link: { entity: link }, order: { entity: { receipt: reference } }, payment: entity });
      return { captured: webhook('payment.captured', { payment: entity }), paid, payment_id: payment.id };
    },
    refuse: (reference: string): Webhook =>
      webhook('payment.failed', { payment: paymentEntity({ id: name('pay'), amount: 100, currency: 'INR', link: linkFor(reference)! }, 'failed') }),
    /** Money is back: their webhook about it. */
    finish(refund: Refund, event = 'refund.processed'): Webhook {
      refund.status = event === 'refund.processed' ? 'processed' : 'failed';
      return webhook(event, { refund: { entity: refund }, payment: paymentEntity(payments.get(refund.payment_id)!, 'captured') });
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
export type RazorpayStandIn = Awaited<ReturnType<typeof openRazorpayStandIn>>;
