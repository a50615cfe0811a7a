import type { PlanOrder, PlanQuote } from '@vimarsh/shared/contract/plans/types.ts';
import { EXPERT_TERMS_VERSION } from '@vimarsh/shared/domain/money/expert-terms.ts';
import { MITC_VERSION } from '@vimarsh/shared/domain/money/mitc.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSite, type Reply, type Site, signInBody } from '../identity/site.testing.ts';
import { pagesOf } from '../platform/files/pdf-words.testing.ts';
import { featureDatabase } from '../platform/testing.ts';
import { unbalanced } from './books.ts';
import { makeCoupon } from './coupons/coupons.ts';
import { createMoney } from './create-money.ts';
import { monthOf } from './month.ts';
import { moneyOf } from './tables.ts';

const START = new Date('2026-11-20T06:00:00Z');
const DAY = 86_400_000;
const MITC = { mitc_version: MITC_VERSION };
const TERMS = { terms_version: EXPERT_TERMS_VERSION };

describe.each(await featureDatabase())('the plan of experts on %s', (kind) => {
  let site: Site;
  let now = START;
  let address = 0;
  beforeAll(async () => {
    site = await openSite(kind);
    await createMoney(site.platform, { partners: site.partners, identity: site.identity, clock: () => now });
    // Verified experts as they are before they have a plan: those of the demo were given one.
    await sql`delete from subscriptions where user_id in ('exp_01', 'exp_02', 'exp_03', 'exp_04', 'exp_05')`.execute(site.platform.db);
    // Experts who came through a partner, one with plans and one without.
    for (const [id, key] of [
      ['exp_04', 'garnet'],
      ['exp_05', 'neem'],
    ])
      await sql`update users set partner_key = ${key} where id = ${id}`.execute(site.platform.db);
    await site.platform.start();
  });
  afterAll(() => site.close());
  beforeEach(() => {
    now = START;
  });
  const forward = (days: number) => {
    now = new Date(now.getTime() + days * DAY);
  };
  const balanced = async () => expect(await unbalanced(site.platform.db)).toEqual([]);
  const known = new Map<string, ReturnType<typeof signedIn>>();
  /** Somebody of the demo, by their id; a sign-in takes its time. */
  function person(id: string, host = 'localhost'): ReturnType<typeof signedIn> {
    const one = known.get(id) ?? signedIn(id, host);
    known.set(id, one);
    return one;
  }
  async function signedIn(id: string, host: string) {
    const own = site.browser({ host, ip: `10.46.0.${++address}` });
    const { rows } = await sql<{ email: string }>`select email from users where id = ${id}`.execute(site.platform.db);
    const bearer = (await own.post('/auth/v1/sign_in', signInBody(rows[0]!.email))).body.token_data.access_token as string;
    const self = {
      get: (path: string): Promise<Reply> => own.get(path, bearer),
      post: (path: string, body: object): Promise<Reply> => own.post(path, body, bearer),
      quotes: async (coupon = ''): Promise<PlanQuote[]> => (await own.get(`/plans/v1/quotes${coupon && `?coupon=${coupon}`}`, bearer)).body.data.quotes,
      account: async () => (await own.get('/plans/v1/account', bearer)).body.data,
      order: (plan: string, days: number, pay_paise: number, more: object): Promise<Reply> =>
        own.post('/plans/v1/orders', { plan, days, pay_paise, method: 'card', place: '27', key: `k${Math.random().toString(36).slice(2)}`, ...more }, bearer),
      async buy(plan: string, days: number, agreed: object): Promise<PlanOrder> {
        const { pay_paise } = (await self.quotes()).find((each) => each.plan === plan && each.days === days)!;
        const { body } = await self.order(plan, days, pay_paise, agreed);
        const headers = { host: 'localhost:4000', 'content-type': 'application/x-www-form-urlencoded' };
        await site.platform.app.inject({ method: 'POST', url: body.data.payable.page, remoteAddress: '10.46.1.1', headers, payload: 'answer=pay' });
        return (await own.get(`/plans/v1/orders/${body.data.id}`, bearer)).body.data;
      },
      cancel: async (order_id: string): Promise<Reply> => {
        const { refund_paise } = (await self.account()).plans.find((each: { order_id: string }) => each.order_id === order_id)!;
        return own.post('/plans/v1/cancel', { order_id, refund_paise }, bearer);
      },
      profile: async () => (await own.get('/auth/v1/profile', bearer)).body.data,
    };
    return self;
  }

  test('experts are offered it and nothing else, investors and visitors never; where a broker pays nobody is', async () => {
    const listed = (quotes: PlanQuote[]) =>
      quotes.map(({ plan, days, price_paise, taxable_paise, gst_paise }) => [plan, days, price_paise, taxable_paise, gst_paise]);
    const offers = [
      ['Publisher', 30, 1_499_00, 1_270_34, 228_66],
      ['Publisher', 365, 14_999_00, 12_711_02, 2_287_98],
    ];
    const expert = await person('exp_01');
    expect(listed((await expert.get('/plans/v1/offers')).body.data.offers)).toEqual(offers);
    expect(listed(await expert.quotes())).toEqual(offers);
    expect((await expert.get('/plans/v1/quotes')).body.data).toMatchObject({ can_buy: true, methods: ['upi', 'card', 'netbanking'] });
    // A partner with plans sells it at our price where it has none of its own for it, whatever it asks of investors.
    await moneyOf(site.platform.db).insertInto('plan_offers').values({ site: 'garnet', plan: 'Premium', days: 30, price_paise: 449_00 }).execute();
    expect(listed(await (await person('exp_04', 'garnet.localhost')).quotes())).toEqual(offers);
    for (const answer of [await (await person('usr_free')).get('/plans/v1/offers'), await site.browser({ ip: '10.46.2.1' }).get('/plans/v1/offers')])
      expect(answer.body.data.offers.map(({ plan }: PlanQuote) => plan)).toEqual(['Lite', 'Premium', 'Premium', 'Pro', 'Pro', 'Pro']);
    expect((await (await person('usr_free')).quotes()).map(({ plan }) => plan)).not.toContain('Publisher');
    const withoutPlans = await person('exp_05', 'neem.localhost');
    for (const path of ['/plans/v1/offers', '/plans/v1/quotes']) expect((await withoutPlans.get(path)).body).toMatchObject({ data: null, code: 'NO_PLANS' });
    // Whose papers are not accepted sees what it costs, and is charged nothing.
    const pending = await person('exp_13');
    expect((await pending.get('/plans/v1/quotes')).body.data.can_buy).toBe(false);
    expect(listed(await pending.quotes())).toEqual(offers);
  });

  test.each([
    ['an investor who asks for it', 'usr_free', 'Publisher', 30, 1_499_00, TERMS, 'FORBIDDEN'],
    ['an investor who asks for it with the terms of investors', 'usr_free', 'Publisher', 365, 14_999_00, MITC, 'FORBIDDEN'],
    ['an expert who asks for an investor’s plan', 'exp_01', 'Premium', 30, 499_00, MITC, 'FORBIDDEN'],
    ['an expert whose papers are pending', 'exp_13', 'Publisher', 30, 1_499_00, TERMS, 'FORBIDDEN'],
    ['an expert who is suspended', 'exp_16', 'Publisher', 30, 1_499_00, TERMS, 'FORBIDDEN'],
    ['an admin without a registration', 'usr_admin', 'Publisher', 30, 1_499_00, TERMS, 'FORBIDDEN'],
    ['an expert who agreed to the terms of investors', 'exp_01', 'Publisher', 30, 1_499_00, MITC, 'TERMS_REQUIRED'],
    ['an expert who agreed to an older version', 'exp_01', 'Publisher', 30, 1_499_00, { terms_version: '0.9.0' }, 'TERMS_REQUIRED'],
    ['an expert who agreed to nothing', 'exp_01', 'Publisher', 30, 1_499_00, {}, 'TERMS_REQUIRED'],
    ['an investor who agreed to the terms for experts', 'usr_free', 'Lite', 30, 199_00, TERMS, 'MITC_REQUIRED'],
    ['a price of their own', 'exp_01', 'Publisher', 30, 100, TERMS, 'PRICE_CHANGED'],
    ['the year at the price of a month', 'exp_01', 'Publisher', 365, 1_499_00, TERMS, 'PRICE_CHANGED'],
    ['days that are not offered', 'exp_01', 'Publisher', 90, 1_499_00, TERMS, 'PRICE_CHANGED'],
    ['the exchanges’ account for research fees', 'exp_01', 'Publisher', 30, 1_499_00, { ...TERMS, method: 'cefcom' }, 'BAD_REQUEST'],
    ['a coupon for the plans of investors', 'exp_01', 'Publisher', 30, 1_199_20, { ...TERMS, coupon: 'WELCOME20' }, 'PRICE_CHANGED'],
  ])('refused: %s', async (_what, who, plan, days, pay_paise, more, code) => {
    const one = await person(who);
    expect((await one.order(plan, days, pay_paise, more)).body).toMatchObject({ status: false, data: null, code });
    expect((await one.account()).plans.filter((each: { plan: string }) => each.plan === plan)).toEqual([]);
  });

  test('refused: an expert on the site of a broker that pays, and who is not signed in', async () => {
    expect((await (await person('exp_05', 'neem.localhost')).order('Publisher', 30, 1_499_00, TERMS)).body.code).toBe('FORBIDDEN');
    const body = { plan: 'Publisher', days: 30, pay_paise: 1_499_00, method: 'card', place: '27', key: 'nobody', ...TERMS };
    expect((await site.browser({ ip: '10.46.2.2' }).post('/plans/v1/orders', body)).body.status).toBe(false);
  });

  test('bought by card it runs at once; its invoice is for the use of software, and what was agreed to is kept as it was', async () => {
    const expert = await person('exp_01');
    expect((await expert.profile()).publisher_plan_data).toBeNull();
    const order = await expert.buy('Publisher', 30, TERMS);
    expect(order).toMatchObject({ state: 'paid', starts_at: '2026-11-20T06:00:00.000Z', ends_at: '2026-12-20T06:00:00.000Z' });
    expect((await expert.profile()).publisher_plan_data).toMatchObject({ plan_name: 'Publisher', promotional_plan: false, ends_at: order.ends_at });
    const account = await expert.account();
    expect(account.plans).toMatchObject([{ plan: 'Publisher', refund_paise: expect.any(Number) }]);
    // No fee for research.
    expect(account.fees_paise).toBe(0);
    const [{ number }] = account.invoices;
    const { body } = await expert.get(`/plans/v1/invoice?number=${encodeURIComponent(number)}`);
    const words = (await pagesOf(Buffer.from(body.data.pdf, 'base64'))).flat().join(' ');
    for (const said of ['publishing platform: Publisher plan, 30 days', '998315', '1,270.34']) expect(words).toContain(said);
    expect(words).not.toContain('Research services');
    expect((await monthOf(site.platform.db, '2026-11')).csv).toContain('"Publisher",30,"998315",18,1270.34,');
    const kept = await moneyOf(site.platform.db)
      .selectFrom('plan_orders')
      .select(['mitc_version', 'terms_version'])
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow();
    expect(kept).toEqual({ mitc_version: '', terms_version: EXPERT_TERMS_VERSION });
    await balanced();
  });

  test('it stacks behind itself, up to a year ahead, and comes back by days like every plan, with the code that it was billed by', async () => {
    const expert = await person('exp_02');
    const first = await expert.buy('Publisher', 30, TERMS);
    expect((await expert.quotes()).map(({ days, refused, starts_at }) => [days, refused, starts_at])).toEqual([
      [30, '', first.ends_at],
      [365, 'PLAN_ADVANCE', first.ends_at],
    ]);
    const second = await expert.buy('Publisher', 30, TERMS);
    expect([second.starts_at, second.ends_at]).toEqual([first.ends_at, '2027-01-19T06:00:00.000Z']);
    expect((await expert.profile()).publisher_plan_data.ends_at).toBe(second.ends_at);
    forward(9);
    // 1,270.34 × 20 ÷ 30, and 18 % of it.
    expect((await expert.cancel(first.id)).body.data).toMatchObject({ refund_paise: 846_89 + 152_44 });
    const { plans, invoices } = await expert.account();
    expect(plans).toMatchObject([{ order_id: second.id, starts_at: now.toISOString() }]);
    const { sac } = await moneyOf(site.platform.db).selectFrom('invoices').select('sac').where('number', '=', invoices[0].number).executeTakeFirstOrThrow();
    expect([invoices[0].kind, sac]).toEqual(['credit_note', '998315']);
    await expert.cancel(second.id);
    expect(await site.identity.plans.of(site.platform.db, 'exp_02', now)).toEqual([]);
    await balanced();
  });

  test('what an expert bought while they were an investor stays a line of its own: nothing credits, follows or moves the other', async () => {
    const become = async (profession: string) => {
      await sql`update users set profession = ${profession} where id = 'exp_03'`.execute(site.platform.db);
      site.identity.plans.changed('exp_03');
    };
    await become('Retail Investor');
    const one = await person('exp_03');
    const premium = await one.buy('Premium', 30, MITC);
    const next = await one.buy('Premium', 7, MITC);
    await become('Analyst');
    const { pay_paise, credit_paise, starts_at } = (await one.quotes()).find(({ days }) => days === 365)!;
    expect([pay_paise, credit_paise, starts_at]).toEqual([14_999_00, 0, START.toISOString()]);
    const year = await one.buy('Publisher', 365, TERMS);
    expect((await one.account()).fees_paise).toBe(422_88 + 253_39);
    await one.cancel(premium.id);
    const running = Object.fromEntries((await one.account()).plans.map((each: { order_id: string; starts_at: string }) => [each.order_id, each.starts_at]));
    expect(running).toEqual({ [next.id]: START.toISOString(), [year.id]: START.toISOString() });
    await one.cancel(year.id);
    expect((await one.account()).plans).toMatchObject([{ order_id: next.id, starts_at: START.toISOString() }]);
    await balanced();
  });

  test('a coupon counts where it names the plan, and one for all plans is for those of investors', async () => {
    const { db } = site.platform;
    const coupon = { site: '', percent: 10, most_uses: 9, approval: 'ADV/9', starts_at: '2026-01-01T00:00:00Z', ends_at: '2030-01-01T00:00:00Z' };
    await makeCoupon(db, { ...coupon, code: 'PUBLISH10', plan: 'Publisher' }, 'usr_admin', now);
    await makeCoupon(db, { ...coupon, code: 'EVERY10', plan: '' }, 'usr_admin', now);
    const less = (quotes: PlanQuote[]) => [...new Set(quotes.map(({ discount_paise, price_paise }) => (100 * discount_paise) / price_paise))];
    const [expert, investor] = [await person('exp_02'), await person('usr_free')];
    expect(less(await expert.quotes('PUBLISH10'))).toEqual([10]);
    expect(less(await expert.quotes('EVERY10'))).toEqual([0]);
    expect(less(await investor.quotes('PUBLISH10'))).toEqual([0]);
    expect(less(await investor.quotes('EVERY10'))).toEqual([10]);
    expect((await expert.order('Publisher', 30, 1_349_10, { ...TERMS, coupon: 'PUBLISH10' })).body.data).toMatchObject({
      coupon: 'PUBLISH10',
      pay_paise: 1_349_10,
    });
  });
});
