import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ulid } from '../../platform/text/id.ts';
import { createRazorpay, type RazorpayAccount } from './razorpay.ts';
import { type Fault, KEYS, openRazorpayStandIn, PAYER, type RazorpayStandIn } from './razorpay-stand-in.testing.ts';

const NOW = new Date('2026-11-20T06:00:00Z');
const in30 = new Date(NOW.getTime() + 30 * 60_000);
const AWAY: readonly Fault[] = ['refuses the key', 'status 500', 'busy', 'a page', 'another form', 'hangs', 'hangs up'];

describe('Razorpay', () => {
  let standIn: RazorpayStandIn;
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const account = (more: Partial<RazorpayAccount> = {}) =>
    createRazorpay({
      ...{ key_id: KEYS.RAZORPAY_KEY_ID, key_secret: KEYS.RAZORPAY_KEY_SECRET, webhook_secret: KEYS.RAZORPAY_WEBHOOK_SECRET },
      ...{ url: standIn.url, log, clock: () => NOW, originOf: (site) => `https://${site && `${site}.`}vimarsh.example`, ...more },
    });
  beforeAll(async () => {
    standIn = await openRazorpayStandIn(() => NOW);
  });
  afterAll(() => standIn.close());
  beforeEach(() => {
    lines.length = 0;
    standIn.asked.length = 0;
  });
  const order = (more: object = {}) => {
    const order_id = ulid();
    return { order_id, amount_paise: 499_00, method: 'upi' as const, return_to: `/pricing/status?order=${order_id}`, site: 'garnet', pay_until: in30, ...more };
  };
  const paidOrder = async () => {
    const made = order();
    await account().createOrder(made);
    return { ...made, ...standIn.pay(made.order_id) };
  };

  test('an order is a link on their page that says nothing of a person', async () => {
    const made = order();
    const payable = await account().createOrder(made);
    const link = standIn.linkFor(made.order_id)!;
    expect(payable).toEqual({ page: link.short_url, upi: null });
    expect(link).toMatchObject({
      ...{ amount: 499_00, currency: 'INR', accept_partial: false, expire_by: in30.getTime() / 1000, callback_method: 'get' },
      callback_url: `https://garnet.vimarsh.example/pricing/status?order=${made.order_id}`,
      options: { checkout: { method: { upi: true, card: false, netbanking: false, wallet: false } } },
      notify: { sms: false, email: false },
    });
    expect(standIn.asked[0]!.body).not.toHaveProperty('customer');
  });

  test('one that is to be paid very soon has a link as short as they take', async () => {
    const made = order({ pay_until: new Date(NOW.getTime() + 60_000) });
    await account().createOrder(made);
    expect(standIn.linkFor(made.order_id)!.expire_by).toBe(NOW.getTime() / 1000 + 16 * 60);
  });

  test('asked again after an answer that got lost it finds the same link', async () => {
    const made = order();
    standIn.next('links', 'lost');
    await expect(account().createOrder(made)).rejects.toMatchObject({ code: 'PAY_AWAY' });
    const first = standIn.linkFor(made.order_id)!;
    expect(await account().createOrder(made)).toEqual({ page: first.short_url, upi: null });
    expect(await account().createOrder(made)).toEqual({ page: first.short_url, upi: null });
    expect([...standIn.links.values()].filter(({ reference_id }) => reference_id === made.order_id)).toHaveLength(1);
    await expect(account().createOrder({ ...made, amount_paise: 1_00 }), 'nobody is led to another amount').rejects.toMatchObject({ code: 'PAY_AWAY' });
  });

  test.each(AWAY)('%s: every call says that the provider is away, and the log no word of a payer or key', async (fault) => {
    const { order_id, payment_id } = await paidOrder();
    // Patient otherwise: on a busy machine an answer may take a second.
    const { createOrder, close, refund, read } = account(fault === 'hangs' ? { timeoutMs: 300 } : {});
    const calls = [
      ['links', () => createOrder(order())],
      ['links', () => close(order_id)],
      ['refunds', () => refund({ refund_id: ulid(), payment_id, order_id, amount_paise: 1_00 })],
      ['links', () => read!(standIn.refuse(order_id).body, 'x')],
    ] as const;
    for (const [of, call] of calls) {
      standIn.next(of, fault);
      await expect(call()).rejects.toMatchObject({ code: 'PAY_AWAY' });
    }
    expect(lines).toHaveLength(fault === 'refuses the key' ? 8 : 4);
    const secrets = [...Object.values(KEYS), ...Object.values(PAYER), 'Basic'];
    for (const secret of secrets) expect(lines.join('')).not.toContain(secret);
    expect(standIn.refunds.size).toBe(0);
  });

  test('a request that they refuse for another reason is no link', async () => {
    await expect(account().createOrder(order({ amount_paise: 50 }))).rejects.toMatchObject({ code: 'PAY_AWAY' });
  });

  test('an address that nobody listens at', async () => {
    await expect(account({ url: 'http://127.0.0.1:1' }).close(ulid())).rejects.toMatchObject({ code: 'PAY_AWAY' });
  });

  test('close cancels, also again; what is paid stays paid, even where it was paid in between', async () => {
    const made = order();
    await account().createOrder(made);
    expect(await account().close(made.order_id)).toBe('closed');
    expect(standIn.linkFor(made.order_id)!.status).toBe('cancelled');
    expect(await account().close(made.order_id)).toBe('closed');
    expect(await account().close(ulid()), 'it never heard of').toBe('closed');
    expect(await account().close((await paidOrder()).order_id)).toBe('paid');
    const lost = order();
    await account().createOrder(lost);
    standIn.next('links', null, 'lost');
    await expect(account().close(lost.order_id)).rejects.toMatchObject({ code: 'PAY_AWAY' });
    expect(await account().close(lost.order_id)).toBe('closed');
    const late = order();
    await account().createOrder(late);
    const link = standIn.linkFor(late.order_id)!;
    let reads = 0;
    Object.defineProperty(link, 'status', { enumerable: true, get: () => (reads++ === 0 ? 'created' : 'paid') });
    expect(await account().close(late.order_id)).toBe('paid');
  });

  test('a refund is made once by our name of it, though its answer got lost or their memory of keys ended', async () => {
    const { order_id, payment_id } = await paidOrder();
    const refund = { refund_id: ulid(), payment_id, order_id, amount_paise: 100_00 };
    standIn.next('refund', 'lost');
    await expect(account().refund(refund)).rejects.toMatchObject({ code: 'PAY_AWAY' });
    await account().refund(refund);
    await account().refund(refund);
    const made = [...standIn.refunds.values()].filter((one) => one.payment_id === payment_id);
    expect(made).toMatchObject([{ amount: 100_00, receipt: refund.refund_id, notes: { order_id } }]);
    const posts = standIn.asked.filter(({ method, path }) => method === 'POST' && path.endsWith('/refund'));
    expect(posts.map(({ key }) => key)).toEqual([refund.refund_id]);
    await account().refund({ ...refund, refund_id: ulid(), amount_paise: 399_00 });
    expect(await account().refund({ ...refund, refund_id: ulid(), amount_paise: 1 }), 'more than was paid').toBe('refused');
    expect(lines.at(-1)).toContain('the payment provider refuses a refund');
  });

  test('only what was signed with the webhook’s secret, byte for byte, is theirs', async () => {
    const { captured } = await paidOrder();
    const signature = captured.headers['x-razorpay-signature']!;
    const razorpay = account();
    expect(razorpay.signed(captured.body, signature)).toBe(true);
    expect(razorpay.signed(` ${captured.body}`, signature)).toBe(false);
    expect(razorpay.signed(captured.body, standIn.webhook('x', {}, 'another-secret').headers['x-razorpay-signature']!)).toBe(false);
    for (const wrong of ['', 'é'.repeat(64), signature.toUpperCase(), `${signature}0`]) expect(razorpay.signed(captured.body, wrong)).toBe(false);
  });

  test('a payment that names only its link is found by it; one of a link that is not ours is nothing', async () => {
    const { order_id, captured, paid, payment_id } = await paidOrder();
    const expected = { kind: 'payment.paid', order_id, payment_id, amount_paise: 499_00, currency: 'INR' };
    expect(await account().read!(captured.body, 'one')).toMatchObject(expected);
    expect(await account().read!(paid.body, 'two')).toMatchObject(expected);
    const foreign = captured.body.replace(/"#\w+"/, '"#Foreign1"');
    expect(await account().read!(foreign, 'three')).toBeNull();
    expect(await account().read!(standIn.webhook('order.paid', {}).body, 'four')).toBeNull();
  });

  test('a refund that they could not pay is told to who runs the server', async () => {
    const { order_id, payment_id } = await paidOrder();
    const refund_id = ulid();
    await account().refund({ refund_id, payment_id, order_id, amount_paise: 100_00 });
    const made = [...standIn.refunds.values()].find(({ receipt }) => receipt === refund_id)!;
    expect(await account().read!(standIn.finish(made, 'refund.failed').body, 'one')).toMatchObject({ kind: 'refund.failed', refund_id, order_id });
    expect(await account().refund({ refund_id, payment_id, order_id, amount_paise: 100_00 })).toBe('failed');
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ level: 50, refund: refund_id });
    // Asked for once more by hand, with the same receipt.
    standIn.refunds.set('rfnd_again', { ...made, id: 'rfnd_again', status: 'pending' });
    expect(await account().refund({ refund_id, payment_id, order_id, amount_paise: 100_00 })).toBe('asked');
    standIn.refunds.set('rfnd_again', { ...made, id: 'rfnd_again', status: 'processed' });
    expect(await account().refund({ refund_id, payment_id, order_id, amount_paise: 100_00 })).toBe('done');
  });
});
