import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Transformer } from '@napi-rs/image';
import { TERMS } from '@vimarsh/shared/contract/calls/types.ts';
import type { PlanOrder, PlanQuote } from '@vimarsh/shared/contract/plans/types.ts';
import { cheapestPlan } from '@vimarsh/shared/domain/calls/equity/levels.ts';
import { MITC_VERSION } from '@vimarsh/shared/domain/money/mitc.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { demoSignIns } from '../identity/demo/index.ts';
import type { PersonalData } from '../identity/index.ts';
import { freshMobile, freshPan, givePan, openSite, type Reply, type Site, signInBody, signUp } from '../identity/site.testing.ts';
import { pagesOf } from '../platform/files/pdf-words.testing.ts';
import { Fail } from '../platform/platform.ts';
import { featureDatabase } from '../platform/testing.ts';
import { unbalanced } from './books.ts';
import { createMoney } from './create-money.ts';
import { movePausedPlans } from './kyc/gate.ts';
import { monthOf } from './month.ts';
import { expireOrders } from './ordering.ts';
import { sendRefundsAgain } from './provider-events.ts';
import { forgetBankAccounts } from './refunds/bank-accounts.ts';
import { EVENT_DAYS, forgetEvents } from './retention.ts';
import type { Shop } from './shop.ts';
import { lockMoney, moneyOf } from './tables.ts';

const START = new Date('2026-11-20T06:00:00Z');
const DAY = 86_400_000;
const PAGE_OF_INVESTORS = readFileSync(new URL('../texts/library/retail/retail-investors/1.2.0.md', import.meta.url), 'utf8');

describe.each(await featureDatabase())('plans on %s', (kind) => {
  let site: Site;
  let kept: PersonalData;
  let shop: Shop;
  /** Of the money alone: a bearer would not live as long. */
  let now: Date;
  let address = 0;
  /** Each in a network of its own: one network is sent so many codes an hour. */
  const browser = (host = 'localhost') => site.browser({ host, ip: `10.${100 + (++address >> 8)}.${address & 255}.1` });
  beforeAll(async () => {
    site = await openSite(kind);
    const keeps = (data: PersonalData) => {
      kept = data;
    };
    shop = await createMoney(site.platform, { partners: site.partners, identity: { ...site.identity, keeps }, clock: () => now });
    await site.platform.start();
  });
  afterAll(() => site.close());
  beforeEach(() => {
    now = START;
  });
  const forward = (days: number) => {
    now = new Date(now.getTime() + days * DAY);
  };
  const audited = async (object: string): Promise<string[]> =>
    (await site.platform.db.selectFrom('audit_log').select('action').where('object', '=', object).orderBy('id').execute()).map(({ action }) => action);
  /** Payments that tests told of and that can be booked nowhere: these are said to be in no book, and nothing else is ever wrong. */
  const inNoBook: string[] = [];
  const balanced = async () => expect((await unbalanced(site.platform.db)).toSorted()).toEqual(inNoBook.toSorted());

  async function memberOn(own: ReturnType<typeof browser>, bearer: string) {
    const self = {
      get: (path: string): Promise<Reply> => own.get(path, bearer),
      post: (path: string, body: object): Promise<Reply> => own.post(path, body, bearer),
      quotes: async (): Promise<PlanQuote[]> => (await own.get('/plans/v1/quotes', bearer)).body.data.quotes,
      async order(plan: string, days: number, more: object = {}): Promise<Reply> {
        const { pay_paise } = (await self.quotes()).find((each) => each.plan === plan && each.days === days)!;
        const asked = {
          plan,
          days,
          pay_paise,
          method: 'upi',
          mitc_version: MITC_VERSION,
          place: '27',
          key: `k${Math.random().toString(36).slice(2)}`,
          ...more,
        };
        return own.post('/plans/v1/orders', asked, bearer);
      },
      state: async ({ id }: { id: string }): Promise<PlanOrder> => (await own.get(`/plans/v1/orders/${id}`, bearer)).body.data,
      account: async () => (await own.get('/plans/v1/account', bearer)).body.data,
      async buy(plan: string, days: number): Promise<PlanOrder> {
        const { body } = await self.order(plan, days);
        await press(body.data.payable.page, 'pay');
        return self.state(body.data);
      },
      cancel: async (order_id: string, refund_paise?: number): Promise<Reply> => {
        const shown = (await self.account()).plans.find((each: { order_id: string }) => each.order_id === order_id);
        return own.post('/plans/v1/cancel', { order_id, refund_paise: refund_paise ?? shown?.refund_paise ?? 0 }, bearer);
      },
    };
    return self;
  }
  async function member({ pan = freshPan() } = {}) {
    const own = browser();
    const { body } = await signUp(site, own, freshMobile());
    if (pan) expect((await givePan(own, body.data.token, pan)).body.status).toBe(true);
    return { user_id: body.user_id as string, bearer: body.data.token as string, ...(await memberOn(own, body.data.token)) };
  }
  async function demoMember(email: string, host = 'localhost') {
    const own = browser(host);
    const { body } = await own.post('/auth/v1/sign_in', signInBody(email));
    return memberOn(own, body.token_data.access_token);
  }

  /** What somebody presses on the provider's page. */
  const press = (page: string, answer: string) =>
    site.platform.app.inject({
      ...{ method: 'POST', url: page, remoteAddress: `10.41.0.${++address & 255}`, payload: `answer=${answer}` },
      headers: { host: 'localhost:4000', 'content-type': 'application/x-www-form-urlencoded' },
    });
  let told = 0;
  /** An event that the provider signed, whatever it says. */
  async function tell(event: object, secret?: string): Promise<Reply> {
    const { secret: own } = (await site.platform.db
      .selectFrom('demo_bank_key' as never)
      .select('secret' as never)
      .executeTakeFirstOrThrow()) as { secret: string };
    const text = JSON.stringify({ id: `evt_test_${kind}_${++told}`, ...event });
    const signature = createHmac('sha256', secret ?? own)
      .update(text)
      .digest('hex');
    return browser().post('/plans/v1/provider_events', { event: text, signature });
  }
  const paid = ({ id, pay_paise }: PlanOrder, more: object = {}) => ({
    ...{ kind: 'payment.paid', order_id: id, payment_id: `pay_test_${kind}_${++told}`, amount_paise: pay_paise, currency: 'INR', ...more },
  });

  test('prices are data of each site: the list of the main host, a partner’s own, none for a broker without plans (S9-LIM-03, S9-LIM-04)', async () => {
    const { body } = await browser().get('/plans/v1/offers');
    const prices = body.data.offers.map(({ plan, days, price_paise }: PlanQuote) => [plan, days, price_paise]);
    expect(prices).toEqual([
      ['Lite', 30, 199_00],
      ['Premium', 7, 299_00],
      ['Premium', 30, 499_00],
      ['Pro', 30, 999_00],
      ['Pro', 90, 2_499_00],
      ['Pro', 365, 8_999_00],
    ]);
    await moneyOf(site.platform.db).insertInto('plan_offers').values({ site: 'garnet', plan: 'Premium', days: 30, price_paise: 449_00 }).execute();
    const partners = (await browser('garnet.localhost').get('/plans/v1/offers')).body.data.offers;
    expect(partners).toEqual([{ plan: 'Premium', days: 30, price_paise: 449_00, taxable_paise: 380_51, gst_paise: 68_49 }]);
    expect((await browser('neem.localhost').get('/plans/v1/offers')).body).toMatchObject({ status: false, data: null, code: 'NO_PLANS' });
  });

  test('every plan that a locked call names is offered for a month, the dearer the more it opens; information pages name the same prices', async () => {
    const { body } = await browser().get('/plans/v1/offers');
    const monthly = body.data.offers.filter(({ days }: PlanQuote) => days === 30);
    const plans = monthly.map(({ plan }: PlanQuote) => plan);
    const inr = (paise: number) => `₹${(paise / 100).toLocaleString('en-IN')}`;
    for (const term of TERMS) expect(plans).toContain(cheapestPlan(term));
    const prices = monthly.map(({ price_paise }: PlanQuote) => price_paise);
    expect(prices).toEqual(prices.toSorted((a: number, b: number) => a - b));
    for (const { plan, days, price_paise } of body.data.offers)
      expect(PAGE_OF_INVESTORS).toMatch(new RegExp(`^\\| ${plan} \\| .*${inr(price_paise)} for ${days} days`, 'm'));
  });

  test('a plan is bought by UPI: order, provider, signed event, plan, invoice; its locks open at once (S4-MISC-O01, S4-MISC-21)', async () => {
    const asha = await member();
    expect(await site.identity.asker(asha.user_id)).toMatchObject({ caller: { plan: null } });
    const { body } = await asha.order('Premium', 30);
    const order: PlanOrder = body.data;
    expect(order).toMatchObject({ state: 'open', pay_paise: 499_00, credit_paise: 0, starts_at: null, pay_until: '2026-11-20T06:30:00.000Z' });
    expect(order.payable!.upi!.intent).toBe(`upi://pay?pa=vimarsh.rsrch%40validdemo&pn=Vimarsh+Research&tr=${order.id}&am=499.00&cu=INR&tn=Research+plan`);
    const { squares } = order.payable!.upi!;
    expect(squares.every((row) => row.length === squares.length && /^[01]+$/.test(row))).toBe(true);
    expect((await asha.state(order)).state, 'an order is no plan').toBe('open');
    const back = await press(order.payable!.page, 'pay');
    expect([back.statusCode, back.headers.location]).toEqual([303, `/pricing/status?order=${order.id}`]);
    expect(await asha.state(order)).toMatchObject({ state: 'paid', payable: null, starts_at: START.toISOString(), ends_at: '2026-12-20T06:00:00.000Z' });
    expect(await site.identity.asker(asha.user_id)).toMatchObject({ caller: { plan: 'Premium', promotional: false } });
    const { plans, invoices, fees_paise } = await asha.account();
    expect(plans).toMatchObject([{ plan: 'Premium', total_paise: 499_00, refund_paise: 408_78 + 73_58, unused_days: 29 }]);
    expect(invoices).toMatchObject([
      { number: expect.stringMatching(/^VR\/26-27\/\d{6}$/), kind: 'invoice', taxable_paise: 422_88, gst_paise: 76_12, total_paise: 499_00 },
    ]);
    expect(fees_paise).toBe(422_88);
    await balanced();
  });

  test.each(['card', 'netbanking', 'cefcom'])('by %s the provider’s own page takes the payment: no number is ever typed at ours', async (method) => {
    const asha = await member();
    const { body } = await asha.order('Lite', 30, { method });
    expect(body.data.payable).toEqual({ page: `/__pay/${body.data.id}`, upi: null });
    await press(body.data.payable.page, 'pay');
    expect(await asha.state(body.data)).toMatchObject({ state: 'paid', method });
  });

  test('a refused payment gives no plan and leaves its order open: the next attempt on the same page gives it', async () => {
    const asha = await member();
    const { body } = await asha.order('Lite', 30);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await press(body.data.payable.page, 'refuse');
      expect(await asha.state(body.data)).toMatchObject({ state: 'open', refused: true, payable: body.data.payable });
    }
    expect((await asha.account()).plans).toEqual([]);
    expect((await asha.order('Lite', 30)).body.data, 'ordered again it is the same, and begins anew').toMatchObject({ id: body.data.id, refused: false });
    await press(body.data.payable.page, 'pay');
    expect(await asha.state(body.data)).toMatchObject({ state: 'paid', refused: false });
    await balanced();
  });

  test('an order whose time is over leads to no payment page, also while the provider can’t be told', async () => {
    const asha = await member();
    const { body } = await asha.order('Lite', 30);
    const close = vi.spyOn(shop.provider!, 'close').mockRejectedValue(new Fail('PAY_AWAY'));
    try {
      now = new Date(START.getTime() + 31 * 60_000);
      expect(await asha.state(body.data)).toMatchObject({ state: 'open', payable: null });
    } finally {
      close.mockRestore();
    }
    now = new Date(START.getTime() + 32 * 60_000);
    expect(await asha.state(body.data)).toMatchObject({ state: 'expired', payable: null });
  });

  test('an order that was refused expires like any other, and takes no money after it', async () => {
    const asha = await member();
    const { body } = await asha.order('Lite', 30);
    await press(body.data.payable.page, 'refuse');
    now = new Date(START.getTime() + 30 * 60_000);
    expect(await asha.state(body.data)).toMatchObject({ state: 'expired', refused: false, payable: null });
    expect((await tell(paid(body.data))).body.data.outcome).toBe('returned');
    await balanced();
  });

  test.each([
    ['signed by somebody else', (order: PlanOrder) => paid(order), 'forged', { code: 'EVENT_FORGED' }],
    ['of a smaller amount', (order: PlanOrder) => paid(order, { amount_paise: 100 }), undefined, { data: { outcome: 'other amount' } }],
    ['of a larger amount', (order: PlanOrder) => paid(order, { amount_paise: 499_01 }), undefined, { data: { outcome: 'other amount' } }],
    ['in another currency', (order: PlanOrder) => paid(order, { currency: 'USD' }), undefined, { data: { outcome: 'other currency' } }],
    ['of an order nobody made', (order: PlanOrder) => paid(order, { order_id: 'nobody' }), undefined, { data: { outcome: 'unknown order' } }],
    ['that can’t be read', () => ({ kind: 'payment.maybe' }), undefined, { data: { outcome: 'unreadable' } }],
  ] as const)('an event %s gives nobody a plan', async (_what, event, secret, answer) => {
    const asha = await member();
    const { body } = await asha.order('Premium', 30);
    const said: object & { payment_id?: string } = event(body.data) as object;
    expect((await tell(said, secret)).body).toMatchObject(answer);
    expect((await asha.state(body.data)).state).toBe('open');
    expect(await site.identity.asker(asha.user_id)).toMatchObject({ caller: { plan: null } });
    const outcome = 'data' in answer ? answer.data.outcome : '';
    if (outcome === 'other currency' || outcome === 'unknown order') inNoBook.push(`payment ${said.payment_id} is in no book: ${outcome}`);
    await balanced();
  });

  test.each([100, 499_01])('a payment of another amount, %i paise, gives no plan and goes back whole', async (amount_paise) => {
    const asha = await member();
    const { body } = await asha.order('Premium', 30);
    expect((await tell(paid(body.data, { amount_paise }))).body.data.outcome).toBe('other amount');
    expect((await asha.account()).refunds).toMatchObject([{ amount_paise, reason: 'amount' }]);
    expect((await asha.state(body.data)).state, 'it can still be paid').toBe('open');
    await balanced();
  });

  test('a signed event that can’t be read is kept as it came', async () => {
    await tell({ kind: 'payment.maybe', note: `kept on ${kind}` });
    const kept = await moneyOf(site.platform.db).selectFrom('plan_events').select(['event', 'outcome']).where('outcome', '=', 'unreadable').execute();
    expect(kept.map(({ event }) => event)).toContainEqual(expect.stringContaining(`kept on ${kind}`));
  });

  test('a key names one order: with another plan or way it is refused, and the first order stands', async () => {
    const asha = await member();
    const key = `one_key_${kind}`;
    const { body } = await asha.order('Premium', 30, { key });
    for (const [plan, more] of [
      ['Pro', {}],
      ['Premium', { method: 'card' }],
    ] as const)
      expect((await asha.order(plan, 30, { key, ...more })).body).toMatchObject({ status: false, code: 'PRICE_CHANGED' });
    expect((await asha.order('Premium', 30, { key })).body.data.id).toBe(body.data.id);
    expect((await asha.state(body.data)).state).toBe('open');
  });

  test('what was bought to follow a plan begins when that plan is cancelled: nobody has paid and waits', async () => {
    const asha = await member();
    const first = await asha.buy('Pro', 30);
    await asha.buy('Pro', 30);
    await asha.buy('Pro', 90);
    forward(3);
    expect((await asha.cancel(first.id)).body.status).toBe(true);
    const spans = (await asha.account()).plans.map((each: { starts_at: string; ends_at: string }) =>
      [each.starts_at, each.ends_at].map((at) => (Date.parse(at) - now.getTime()) / DAY),
    );
    expect(spans).toEqual([
      [0, 30],
      [30, 120],
    ]);
    expect(await site.identity.asker(asha.user_id)).toMatchObject({ caller: { plan: 'Pro' } });
    expect((await asha.quotes()).find(({ plan, days }) => plan === 'Pro' && days === 30)!.starts_at).toBe(new Date(now.getTime() + 120 * DAY).toISOString());
    await balanced();
  });

  test('what was bought to follow and is cancelled before it began leaves nothing behind: the next plan begins at once', async () => {
    const asha = await member();
    const [first, second] = [await asha.buy('Pro', 30), await asha.buy('Pro', 30)];
    for (const { id } of [second, first]) expect((await asha.cancel(id)).body.status).toBe(true);
    const quotes = await asha.quotes();
    expect(quotes.map(({ refused }) => refused)).toEqual(quotes.map(() => ''));
    expect(new Set(quotes.map(({ starts_at }) => starts_at))).toEqual(new Set([now.toISOString()]));
    await balanced();
  });

  test('the same plan ordered again after its time is a new order, which takes money', async () => {
    const asha = await member();
    const { body } = await asha.order('Lite', 30);
    now = new Date(START.getTime() + 30 * 60_000);
    const asked = { plan: 'Lite', days: 30, pay_paise: 199_00, method: 'upi', mitc_version: MITC_VERSION, place: '27', key: `late_${kind}` };
    const again = (await asha.post('/plans/v1/orders', asked)).body.data;
    expect([again.id === body.data.id, again.state]).toEqual([false, 'open']);
    await press(again.payable.page, 'pay');
    expect(await asha.state(again)).toMatchObject({ state: 'paid' });
    expect(await asha.state(body.data)).toMatchObject({ state: 'expired' });
    await balanced();
  });

  test('events are forgotten after the audit of their year; one that is told again after that counts for nothing', async () => {
    const asha = await member();
    const order = await asha.buy('Lite', 30);
    const events = () => moneyOf(site.platform.db).selectFrom('plan_events').select(['id', 'event']).where('event', 'like', `%${order.id}%`).execute();
    const [event] = await events();
    forward(EVENT_DAYS);
    await forgetEvents(shop);
    expect(await events(), 'kept to the last day').toHaveLength(1);
    now = new Date(now.getTime() + 1);
    await forgetEvents(shop);
    expect(await events()).toEqual([]);
    // With their events payments are forgotten that were in no book.
    inNoBook.length = 0;
    expect((await tell(JSON.parse(event!.event))).body.data.outcome).toBe('doubled');
    expect((await asha.account()).invoices).toHaveLength(1);
    await balanced();
  });

  test('an event that is told again counts once, and so does a payment in another event', async () => {
    const asha = await member();
    const { body } = await asha.order('Premium', 30);
    const event = { id: `evt_again_${kind}`, ...paid(body.data) };
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => tell(event)));
    expect(outcomes.map((each) => each.body.data.outcome).toSorted()).toEqual(['activated', ...Array.from({ length: 4 }, () => 'doubled')]);
    const { id: _id, ...other } = event;
    expect((await tell(other)).body.data.outcome).toBe('doubled');
    expect((await asha.account()).invoices).toHaveLength(1);
  });

  test('a second payment of a paid order goes back whole', async () => {
    const asha = await member();
    const order = await asha.buy('Premium', 30);
    expect((await tell(paid(order))).body.data.outcome).toBe('returned');
    expect((await asha.account()).refunds).toMatchObject([{ amount_paise: 499_00, reason: 'twice' }]);
    expect((await asha.account()).plans).toHaveLength(1);
    await balanced();
  });

  test('an order that nobody pays for 30 minutes expires, and money that comes after it goes back', async () => {
    const asha = await member();
    const { body } = await asha.order('Premium', 30);
    now = new Date(START.getTime() + 29 * 60_000);
    expect((await asha.state(body.data)).state).toBe('open');
    now = new Date(START.getTime() + 30 * 60_000);
    expect((await asha.state(body.data)).state).toBe('expired');
    expect((await press(body.data.payable.page, 'pay')).statusCode, 'the provider knows it too').toBe(303);
    expect((await asha.state(body.data)).state).toBe('expired');
    expect((await tell(paid(body.data))).body.data.outcome).toBe('returned');
    expect((await asha.state(body.data)).state).toBe('returned');
    expect(await site.identity.asker(asha.user_id)).toMatchObject({ caller: { plan: null } });
    await balanced();
  });

  test('events out of order: a failure after the payment changes nothing, a payment after the failure gives its plan', async () => {
    const [asha, ravi] = [await member(), await member()];
    const order = await asha.buy('Lite', 30);
    expect((await tell({ kind: 'payment.failed', order_id: order.id })).body.data.outcome).toBe('ignored');
    expect((await asha.state(order)).state).toBe('paid');
    const { body } = await ravi.order('Lite', 30);
    expect((await tell({ kind: 'payment.failed', order_id: body.data.id })).body.data.outcome).toBe('failed');
    expect((await tell(paid(body.data))).body.data.outcome).toBe('activated');
    expect((await ravi.account()).plans).toMatchObject([{ plan: 'Lite' }]);
    await balanced();
  });

  test('two tabs that order at once share one order, and it is paid once however often it is pressed', async () => {
    const asha = await member();
    const orders = await Promise.all(Array.from({ length: 4 }, () => asha.order('Premium', 30)));
    expect(new Set(orders.map(({ body }) => body.data.id)).size).toBe(1);
    const { page } = orders[0]!.body.data.payable;
    await Promise.all(Array.from({ length: 4 }, () => press(page, 'pay')));
    const { plans, invoices, refunds } = await asha.account();
    expect([plans.length, invoices.length, refunds.length]).toEqual([1, 1, 0]);
    await balanced();
  });

  test('a double press is one order, and another choice takes the place of an unpaid one', async () => {
    const asha = await member();
    const key = `press-${kind}`;
    const [one, again] = [await asha.order('Premium', 30, { key }), await asha.order('Premium', 30, { key })];
    expect(again.body.data.id).toBe(one.body.data.id);
    const other = await asha.order('Lite', 30);
    expect((await asha.state(one.body.data)).state).toBe('replaced');
    await press(one.body.data.payable.page, 'pay');
    expect((await asha.state(one.body.data)).state, 'the old page takes no money').toBe('replaced');
    await press(other.body.data.payable.page, 'pay');
    expect((await asha.state(other.body.data)).state).toBe('paid');
    await balanced();
  });

  test('an order that another one replaces while the provider is still creating it is closed at the provider once it is there', async () => {
    const asha = await member();
    const provider = shop.provider!;
    const create = provider.createOrder.bind(provider);
    const created: string[] = [];
    const closed: string[] = [];
    const creating = vi.spyOn(provider, 'createOrder').mockImplementationOnce(async (terms) => {
      await asha.order('Lite', 30);
      const payable = await create(terms);
      created.push(terms.order_id);
      return payable;
    });
    const closing = vi.spyOn(provider, 'close').mockImplementation(async (id) => {
      if (created.includes(id)) closed.push(id);
      return 'closed';
    });
    try {
      const { body } = await asha.order('Premium', 30);
      expect((await asha.state(body.data)).state).toBe('replaced');
      expect(closed, 'closed after it was created').toEqual([body.data.id]);
    } finally {
      creating.mockRestore();
      closing.mockRestore();
    }
  });

  test.each([
    ['a price of their own', { pay_paise: 100 }, 'PRICE_CHANGED'],
    ['another plan at this price', { plan: 'Pro' }, 'PRICE_CHANGED'],
    ['days that are not offered', { days: 31 }, 'PRICE_CHANGED'],
    ['without the terms', { mitc_version: '' }, 'MITC_REQUIRED'],
    ['with half a paisa', { pay_paise: 499_00.5 }, 'BAD_REQUEST'],
    ['a plan nobody sells', { plan: 'Chat' as never }, 'BAD_REQUEST'],
    ['a plan for experts', { plan: 'Publisher' }, 'FORBIDDEN'],
  ])('who orders with %s gets nothing: the server alone sets what a plan costs (S9-LIM-05)', async (_what, change, code) => {
    const asha = await member();
    expect((await asha.order('Premium', 30, change)).body).toMatchObject({ status: false, code });
    expect((await asha.get('/plans/v1/quotes')).body.data.open).toBeNull();
  });

  test('the same plan is added behind what runs, at most a year ahead; a lesser one is not sold', async () => {
    const asha = await member();
    await asha.buy('Pro', 30);
    const next = await asha.buy('Pro', 90);
    expect([next.starts_at, next.ends_at]).toEqual(['2026-12-20T06:00:00.000Z', '2027-03-20T06:00:00.000Z']);
    const refused = (await asha.quotes()).map(({ plan, days, refused: why }) => [plan, days, why]);
    expect(refused).toEqual([
      ['Lite', 30, 'PLAN_HELD'],
      ['Premium', 7, 'PLAN_HELD'],
      ['Premium', 30, 'PLAN_HELD'],
      ['Pro', 30, ''],
      ['Pro', 90, ''],
      ['Pro', 365, 'PLAN_ADVANCE'],
    ]);
    expect((await asha.order('Lite', 30)).body).toMatchObject({ code: 'PLAN_HELD' });
    await balanced();
  });

  test('an upgrade costs the new price less what is left of the old, and its refund goes back by both payments', async () => {
    const asha = await member();
    const premium = await asha.buy('Premium', 30);
    forward(9);
    const pro = (await asha.quotes()).find(({ plan, days }) => plan === 'Pro' && days === 30)!;
    expect(pro).toMatchObject({ credit_paise: 332_67, pay_paise: 666_33, starts_at: now.toISOString() });
    const bought = await asha.buy('Pro', 30);
    const { plans, invoices } = await asha.account();
    expect((await asha.account()).given, 'what was bought before is no gift').toEqual([]);
    expect(plans).toMatchObject([{ order_id: bought.id, plan: 'Pro', total_paise: 999_00, credit_paise: 332_67 }]);
    expect(invoices.map(({ kind: what, total_paise }: { kind: string; total_paise: number }) => [what, total_paise])).toEqual(
      expect.arrayContaining([
        ['invoice', 499_00],
        ['invoice', 999_00],
        ['credit_note', 332_67],
      ]),
    );
    // 846.61 × 29 / 30 = 818.389…; 18 % of 818.39 = 147.3102.
    expect((await asha.cancel(bought.id)).body.data).toMatchObject({ refund_paise: 818_39 + 147_31 });
    const { refunds } = await asha.account();
    expect(refunds.map(({ amount_paise }: { amount_paise: number }) => amount_paise).toSorted()).toEqual([299_37, 666_33].toSorted());
    expect((await asha.cancel(premium.id)).body).toMatchObject({ code: 'NOT_FOUND' });
    await balanced();
  });

  test('cancelled after 10 of 30 days 332.67 comes back, with a credit note, and the plan ends at once', async () => {
    const asha = await member();
    const order = await asha.buy('Premium', 30);
    forward(9);
    expect((await asha.cancel(order.id, 332_66)).body, 'only what was shown').toMatchObject({ code: 'REFUND_CHANGED' });
    const [one, two] = await Promise.all([asha.cancel(order.id, 332_67), asha.cancel(order.id, 332_67)]);
    expect([one, two].map(({ body }) => body.code ?? 'done').toSorted()).toEqual(['NOT_FOUND', 'done']);
    const { plans, invoices, refunds, fees_paise } = await asha.account();
    expect(plans).toEqual([]);
    expect(invoices[0]).toMatchObject({
      number: expect.stringMatching(/^VC\/26-27\//),
      kind: 'credit_note',
      about: invoices[1].number,
      taxable_paise: 281_92,
      gst_paise: 50_75,
    });
    expect(refunds).toMatchObject([{ amount_paise: 332_67, reason: 'cancelled', state: 'done' }]);
    expect(fees_paise).toBe(422_88 - 281_92);
    await balanced();
  });

  test('who cancels waits for no provider that does not answer: the plan has ended, and the refund is on its way', async () => {
    const asha = await member();
    const order = await asha.buy('Premium', 30);
    const silent = Promise.withResolvers<'asked'>();
    const refund = vi.spyOn(shop.provider!, 'refund').mockReturnValue(silent.promise);
    try {
      const answered = asha.cancel(order.id);
      expect(await Promise.race([answered.then(({ body }) => body.status), wait(8000, 'nothing in 8 s')])).toBe(true);
      expect((await asha.account()).plans).toEqual([]);
    } finally {
      silent.resolve('asked');
      refund.mockRestore();
    }
  });

  test('while an upgrade waits for its payment the plan it counts on can be cancelled, and money for it goes back', async () => {
    const asha = await member();
    const premium = await asha.buy('Premium', 30);
    const { body } = await asha.order('Pro', 30);
    expect((await asha.cancel(premium.id)).body.status).toBe(true);
    expect((await asha.state(body.data)).state).toBe('replaced');
    expect((await tell(paid(body.data))).body.data.outcome).toBe('returned');
    expect((await asha.account()).plans).toEqual([]);
    await balanced();
  });

  test('with the account plans end and what is left goes back, an order that waits is none any more, and the books stay', async () => {
    const asha = await member();
    await asha.buy('Premium', 30);
    const { body } = await asha.order('Pro', 30);
    expect(await kept.of(asha.user_id)).toMatchObject({
      ...{ billing: null, invoices: [{ kind: 'invoice', total_paise: 499_00 }], refunds: [] },
      billed_as: [{ buyer: { name: '', gstin: '' }, place: '27' }],
    });
    await site.platform.transaction((tx) => kept.erase(tx, asha.user_id));
    const { plans, invoices, refunds } = await asha.account();
    expect([plans.length, invoices.length]).toEqual([0, 2]);
    expect(refunds).toMatchObject([{ amount_paise: 482_36, reason: 'cancelled' }]);
    expect((await tell(paid(body.data))).body.data.outcome).toBe('returned');
    await balanced();
  });

  test('a bank account for refunds is kept sealed, told to its owner by its end, and goes with the account once nothing is owed', async () => {
    const asha = await member();
    const account = { holder: 'Asha Nair', ifsc: 'SBIN0001234', number: '00123456789' };
    expect((await asha.post('/plans/v1/bank_account', account)).http, 'who never paid has nothing to get back').toBe(403);
    expect((await asha.get('/plans/v1/bank_account')).body.data).toEqual({ account: null, needed: false, owed_paise: 0 });
    await asha.buy('Premium', 30);
    const wrong = await asha.post('/plans/v1/bank_account', { ...account, ifsc: 'SBIN1001234', number: '12' });
    expect(wrong.body.problems.map(({ path }: { path: string }) => path)).toEqual(['ifsc', 'number']);
    await asha.post('/plans/v1/bank_account', { ...account, number: '999999999' });
    const saved = (await asha.post('/plans/v1/bank_account', account)).body.data;
    expect(saved).toEqual({ holder: 'Asha Nair', ifsc: 'SBIN0001234', ends_with: '6789', saved_at: now.toISOString() });
    expect((await asha.get('/plans/v1/bank_account')).body.data).toEqual({ account: saved, needed: true, owed_paise: 0 });
    expect(await kept.of(asha.user_id)).toMatchObject({ bank_account: saved });
    const db = moneyOf(site.platform.db);
    const rows = () => db.selectFrom('bank_accounts').selectAll().where('user_id', '=', asha.user_id).execute();
    expect(JSON.stringify((await rows()).map((row) => ({ ...row, number_sealed: row.number_sealed.toString('latin1') })))).not.toContain(account.number);
    expect((await asha.post('/plans/v1/bank_account/remove', {})).body.status).toBe(true);
    expect(await rows()).toEqual([]);

    await asha.post('/plans/v1/bank_account', account);
    await site.platform.transaction((tx) => kept.erase(tx, asha.user_id));
    expect(await rows(), 'its plan was cancelled, and that money is owed').toHaveLength(1);
    forward(1);
    await sendRefundsAgain(shop);
    expect((await asha.account()).refunds[0].state).toBe('done');
    await forgetBankAccounts(db);
    expect(await rows()).toEqual([]);
  });

  test('who is owed money is not erased before it is paid: plans end, the refund is asked for, and they are told once', async () => {
    const asha = await member();
    const mail = `${asha.user_id}@example.com`;
    const settled = () => site.platform.transaction((tx) => kept.settle!(tx, asha.user_id, mail));
    expect(await settled(), 'nothing was bought').toBe(true);
    await asha.buy('Premium', 30);
    expect(await settled()).toBe(false);
    expect(await settled()).toBe(false);
    expect((await asha.account()).plans).toEqual([]);
    const written = (await site.platform.outbox.list(site.platform.db, mail)).map(({ text }) => text);
    expect(written).toEqual([expect.stringContaining('₹482.36 goes back the way you paid. Once it is paid, the account is erased.')]);
    forward(1);
    await sendRefundsAgain(shop);
    expect(await settled()).toBe(true);
    await balanced();
  });

  // The embedded database has one connection at a time: there nothing is saved meanwhile.
  if (kind === 'postgres')
    test('what is saved while the account is erased is not kept', async () => {
      const asha = await member();
      await asha.buy('Lite', 30);
      const db = moneyOf(site.platform.db);
      const account = { holder: 'Asha Nair', ifsc: 'SBIN0001234', number: '00123456789' };
      const billing = { name: 'Asha Nair', address: '', state: '29', gstin: '' };
      const [locked, erased] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const erasing = site.platform.transaction(async (tx) => {
        await lockMoney(tx, asha.user_id);
        locked.resolve();
        await erased.promise;
        await sql`update users set status = 'closed' where id = ${asha.user_id}`.execute(tx);
      });
      await locked.promise;
      const saves = [asha.post('/plans/v1/bank_account', account), asha.post('/plans/v1/billing', billing)];
      const waiting = async () =>
        (await sql<{ n: number }>`select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted`.execute(db)).rows[0]!.n;
      await expect.poll(waiting).toBeGreaterThanOrEqual(2);
      erased.resolve();
      await erasing;
      for (const { body } of await Promise.all(saves)) expect(body.code).toBe('SESSION_ENDED');
      for (const table of ['bank_accounts', 'billing_details'] as const)
        expect(await db.selectFrom(table).select('user_id').where('user_id', '=', asha.user_id).execute()).toEqual([]);
    });

  test('a cancellation that is refused leaves the upgrade that waits as it is', async () => {
    const asha = await member();
    const lite = await asha.buy('Lite', 30);
    const { body } = await asha.order('Premium', 30);
    expect((await asha.cancel(lite.id, 1)).body.code).toBe('REFUND_CHANGED');
    expect((await asha.state(body.data)).state).toBe('open');
  });

  const DETAILS = { name: 'Asha Nair', address: '7 Lake Road, Bengaluru 560042', state: '29', country: '', gstin: '29AAGCB7383J1Z4' };
  const paper = async (asha: Awaited<ReturnType<typeof member>>, number: string): Promise<string> => {
    const { body } = await asha.get(`/plans/v1/invoice?number=${encodeURIComponent(number)}`);
    expect(body.data.file).toBe(`${number.replaceAll('/', '-')}.pdf`);
    return (await pagesOf(Buffer.from(body.data.pdf, 'base64'))).join(' ');
  };

  test('an invoice names who billed whom, where, and each tax; what is written later changes none that was issued', async () => {
    const asha = await member();
    await asha.buy('Lite', 30);
    expect((await asha.account()).billing).toBeNull();
    const typed = { ...DETAILS, address: '7 Lake Road,\u00a0Bengaluru 560042', gstin: '\u200b29 AAGCB 7383 J1Z4\ufeff' };
    expect((await asha.post('/plans/v1/billing', typed)).body.data).toEqual(DETAILS);
    const premium = await asha.buy('Premium', 30);
    expect((await asha.account()).billing).toEqual(DETAILS);
    // Moved since: the credit note is about what was billed in Karnataka.
    await asha.post('/plans/v1/billing', { name: 'Asha R. Nair', address: '', state: '27', gstin: '' });
    const { refund_paise } = (await asha.account()).plans.find(({ order_id }: { order_id: string }) => order_id === premium.id);
    await asha.cancel(premium.id, refund_paise);
    const { invoices } = await asha.account();
    const numbers = (wanted: string, plan: string): string =>
      invoices.find((one: { kind: string; plan: string }) => one.kind === wanted && one.plan === plan).number;

    const lite = await paper(asha, numbers('invoice', 'Lite'));
    expect(lite).toMatch(/^Tax invoice VR\/26-27\/\d{6} Date: 20 Nov 2026 /);
    expect(lite).toContain('GSTIN 27AAACV0000V1Z6');
    expect(lite).toContain('A customer without a GST number');
    // ₹199 within Maharashtra: 16,864 paise and half of 3,036 each.
    for (const part of ['CGST 9 %', 'SGST 9 %', 'Rs 168.64', 'Rs 15.18', 'Total: Rs 199.00', '9971']) expect(lite).toContain(part);
    const bought = await paper(asha, numbers('invoice', 'Premium'));
    for (const part of ['Asha Nair', '7 Lake Road, Bengaluru 560042', 'GSTIN 29AAGCB7383J1Z4', 'Place of supply: Karnataka (29)', 'IGST 18 %', 'Rs 76.12'])
      expect(bought).toContain(part);
    expect(bought).not.toContain('CGST');
    const back = await paper(asha, numbers('credit_note', 'Premium'));
    for (const part of ['Credit note VC/', `invoice ${numbers('invoice', 'Premium')} of 20 Nov 2026`, 'Asha Nair', 'Karnataka (29)', 'IGST 18 %'])
      expect(back).toContain(part);
    expect(back).not.toContain('Asha R. Nair');
    await balanced();
  });

  test('an invoice is its buyer’s alone, and a number that is none is refused', async () => {
    const [asha, ravi] = [await member(), await member()];
    await asha.buy('Lite', 30);
    const [{ number }] = (await asha.account()).invoices;
    expect((await ravi.get(`/plans/v1/invoice?number=${encodeURIComponent(number)}`)).body).toMatchObject({ code: 'NOT_FOUND' });
    expect((await ravi.get('/plans/v1/invoice?number=1')).body).toMatchObject({ code: 'BAD_REQUEST' });
  });

  test.each([
    [{ gstin: '27AAPFU0939F1ZV' }, 'gstin', 'A GST number begins with the code of its state'],
    [{ gstin: '29AAGCB7383J1Z5' }, 'gstin', 'This is no GST number: compare its 15 characters'],
    [{ state: '99' }, 'state', 'Choose your state'],
    [{ name: 'आशा' }, 'name', 'Write the name in Latin letters, as on your PAN card'],
    [{ name: ' ' }, 'name', 'Field is required'],
    [{ name: '[' }, 'name', 'Write the name in Latin letters, as on your PAN card'],
    [{ name: 'Łódź' }, 'name', 'Write the name in Latin letters, as on your PAN card: “Ł” can’t be printed'],
    [{ address: '7 Lake Road, Bengaluru' }, 'address', 'With a GST number an invoice needs the address with its PIN code'],
  ])('details for invoices with %o are told what is wrong, and nothing is saved', async (wrong, field, message) => {
    const asha = await member();
    const { body } = await asha.post('/plans/v1/billing', { ...DETAILS, ...wrong });
    expect(body).toMatchObject({ status: false, code: 'BAD_REQUEST' });
    expect(JSON.stringify(body)).toContain(message);
    expect(JSON.stringify(body)).toContain(`"${field}"`);
    expect((await asha.account()).billing).toBeNull();
  });

  test('with the account the name goes from its invoices; what the law keeps stays', async () => {
    const asha = await member();
    await asha.post('/plans/v1/billing', DETAILS);
    await asha.buy('Premium', 30);
    const { name, address, gstin } = DETAILS;
    expect(await kept.of(asha.user_id)).toMatchObject({ billing: DETAILS, billed_as: [{ buyer: { name, address, gstin }, place: '29' }] });
    await site.platform.transaction((tx) => kept.erase(tx, asha.user_id));
    const { billing, invoices } = await asha.account();
    expect(billing).toBeNull();
    for (const { number } of invoices) {
      const words = await paper(asha, number);
      expect(words).not.toMatch(/Asha|Lake Road|A customer without/);
      expect(words).toContain('Name erased with the account');
      expect(words).toContain('GSTIN 29AAGCB7383J1Z4');
    }
  });

  test('whichever of two plans in a row is cancelled first, the same comes back: no day is charged twice', async () => {
    const [asha, ravi] = [await member(), await member()];
    const both = async (one: typeof asha, first: 'running' | 'queued'): Promise<number> => {
      now = START;
      const running = await one.buy('Premium', 30);
      const queued = await one.buy('Premium', 30);
      forward(9);
      const order = first === 'running' ? [running, queued] : [queued, running];
      let back = 0;
      for (const { id } of order) {
        const { refund_paise } = (await one.account()).plans.find(({ order_id }: { order_id: string }) => order_id === id);
        expect((await one.cancel(id, refund_paise)).body.status).toBe(true);
        back += refund_paise;
      }
      return back;
    };
    expect(await both(asha, 'running')).toBe(332_67 + 499_00);
    expect(await both(ravi, 'queued')).toBe(332_67 + 499_00);
    await balanced();
  });

  test('what comes forward on a day that is over is charged from today', async () => {
    const asha = await member();
    await asha.buy('Premium', 30);
    const queued = await asha.buy('Premium', 30);
    // The 31st day of India's calendar, four hours before the first plan runs out: all its days are used.
    now = new Date(START.getTime() + 30 * DAY - 4 * 3_600_000);
    const { plans } = await asha.account();
    const running = plans.find(({ order_id }: { order_id: string }) => order_id !== queued.id);
    expect(running.refund_paise).toBe(0);
    await asha.cancel(running.order_id, 0);
    expect((await asha.account()).plans).toMatchObject([{ order_id: queued.id, unused_days: 29 }]);
  });

  test('an upgrade that was ordered while nothing was left of the lesser plan is given, though that ran out before the money came', async () => {
    const asha = await member();
    await asha.buy('Premium', 30);
    now = new Date(START.getTime() + 30 * DAY - 10 * 60_000);
    const { body } = await asha.order('Pro', 30);
    expect(body.data).toMatchObject({ pay_paise: 999_00, credit_paise: 0 });
    now = new Date(START.getTime() + 30 * DAY + 5 * 60_000);
    expect((await tell(paid(body.data))).body.data.outcome).toBe('activated');
    expect((await asha.account()).plans).toMatchObject([{ plan: 'Pro', total_paise: 999_00 }]);
    await balanced();
  });

  test('once an invoice is a year old, what came back of it takes nothing off the fees of a year', async () => {
    const asha = await member();
    now = new Date(START.getTime() - 370 * DAY);
    const old = await asha.buy('Pro', 365);
    forward(19);
    const { refund_paise } = (await asha.account()).plans[0];
    await asha.cancel(old.id, refund_paise);
    now = START;
    await asha.buy('Premium', 30);
    expect((await asha.account()).fees_paise).toBe(422_88);
  });

  test('numbers of invoices begin anew in April, without a gap', async () => {
    const asha = await member();
    now = new Date('2027-03-31T18:29:59Z');
    await asha.buy('Lite', 30);
    now = new Date('2027-03-31T18:30:00Z');
    await asha.buy('Lite', 30);
    const numbers = (await asha.account()).invoices.map(({ number }: { number: string }) => number);
    expect(numbers).toEqual(['VR/27-28/000001', expect.stringMatching(/^VR\/26-27\//)]);
    await balanced();
  });

  test('nobody buys for others: experts, customers of a broker without plans, and what is another’s', async () => {
    const [asha, ravi] = [await member(), await member()];
    const order = await asha.buy('Lite', 30);
    expect((await ravi.get(`/plans/v1/orders/${order.id}`)).body).toMatchObject({ code: 'NOT_FOUND' });
    expect((await ravi.cancel(order.id)).body).toMatchObject({ code: 'NOT_FOUND' });
    const bundled = await demoMember('partner.without@mail.example.com', 'neem.localhost');
    expect((await bundled.get('/plans/v1/quotes')).body).toMatchObject({ code: 'NO_PLANS', data: null });
    const asked = { plan: 'Pro', days: 30, pay_paise: 999_00, method: 'card', mitc_version: MITC_VERSION, place: '27', key: 'k' };
    expect((await bundled.post('/plans/v1/orders', asked)).body).toMatchObject({ code: 'FORBIDDEN' });
    expect((await bundled.post('/plans/v1/billing', DETAILS)).body).toMatchObject({ status: false, code: 'FORBIDDEN' });
  });

  test('a plan that was given is not sold once more for the same days', async () => {
    const premium = await demoMember('premium@mail.example.com');
    const refused = (await premium.quotes()).map(({ plan, days, refused: why, pay_paise }) => [plan, days, why, pay_paise]);
    expect(refused.slice(0, 4)).toEqual([
      ['Lite', 30, 'PLAN_HELD', 199_00],
      ['Premium', 7, 'PLAN_ADVANCE', 299_00],
      ['Premium', 30, 'PLAN_ADVANCE', 499_00],
      ['Pro', 30, '', 999_00],
    ]);
  });

  test('random histories of purchases, upgrades, refusals, cancellations, days and events told again: the books agree and one plan runs at a time', {
    timeout: 180_000,
  }, async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => member()));
    let seed = 20261120;
    const draw = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const events: string[] = [];
    for (let step = 0; step < 120; step += 1) {
      const asha = people[draw(people.length)]!;
      const did = draw(10);
      if (did < 5) {
        const free = (await asha.quotes()).filter(({ refused }) => refused === '');
        const chosen = free[draw(free.length)];
        if (chosen) {
          const { body } = await asha.order(chosen.plan, chosen.days);
          if (body.data?.payable) {
            if (did < 3) await press(body.data.payable.page, 'pay');
            else if (did === 3) {
              await press(body.data.payable.page, 'refuse');
              if (draw(2) === 0) await press(body.data.payable.page, 'pay');
            }
          }
        }
      } else if (did < 7) {
        const [first] = (await asha.account()).plans;
        if (first) await asha.cancel(first.order_id);
      } else if (did < 9) forward(draw(6));
      else {
        const rows = await moneyOf(site.platform.db).selectFrom('plan_events').select('event').execute();
        events.push(rows[draw(rows.length)]!.event);
        await tell(JSON.parse(events.at(-1)!));
      }
      if (step % 20 === 19) await balanced();
    }
    for (const { user_id, account } of people) {
      const kinds = new Set((await account()).plans.map(({ plan }: { plan: string }) => plan));
      expect(kinds.size, user_id).toBeLessThanOrEqual(1);
    }
    const { invoices, refunds } = (await Promise.all(people.map(({ account }) => account()))).reduce(
      (sum, { invoices: bills, refunds: back }) => ({ invoices: sum.invoices + bills.length, refunds: sum.refunds + back.length }),
      { invoices: 0, refunds: 0 },
    );
    expect([events.length > 3, invoices > 15, refunds > 5], 'there was something to get wrong').toEqual([true, true, true]);
    await balanced();
  });

  test('an order names the buyer’s state, which its invoice is about; a GST number says it by itself, and the next order begins with the last', async () => {
    const asha = await member();
    const place = async () => (await asha.get('/plans/v1/quotes')).body.data.place;
    expect(await place()).toEqual({ state: '', fixed: false });
    const wrong = (await asha.order('Lite', 30, { place: '' })).body;
    expect([wrong.code, wrong.problems?.[0].path]).toEqual(['BAD_REQUEST', 'place']);
    const { body } = await asha.order('Lite', 30, { place: '32' });
    // Another state is another order: its invoice would be another.
    const second = await asha.order('Lite', 30, { place: '29' });
    expect(await asha.state(body.data)).toMatchObject({ state: 'replaced' });
    await press(second.body.data.payable.page, 'pay');
    const [first] = (await asha.account()).invoices;
    expect(await paper(asha, first.number)).toContain('Place of supply: Karnataka (29)');
    expect(await paper(asha, first.number)).toContain('IGST');
    expect(await place()).toEqual({ state: '29', fixed: false });
    // Moved, and said so since.
    now = new Date(now.getTime() + 60_000);
    await asha.post('/plans/v1/billing', { ...DETAILS, state: '33', gstin: '' });
    expect(await place()).toEqual({ state: '33', fixed: false });
    await asha.post('/plans/v1/billing', { ...DETAILS, state: '27', gstin: '27AAPFU0939F1ZV' });
    expect(await place()).toEqual({ state: '27', fixed: true });
    const business = await asha.order('Premium', 30, { place: '32' });
    await press(business.body.data.payable.page, 'pay');
    const bills = (await asha.account()).invoices.filter(({ kind: of }: { kind: string }) => of === 'invoice');
    expect(await paper(asha, bills[0].number)).toContain('Place of supply: Maharashtra (27)');
    expect(await paper(asha, bills[0].number)).toContain('CGST');
    await balanced();
  });

  test('a buyer outside India is refused in words until it is settled how they are billed, and then named as the law asks', async () => {
    const asha = await member();
    const settle = (rule?: 'igst' | 'lut') => Object.assign(site.platform.config, { EXPORT_OF_SERVICES: rule });
    const said = async () => {
      const { body } = await asha.order('Lite', 30, { place: '96' });
      return [body.code, body.problems?.[0].path, body.validation];
    };
    expect((await asha.get('/plans/v1/quotes')).body.data.abroad).toBeNull();
    expect(await said()).toEqual(['BAD_REQUEST', 'place', expect.stringContaining('We don’t sell to buyers outside India yet')]);
    settle('lut');
    try {
      expect((await asha.get('/plans/v1/quotes')).body.data.abroad).toBe('lut');
      expect(await said()).toEqual(['BAD_REQUEST', 'place', expect.stringContaining('first save your name, address and country')]);
      const abroad = { ...DETAILS, address: '9 Marina Walk, Dubai', state: '96', country: 'United Arab Emirates', gstin: '' };
      for (const [wrong, field] of [
        [{ country: '' }, 'country'],
        [{ country: 'India' }, 'country'],
        [{ address: '' }, 'address'],
        [{ gstin: '29AAGCB7383J1Z4' }, 'gstin'],
      ] as const)
        expect((await asha.post('/plans/v1/billing', { ...abroad, ...wrong })).body.problems?.map(({ path }: { path: string }) => path)).toContain(field);
      expect((await asha.post('/plans/v1/billing', abroad)).body.status).toBe(true);
      const lite = await asha.order('Lite', 30, { place: '96' });
      await press(lite.body.data.payable.page, 'pay');
      const [free] = (await asha.account()).invoices;
      expect(free).toMatchObject({ taxable_paise: 199_00, gst_paise: 0, total_paise: 199_00 });
      const words = await paper(asha, free.number);
      expect(words).toContain('9 Marina Walk, Dubai Country of destination: United Arab Emirates Not registered for GST Place of supply: Outside India (96)');
      expect(words).toContain('IGST 0 %');
      expect(words).toContain('Supply meant for export under letter of undertaking without payment of integrated tax.');
      // What is left of it comes off a greater plan, and its credit note takes back no tax.
      settle('igst');
      const premium = await asha.order('Premium', 30, { place: '96' });
      await press(premium.body.data.payable.page, 'pay');
      const papers = (await asha.account()).invoices;
      const note = papers.find(({ about }: { about: string }) => about === free.number);
      expect(note.gst_paise).toBe(0);
      expect(await paper(asha, note.number)).toContain('Place of supply: Outside India (96)');
      const taxed = papers.find(({ plan, kind: of }: { plan: string; kind: string }) => plan === 'Premium' && of === 'invoice');
      expect(taxed.gst_paise).toBe(76_12);
      expect(await paper(asha, taxed.number)).toContain('Supply meant for export on payment of integrated tax.');
      expect(await paper(asha, taxed.number)).toContain('IGST 18 %');
      await asha.cancel(premium.body.data.id);
      const back = (await asha.account()).invoices.find(({ about }: { about: string }) => about === taxed.number);
      expect(back.gst_paise).toBeGreaterThan(0);
      expect(back.total_paise).toBe(back.taxable_paise + back.gst_paise);
    } finally {
      settle();
    }
    await balanced();
  });

  test('an order from outside India stays there, whatever is saved before it is paid', async () => {
    const asha = await member();
    Object.assign(site.platform.config, { EXPORT_OF_SERVICES: 'lut' });
    try {
      await asha.post('/plans/v1/billing', { ...DETAILS, state: '96', country: 'Oman', gstin: '' });
      const { body } = await asha.order('Lite', 30, { place: '96' });
      await asha.post('/plans/v1/billing', DETAILS);
      await press(body.data.payable.page, 'pay');
    } finally {
      Object.assign(site.platform.config, { EXPORT_OF_SERVICES: undefined });
    }
    const [bill] = (await asha.account()).invoices;
    expect(bill.gst_paise).toBe(0);
    expect(await paper(asha, bill.number)).toContain('Place of supply: Outside India (96)');
    expect(await paper(asha, bill.number)).not.toContain(DETAILS.gstin);
    await balanced();
  });

  test('a month’s papers as CSV: of India’s calendar, in parts, with what each site comes to; it agrees with the books', async () => {
    const admin = await demoMember('admin@vimarsh.example.com');
    const month = async (name: string, after = '') => (await admin.get(`/admin/v1/invoices?month=${name}&after=${encodeURIComponent(after)}`)).body.data;
    const asha = await member();
    await asha.post('/plans/v1/billing', { ...DETAILS, name: '=HYPERLINK("x")' });
    // Half an hour before April begins in India, and half an hour after; no other test pays then.
    now = new Date('2029-03-31T18:00:00Z');
    const march = await asha.buy('Lite', 30);
    now = new Date('2029-03-31T19:00:00Z');
    const april = await asha.buy('Lite', 30);
    await asha.cancel(april.id);
    await (await member()).buy('Premium', 30);
    const lines = ({ csv: text }: { csv: string }): string[] => text.trimEnd().split('\r\n');
    const [head, only, ...more] = lines(await month('2029-03'));
    expect(more).toEqual([]);
    expect(head).toMatch(/^\uFEFF"Number","Date","Kind",/);
    expect(only).toMatch(
      /^"VR\/28-29\/\d{6}","2029-03-31","Invoice","","'=HYPERLINK\(""x""\)","29AAGCB7383J1Z4","29-Karnataka","Lite",30,"9971",18,168.64,0,0,30.36,199,"",/,
    );
    expect(only).toContain(march.id);
    const whole = await month('2029-04');
    expect(lines(whole)).toHaveLength(4);
    expect(whole).toMatchObject({
      file: 'invoices-2029-04.csv',
      next: '',
      sites: [{ site: '', invoices: 2, credit_notes: 1, taxable_paise: 422_88, gst_paise: 76_12 }],
    });
    const refund = lines(whole).find((line) => line.includes('Credit note'))!;
    expect(refund).toMatch(/"Credit note","VR\/29-30\/\d{6}",.*,-\d+\.?\d*,0,0,-\d+\.?\d*,-\d+\.?\d*,/);
    const booked = await moneyOf(site.platform.db).selectFrom('book_lines').select(['account', 'paise']).where('at', '>=', now).execute();
    const of = (account: string): number => -booked.filter((line) => line.account === account).reduce((sum, { paise }) => sum + paise, 0);
    // Of the books' own lines, which no invoice wrote.
    expect(whole.sites[0]).toMatchObject({ taxable_paise: of('fees'), gst_paise: of('gst') });
    // In parts it is the same.
    const first = await monthOf(site.platform.db, '2029-04', '', 1);
    const second = await monthOf(site.platform.db, '2029-04', first.next, 2);
    expect([first.csv + second.csv, second.next]).toEqual([whole.csv, '']);
    expect((await month('2029-05')).sites).toEqual([]);
    expect(await audited('2029-05')).toEqual(['invoices.export']);
    expect((await admin.get('/admin/v1/invoices?month=2029-13')).http).toBe(400);
    expect((await asha.get('/admin/v1/invoices?month=2029-04')).http).toBe(403);
  });

  describe('coupons', () => {
    let made = 0;
    const admin = () => demoMember('admin@vimarsh.example.com');
    /** A coupon of an admin, by a code of its own. */
    async function coupon(more: object = {}): Promise<string> {
      const code = `OFF${kind.toUpperCase()}${++made}`;
      const terms = { code, site: '', percent: 20, plan: '', starts_at: START.toISOString(), ends_at: new Date(START.getTime() + 30 * DAY).toISOString() };
      const { body } = await (await admin()).post('/admin/v1/coupons', { ...terms, most_uses: 100, approval: 'AD/2026/30', ...more });
      expect(body).toMatchObject({ status: true });
      return code;
    }
    type Member = Awaited<ReturnType<typeof member>>;
    const quoted = async (who: Member, code: string) => {
      const { quotes, coupon: given } = (await who.get(`/plans/v1/quotes?coupon=${encodeURIComponent(code)}`)).body.data;
      return { given, of: (plan: string, days: number): PlanQuote => quotes.find((each: PlanQuote) => each.plan === plan && each.days === days) };
    };
    /** Orders by a code at the price that it was shown. */
    const orderBy = async (who: Member, code: string, plan = 'Premium', days = 30): Promise<Reply> => {
      const { pay_paise } = (await quoted(who, code)).of(plan, days);
      return who.order(plan, days, { pay_paise, coupon: code });
    };

    test('a code lowers the price before GST is parted, on the quote, the order, the invoice and what comes back', async () => {
      const [asha, code] = [await member(), await coupon()];
      // Typed as people type.
      const { given, of } = await quoted(asha, `\u200b ${code.toLowerCase()}\u2060 \ufeff`);
      expect(given).toEqual({ code, refused: '' });
      // 499 less a fifth is 399.20: 338.31 and 60.89 of GST.
      expect(of('Premium', 30)).toMatchObject({ price_paise: 499_00, discount_paise: 99_80, taxable_paise: 338_31, gst_paise: 60_89, pay_paise: 399_20 });
      const { body } = await orderBy(asha, `\u202a${code}\u202c`);
      expect(body.data).toMatchObject({ price_paise: 499_00, coupon: code, discount_paise: 99_80, credit_paise: 0, pay_paise: 399_20 });
      await press(body.data.payable.page, 'pay');
      const { plans, invoices } = await asha.account();
      // Of thirty days the first is used: 338.31 × 29/30 and its GST.
      expect(plans).toMatchObject([{ total_paise: 399_20, refund_paise: 385_90 }]);
      expect(invoices).toMatchObject([{ taxable_paise: 338_31, gst_paise: 60_89, total_paise: 399_20 }]);
      expect(await paper(asha, invoices[0].number)).toContain(`List price with GST: Rs 499.00, less Rs 99.80 by coupon ${code}.`);
      forward(15);
      expect((await asha.cancel(body.data.id)).body.data.refund_paise).toBe(186_30);
      await balanced();
    });

    test('each person has it once, also after a plan of it was cancelled', async () => {
      const [asha, code] = [await member(), await coupon()];
      const { body } = await orderBy(asha, code);
      await press(body.data.payable.page, 'pay');
      await asha.cancel(body.data.id);
      expect((await quoted(asha, code)).given).toEqual({ code, refused: 'COUPON_TAKEN' });
      expect((await asha.order('Premium', 30, { coupon: code })).body.code).toBe('COUPON_TAKEN');
    });

    test('a greater plan is less the coupon first and what is left of the lesser then', async () => {
      const [asha, code] = [await member(), await coupon({ plan: 'Pro' })];
      await asha.buy('Premium', 30);
      const { of } = await quoted(asha, code);
      expect(of('Pro', 30)).toMatchObject({ discount_paise: 199_80, credit_paise: 482_36, pay_paise: 316_84 });
      expect(of('Premium', 30)).toMatchObject({ discount_paise: 0, pay_paise: 499_00 });
      // For another plan it is no part of the order, so it stays free.
      const { body } = await orderBy(asha, code);
      expect(body.data).toMatchObject({ coupon: '', discount_paise: 0, pay_paise: 499_00 });
      const greater = await orderBy(asha, code, 'Pro');
      await press(greater.body.data.payable.page, 'pay');
      expect(await asha.state(greater.body.data)).toMatchObject({ state: 'paid', coupon: code });
      await balanced();
    });

    test('raced by twelve, three have it; an order that nobody pays gives it free', async () => {
      const code = await coupon({ most_uses: 3 });
      const people = await Promise.all(Array.from({ length: 12 }, member));
      // Each has seen the lower price while it was still to be had.
      const answers = await Promise.all(people.map((each) => each.order('Premium', 30, { pay_paise: 399_20, coupon: code })));
      expect(answers.filter(({ body }) => body.status)).toHaveLength(3);
      expect(answers.filter(({ body }) => !body.status).map(({ body }) => body.code)).toEqual(Array.from({ length: 9 }, () => 'COUPON_UNKNOWN'));
      const late = people[answers.findIndex(({ body }) => !body.status)]!;
      expect((await quoted(late, code)).given.refused).toBe('COUPON_UNKNOWN');
      const first = answers.findIndex(({ body }) => body.status);
      await press(answers[first]!.body.data.payable.page, 'pay');
      now = new Date(now.getTime() + 31 * 60_000);
      for (const [at, { body }] of answers.entries()) if (body.status && at !== first) await people[at]!.state(body.data);
      expect((await orderBy(late, code)).body.data).toMatchObject({ coupon: code, pay_paise: 399_20 });
      const listed = (await (await admin()).get('/admin/v1/coupons')).body.data.find((each: { code: string }) => each.code === code);
      expect(listed).toMatchObject({ uses: 2, most_uses: 3, withdrawn_at: null });
      await balanced();
    });

    test('not yet, no more, withdrawn, of another site or never made: one answer, which tells nothing about it', async () => {
      const asha = await member();
      const later = await coupon({ starts_at: new Date(START.getTime() + DAY).toISOString() });
      const ended = await coupon({ ends_at: new Date(START.getTime() + 60_000).toISOString() });
      const [elsewhere, withdrawn] = [await coupon({ site: 'garnet' }), await coupon()];
      const { body } = await orderBy(asha, withdrawn);
      expect((await (await admin()).post('/admin/v1/coupons/withdraw', { code: withdrawn })).body.status).toBe(true);
      // What was ordered keeps its price.
      await press(body.data.payable.page, 'pay');
      expect(await asha.state(body.data)).toMatchObject({ state: 'paid', pay_paise: 399_20 });
      const uma = await member();
      now = new Date(START.getTime() + 60_000);
      for (const code of [later, ended, elsewhere, withdrawn, 'NEVERMADE', 'no', '%', "' or 1=1"])
        expect((await quoted(uma, code)).given.refused, code).toBe('COUPON_UNKNOWN');
      expect((await uma.order('Premium', 30, { pay_paise: 399_20, coupon: later })).body.code).toBe('COUPON_UNKNOWN');
      expect((await uma.get('/plans/v1/quotes?coupon=')).body.data.coupon).toBeNull();
      // Where it is, it counts.
      const customer = await demoMember(demoSignIns.find(({ partner_key }) => partner_key === 'garnet')!.email, 'garnet.localhost');
      expect((await customer.get(`/plans/v1/quotes?coupon=${elsewhere}`)).body.data.coupon).toEqual({ code: elsewhere, refused: '' });
    });

    test('a lower price without its code, or by another code, is no price', async () => {
      const [asha, code] = [await member(), await coupon({ percent: 90 })];
      expect((await asha.order('Premium', 30, { pay_paise: 49_90 })).body.code).toBe('PRICE_CHANGED');
      expect((await asha.order('Premium', 30, { pay_paise: 49_90, coupon: await coupon() })).body.code).toBe('PRICE_CHANGED');
      expect((await asha.order('Premium', 30, { pay_paise: 49_90, coupon: code })).body.status).toBe(true);
    });

    test('of two codes that take off the same, the order is by the one that was asked for', async () => {
      const [asha, one, other] = [await member(), await coupon(), await coupon()];
      const first = (await orderBy(asha, one)).body.data;
      const { body } = await orderBy(asha, other);
      expect(body.data).toMatchObject({ coupon: other });
      expect(await asha.state(first)).toMatchObject({ state: 'replaced' });
      const without = await asha.order('Premium', 30, { key: 'again' });
      expect(without.body.data).toMatchObject({ coupon: '', pay_paise: 499_00 });
      expect((await asha.order('Premium', 30, { pay_paise: 399_20, coupon: one, key: 'again' })).body.code).toBe('PRICE_CHANGED');
    });

    test('an order keeps its coupon however it is paid, also after the coupon was withdrawn; what can’t be had takes its place not', async () => {
      const [asha, code] = [await member(), await coupon()];
      const first = (await orderBy(asha, code)).body.data;
      await (await admin()).post('/admin/v1/coupons/withdraw', { code });
      // At a price that is none, the open order stays.
      expect((await asha.order('Premium', 30, { pay_paise: 1_00, coupon: code, method: 'card' })).body.code).toBe('PRICE_CHANGED');
      expect((await asha.order('Pro', 30, { coupon: 'NEVERMADE' })).body.code).toBe('COUPON_UNKNOWN');
      expect(await asha.state(first)).toMatchObject({ state: 'open' });
      const another = await asha.order('Premium', 30, { pay_paise: 399_20, coupon: code, method: 'card' });
      expect(another.body.data).toMatchObject({ coupon: code, method: 'card', pay_paise: 399_20 });
      await press(another.body.data.payable.page, 'pay');
      expect((await asha.account()).plans).toMatchObject([{ total_paise: 399_20 }]);
      await balanced();
    });

    const minutes = (past: number) => {
      now = new Date(START.getTime() + past * 60_000);
    };
    test.each([
      ['was withdrawn', async (code: string) => void (await (await admin()).post('/admin/v1/coupons/withdraw', { code }))],
      ['has ended', async () => minutes(10)],
    ])('a coupon that %s is kept for the plan and days of its order alone, and for the rest of its 30 minutes', async (_how, end) => {
      const [asha, code] = [await member(), await coupon({ ends_at: new Date(START.getTime() + 5 * 60_000).toISOString() })];
      const again = (method: string, more: object = {}) => asha.order('Lite', 30, { pay_paise: 159_20, coupon: code, method, ...more });
      const first = (await orderBy(asha, code, 'Lite')).body.data;
      await end(code);
      const { given, of } = await quoted(asha, code);
      expect(given).toEqual({ code, refused: '' });
      expect(of('Lite', 30)).toMatchObject({ discount_paise: 39_80, pay_paise: 159_20 });
      for (const [plan, days] of [
        ['Premium', 7],
        ['Premium', 30],
        ['Pro', 365],
      ] as const)
        expect(of(plan, days), `${plan} ${days}`).toMatchObject({ discount_paise: 0 });
      expect((await asha.order('Pro', 365, { pay_paise: 7_199_20, coupon: code })).body.code).toBe('PRICE_CHANGED');
      expect(await asha.state(first)).toMatchObject({ state: 'open' });

      minutes(20);
      const second = (await again('card')).body.data;
      expect(second).toMatchObject({ coupon: code, pay_paise: 159_20, pay_until: first.pay_until });
      minutes(29);
      const third = (await again('upi')).body.data;
      expect([third.id === second.id, third.pay_until]).toEqual([false, first.pay_until]);
      minutes(30);
      expect((await quoted(asha, code)).given.refused).toBe('COUPON_UNKNOWN');
      expect(await asha.state(third)).toMatchObject({ state: 'expired', payable: null });
      expect((await again('card')).body.code).toBe('COUPON_UNKNOWN');
    });

    test('an order whose coupon is as good as before has its own 30 minutes', async () => {
      const [asha, code] = [await member(), await coupon()];
      await orderBy(asha, code);
      minutes(20);
      const { body } = await asha.order('Premium', 30, { pay_paise: 399_20, coupon: code, method: 'card' });
      expect(body.data.pay_until).toBe(new Date(START.getTime() + 50 * 60_000).toISOString());
      expect((await quoted(asha, code)).of('Pro', 365)).toMatchObject({ discount_paise: 1_799_80 });
    });

    test('the job ends what keeps a price when its time is over, not 30 minutes after it was ordered again', async () => {
      const [asha, code] = [await member(), await coupon()];
      await orderBy(asha, code);
      await (await admin()).post('/admin/v1/coupons/withdraw', { code });
      minutes(29);
      const { body } = await asha.order('Premium', 30, { pay_paise: 399_20, coupon: code, method: 'card' });
      const state = () => moneyOf(site.platform.db).selectFrom('plan_orders').select('state').where('id', '=', body.data.id).executeTakeFirstOrThrow();
      await expireOrders(shop);
      expect(await state()).toEqual({ state: 'open' });
      minutes(30);
      await expireOrders(shop);
      expect(await state()).toEqual({ state: 'expired' });
    });

    test('a coupon that would make what is left of a plan worth more than the greater one is left aside', async () => {
      const [asha, code] = [await member(), await coupon({ percent: 60 })];
      await asha.buy('Premium', 30);
      const { given, of } = await quoted(asha, code);
      expect(given.refused).toBe('');
      expect(of('Pro', 30)).toMatchObject({ refused: '', discount_paise: 0, pay_paise: 516_64 });
    });

    test('only admins make, list and withdraw; what a code says never changes', async () => {
      const [asha, boss, code] = [await member(), await admin(), await coupon()];
      const terms = { code, site: '', percent: 50, plan: '', starts_at: START.toISOString(), ends_at: new Date(START.getTime() + DAY).toISOString() };
      const post = (more: object) => boss.post('/admin/v1/coupons', { ...terms, most_uses: 5, approval: 'AD/2026/31', ...more });
      for (const path of ['/admin/v1/coupons', '/admin/v1/coupons/withdraw'])
        expect((await asha.post(path, { ...terms, most_uses: 5, approval: 'x' })).http).toBe(403);
      expect((await asha.get('/admin/v1/coupons')).http).toBe(403);
      expect((await post({})).body.code).toBe('COUPON_EXISTS');
      for (const [wrong, path] of [
        [{ percent: 91 }, 'percent'],
        [{ percent: 0 }, 'percent'],
        [{ code: 'kleine' }, 'code'],
        [{ most_uses: 0 }, 'most_uses'],
        [{ site: 'nowhere' }, 'site'],
        [{ approval: ' ' }, 'approval'],
        [{ ends_at: terms.starts_at }, 'ends_at'],
        [{ ends_at: '2029-01-01T00:00:00Z' }, 'ends_at'],
      ] as const)
        expect((await post({ code: `${code}X`, ...wrong })).body.problems?.[0].path, JSON.stringify(wrong)).toBe(path);
      expect((await boss.post('/admin/v1/coupons/withdraw', { code: 'NEVERMADE' })).body.code).toBe('NOT_FOUND');
      expect((await boss.post('/admin/v1/coupons/withdraw', { code })).body.status).toBe(true);
      expect(await audited(code)).toEqual(['coupon.set', 'coupon.withdraw']);
    });
  });

  describe('the gate of a plan whose buyer gave no PAN', () => {
    type Member = Awaited<ReturnType<typeof member>>;
    const gate = async ({ user_id }: Member) => (await site.identity.asker(user_id))!.caller!.kyc_gate;
    const give = (asha: Member, pan_card_number: string) => asha.post('/auth/v1/profile_update', { pan_card_number });
    const only = async (asha: Member) => (await asha.account()).plans[0];
    const spans = async (asha: Member) => (await asha.account()).plans.map(({ starts_at, ends_at }: PlanOrder) => [starts_at, ends_at]);
    /** Of India’s calendar, in the middle of a day; a plan bought at the start is in its first. */
    const onDay = (day: number) => {
      now = new Date(START.getTime() + (day - 1) * DAY);
    };
    async function show(asha: Member, pan_card: Uint8Array): Promise<void> {
      const form = new FormData();
      form.set('pan_card', new File([new Uint8Array(pan_card)], 'card.png', { type: 'image/png' }));
      const request = new Request('http://x/', { method: 'POST', body: form });
      const answer = await site.platform.app.inject({
        ...{ method: 'POST', url: '/auth/v1/profile_update', payload: Buffer.from(await request.arrayBuffer()) },
        headers: { host: 'localhost:4000', authorization: `Bearer ${asha.bearer}`, 'content-type': request.headers.get('content-type')! },
      });
      expect(answer.json().status).toBe(true);
    }
    async function rejectCard({ user_id }: Member): Promise<void> {
      for (const email of ['admin@vimarsh.example.com', 'operations@vimarsh.example.com']) {
        const admin = await demoMember(email);
        const { documents } = (await admin.get('/admin/v1/kyc_queue')).body.data;
        const { id, version } = documents.find((each: { user_id: string }) => each.user_id === user_id);
        await admin.post('/admin/v1/kyc_decide', { document_id: id, version, decision: 'reject', reason: 'The number on the card is another one.' });
      }
    }

    test('its tools open at once and its calls with the PAN, in the same session; given twice and by two tabs at once it moves nothing', async () => {
      const asha = await member({ pan: '' });
      const order = await asha.buy('Premium', 30);
      expect(order).toMatchObject({ state: 'paid', pan_missing: true });
      expect(await site.identity.asker(asha.user_id)).toMatchObject({ caller: { plan: 'Premium', kyc_gate: { open: null } } });
      expect([...(await site.identity.askers([asha.user_id])).values()]).toMatchObject([{ caller: { plan: 'Premium', kyc_gate: { open: null } } }]);
      expect((await asha.get('/auth/v1/profile')).body.data.sub_plan_data).toMatchObject({ plan_name: 'Premium', kyc_gate: { open: null } });
      expect(await only(asha)).toMatchObject({ pan_missing: true, paused_days: 0, unused_days: 30, refund_paise: 499_00 });
      expect((await give(asha, 'ABCDE1234')).body).toMatchObject({ code: 'BAD_REQUEST', problems: [{ path: 'pan_card_number' }] });
      expect(await gate(asha)).toEqual({ open: null });
      const pan = freshPan();
      const answers = await Promise.all([give(asha, pan), give(asha, pan), give(asha, pan)]);
      expect(answers.map(({ body }) => body.status)).toEqual([true, true, true]);
      expect(answers[0]!.body.data.sub_plan_data.kyc_gate).toBeUndefined();
      expect(await gate(asha)).toBeNull();
      expect(await asha.state(order)).toMatchObject({ pan_missing: false, ends_at: order.ends_at });
      expect(await only(asha)).toMatchObject({ pan_missing: false, paused_days: 0, unused_days: 29, refund_paise: 408_78 + 73_58 });
    });

    test('before they buy anything, who gave no PAN is told that live calls would wait for it', async () => {
      const asha = await member({ pan: '' });
      expect((await asha.get('/plans/v1/quotes')).body.data).toMatchObject({ pan_missing: true });
      await give(asha, freshPan());
      expect((await asha.get('/plans/v1/quotes')).body.data).toMatchObject({ pan_missing: false });
    });

    test('who gave a PAN before buying meets no gate, and neither does what was given', async () => {
      expect(await (await member()).buy('Lite', 30)).toMatchObject({ pan_missing: false });
      const premium = await demoMember('premium@mail.example.com');
      const { kyc_gate, ends_at } = (await premium.get('/auth/v1/profile')).body.data.sub_plan_data;
      expect(kyc_gate).toBeUndefined();
      expect(await premium.account()).toMatchObject({ plans: [], given: [{ plan: 'Premium', ends_at }] });
    });

    test('the PAN on day 3 moves the end and all that follows by two days, once; the days before are not charged', async () => {
      const asha = await member({ pan: '' });
      await asha.buy('Premium', 30);
      await asha.buy('Premium', 7);
      onDay(3);
      const [pan, other] = [freshPan(), freshPan()];
      await Promise.all([give(asha, pan), give(asha, pan)]);
      const moved = [
        ['2026-11-20T06:00:00.000Z', '2026-12-22T06:00:00.000Z'],
        ['2026-12-22T06:00:00.000Z', '2026-12-29T06:00:00.000Z'],
      ];
      expect(await spans(asha)).toEqual(moved);
      expect((await asha.get('/auth/v1/profile')).body.data.sub_plan_data.ends_at).toBe('2026-12-29T06:00:00.000Z');
      // Day 3 is the first that is charged.
      expect(await only(asha)).toMatchObject({ paused_days: 2, unused_days: 29, refund_paise: 408_78 + 73_58 });
      onDay(4);
      await give(asha, other);
      expect(await spans(asha), 'another PAN moves nothing').toEqual(moved);
      expect((await asha.cancel((await only(asha)).order_id)).body.data).toMatchObject({ refund_paise: 394_69 + 71_04 });
      // Day 4 was paid for with the plan before, and the one that comes forward runs for its seven days.
      expect((await asha.account()).plans).toMatchObject([{ starts_at: now.toISOString(), unused_days: 7, pan_missing: false }]);
      await balanced();
    });

    test('left on day 3 without a PAN all of it comes back; what comes forward waits as it did, and not for longer', async () => {
      const asha = await member({ pan: '' });
      const first = await asha.buy('Premium', 30);
      await asha.buy('Premium', 30);
      onDay(3);
      expect((await asha.cancel(first.id)).body.data).toMatchObject({ refund_paise: 499_00 });
      expect((await asha.account()).plans).toMatchObject([{ starts_at: now.toISOString(), pan_missing: true, paused_days: 0, unused_days: 30 }]);
      onDay(4);
      await give(asha, freshPan());
      expect((await asha.account()).plans).toMatchObject([{ paused_days: 1, unused_days: 29, ends_at: '2026-12-23T06:00:00.000Z' }]);
      await balanced();
    });

    test('a greater plan is less all of what waited', async () => {
      const asha = await member({ pan: '' });
      await asha.buy('Premium', 30);
      onDay(5);
      expect((await asha.quotes()).find(({ plan, days }) => plan === 'Pro' && days === 30)).toMatchObject({ credit_paise: 499_00, pay_paise: 500_00 });
    });

    test('seven days at most: a plan for a week does not run out while it waits, and is charged from the eighth day on', async () => {
      const asha = await member({ pan: '' });
      await asha.buy('Premium', 7);
      for (const day of [2, 3, 5, 7, 8, 9, 10]) {
        onDay(day);
        await movePausedPlans(shop);
        await movePausedPlans(shop);
        expect(await only(asha), `day ${day}`).toMatchObject({
          ends_at: new Date(START.getTime() + (7 + Math.min(7, day - 1)) * DAY).toISOString(),
          paused_days: Math.min(7, day - 1),
        });
      }
      expect((await only(asha)).unused_days, 'days 8 to 10 are used').toBe(4);
      await give(asha, freshPan());
      expect(await only(asha)).toMatchObject({ ends_at: '2026-12-04T06:00:00.000Z', unused_days: 4, pan_missing: false });
      // Where the job did not run, the PAN moves it all the same, though the plan seemed over.
      const ravi = await member({ pan: '' });
      now = START;
      await ravi.buy('Premium', 7);
      onDay(9);
      expect((await ravi.account()).plans).toEqual([]);
      await give(ravi, freshPan());
      expect(await only(ravi)).toMatchObject({ ends_at: '2026-12-04T06:00:00.000Z', paused_days: 7, unused_days: 5 });
    });

    test('one that can’t be moved holds up no other', async () => {
      const [broken, well] = [await member({ pan: '' }), await member({ pan: '' })];
      for (const one of [broken, well]) await one.buy('Premium', 7);
      const [{ order_id }] = (await broken.account()).plans;
      onDay(3);
      const { move } = site.identity.plans;
      try {
        site.identity.plans.move = async (tx, id, to) => {
          if (id === order_id) throw new Error('broken');
          return move(tx, id, to);
        };
        await movePausedPlans(shop);
      } finally {
        site.identity.plans.move = move;
      }
      const ends = async () => (await site.identity.plans.of(site.platform.db, well.user_id, now))[0]!.ends_at.toISOString();
      expect(await ends()).toBe(new Date(START.getTime() + 9 * DAY).toISOString());
      await movePausedPlans(shop);
    });

    test('who left a plan that waited gives a PAN before the next: its tools were had for nothing', async () => {
      const asha = await member({ pan: '' });
      await asha.buy('Pro', 30);
      const [bought] = (await asha.account()).plans;
      expect((await asha.cancel(bought.order_id)).body.data).toMatchObject({ refund_paise: 999_00 });
      expect((await asha.order('Pro', 30)).body).toMatchObject({ status: false, code: 'KYC_GATE', validation: 'Give your PAN before you buy another plan.' });
      await give(asha, freshPan());
      expect((await asha.order('Pro', 30)).body.status).toBe(true);
    });

    test('a rejected PAN closes it again; another opens it, and seven days are all there are', async () => {
      const asha = await member({ pan: '' });
      await asha.buy('Premium', 30);
      onDay(5);
      const pan = freshPan();
      await give(asha, pan);
      expect(await only(asha)).toMatchObject({ paused_days: 4, ends_at: '2026-12-24T06:00:00.000Z' });
      await show(asha, await Transformer.fromRgbaPixels(new Uint8Array(4 * 40 * 30).fill(180), 40, 30).png());
      expect(await gate(asha), 'a card that waits to be looked at keeps it open').toBeNull();
      await rejectCard(asha);
      expect(await gate(asha)).toEqual({ open: null });
      const same = await give(asha, pan);
      expect(same.body).toMatchObject({ code: 'BAD_REQUEST', problems: [{ path: 'pan_card_number', message: expect.stringContaining('was not accepted') }] });
      expect(await gate(asha)).toEqual({ open: null });
      // The day of the decision was readable; of the next six, three are left to wait.
      onDay(12);
      expect(await only(asha)).toMatchObject({ pan_missing: true, paused_days: 7 });
      await give(asha, freshPan());
      expect(await gate(asha)).toBeNull();
      expect(await only(asha)).toMatchObject({ paused_days: 7, ends_at: '2026-12-27T06:00:00.000Z', unused_days: 25 });
      await balanced();
    });
  });

  describe('the most that may be paid with one PAN in a year', () => {
    /** ₹1,00,000 with GST: 84,745.76 without. Two pass the limit. */
    beforeAll(async () => {
      await moneyOf(site.platform.db).insertInto('plan_offers').values({ site: 'garnet', plan: 'Pro', days: 180, price_paise: 1_00_000_00 }).execute();
    });
    async function customer(pan: string) {
      const own = browser('garnet.localhost');
      const { body } = await signUp(site, own, freshMobile());
      await givePan(own, body.data.token, pan);
      return { user_id: body.user_id as string, ...(await memberOn(own, body.data.token)) };
    }
    const dear = async ({ quotes }: Awaited<ReturnType<typeof customer>>) => (await quotes()).find(({ plan, days }) => plan === 'Pro' && days === 180)!;

    test('is of all accounts that have proven it, on whatever site; each is told the sum and no more, and whoever only wrote it down fills no limit but their own', async () => {
      const pan = freshPan();
      const [asha, again, elsewhere, other] = [await customer(pan), await customer(pan), await member({ pan }), await customer(freshPan())];
      await asha.buy('Pro', 180);
      const told = async (one: typeof asha) => {
        const { fees_paise, fees_by_pan } = (await one.get('/plans/v1/quotes')).body.data;
        return [fees_paise, fees_by_pan];
      };
      // Whoever writes down a number is not told what its owner pays.
      expect(await told(asha)).toEqual([84_745_76, false]);
      for (const one of [again, elsewhere, other, await member({ pan: '' })]) expect(await told(one)).toEqual([0, false]);
      // Nor does a stranger who wrote it down fill the limit of those who did the same, or of its owner.
      expect([(await dear(again)).refused, (await dear(asha)).refused]).toEqual(['', 'FEE_CAP']);
      await sql`update profiles set pan_card_status = 'Verified' where user_id = ${elsewhere.user_id}`.execute(site.platform.db);
      // Nor do purchases of those who only wrote it down use up its owner's limit.
      expect(await told(elsewhere)).toEqual([0, true]);
      await sql`update profiles set pan_card_status = 'Verified' where user_id in (select user_id from kyc_numbers where blind_index =
        (select blind_index from kyc_numbers where user_id = ${elsewhere.user_id}))`.execute(site.platform.db);
      expect(await told(elsewhere)).toEqual([84_745_76, true]);
      expect((await dear(again)).refused).toBe('FEE_CAP');
      expect((await again.order('Pro', 180)).body).toMatchObject({ status: false, code: 'FEE_CAP' });
      expect((await again.account()).invoices).toEqual([]);
      // What goes back is free for the other.
      const { plans } = await asha.account();
      await asha.cancel(plans[0].order_id);
      expect((await dear(again)).refused).toBe('');
      await balanced();
    });

    test('holds when two pay at the same moment: one gets the plan, and the other’s money goes back whole', async () => {
      for (let round = 0; round < 3; round += 1) {
        const pan = freshPan();
        const both = await Promise.all([customer(pan), customer(pan)]);
        for (const { user_id } of both) await sql`update profiles set pan_card_status = 'Verified' where user_id = ${user_id}`.execute(site.platform.db);
        const orders = await Promise.all(both.map(async (one) => (await one.order('Pro', 180)).body.data as PlanOrder));
        const outcomes = await Promise.all(orders.map(async (order) => (await tell(paid(order))).body.data.outcome));
        expect(outcomes.toSorted()).toEqual(['activated', 'returned']);
        const accounts = await Promise.all(both.map(({ account }) => account()));
        expect(accounts.flatMap(({ refunds }) => refunds)).toMatchObject([{ amount_paise: 1_00_000_00, reason: 'late' }]);
        expect(accounts.map(({ fees_paise }) => fees_paise)).toEqual([84_745_76, 84_745_76]);
      }
      await balanced();
    });
  });
});
