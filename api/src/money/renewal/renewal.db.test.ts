import { createHmac } from 'node:crypto';
import type { PlanOrder, PlanQuote } from '@vimarsh/shared/contract/plans/types.ts';
import { MITC_VERSION } from '@vimarsh/shared/domain/money/mitc.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PersonalData } from '../../identity/index.ts';
import { freshMobile, givePan, openSite, type Reply, type Site, signUp } from '../../identity/site.testing.ts';
import type { AccountNews } from '../../notices/index.ts';
import { featureDatabase } from '../../platform/testing.ts';
import { unbalanced } from '../books.ts';
import { createMoney } from '../create-money.ts';
import { expireOrders } from '../ordering.ts';
import type { Shop } from '../shop.ts';
import { moneyOf } from '../tables.ts';
import { tellEnds } from './ending.ts';
import { sendRevocationsAgain } from './mandates.ts';
import { renewDue } from './renewing.ts';

const START = new Date('2026-11-20T06:00:00Z');
const HOUR = 3_600_000;
/** When a week's plan is announced, and when it is charged. */
const WEEK = ['2026-11-24T06:00:00Z', '2026-11-26T06:00:00Z'] as const;

describe.each(await featureDatabase())('renewal by mandate on %s', (kind) => {
  let site: Site;
  let shop: Shop;
  let kept: PersonalData;
  let now: Date;
  let address = 0;
  const told: (AccountNews & { user_id: string })[] = [];
  const browser = () => site.browser({ ip: `10.42.${(++address >> 8) & 255}.${address & 255}` });
  beforeAll(async () => {
    site = await openSite(kind);
    const keeps = (data: PersonalData) => {
      kept = data;
    };
    shop = await createMoney(site.platform, {
      partners: site.partners,
      identity: { ...site.identity, keeps },
      tellPerson: async (_tx, user_id, news) => void told.push({ user_id, ...news }),
      clock: () => now,
    });
    await site.platform.start();
  });
  afterAll(() => site.close());
  beforeEach(() => {
    now = START;
  });
  const db = () => moneyOf(site.platform.db);
  const at = (iso: string) => {
    now = new Date(iso);
  };
  const run = () => renewDue(shop);
  const press = (page: string, answer: string) =>
    site.platform.app.inject({
      ...{ method: 'POST', url: page, remoteAddress: `10.43.0.${++address & 255}`, payload: `answer=${answer}` },
      headers: { host: 'localhost:4000', 'content-type': 'application/x-www-form-urlencoded' },
    });

  async function member(hasPan = true) {
    const own = browser();
    const { body } = await signUp(site, own, freshMobile());
    const [user_id, bearer]: [string, string] = [body.user_id, body.data.token];
    if (hasPan) await givePan(own, bearer);
    const mail = `${user_id}@example.in`;
    await sql`update users set email = ${mail}, email_verified = true where id = ${user_id}`.execute(site.platform.db);
    const self = {
      user_id,
      mail,
      quote: async (plan: string, days: number): Promise<PlanQuote> =>
        (await own.get('/plans/v1/quotes', bearer)).body.data.quotes.find((each: PlanQuote) => each.plan === plan && each.days === days),
      async order(plan: string, days: number, more: object = {}): Promise<Reply> {
        const { pay_paise } = await self.quote(plan, days);
        const key = `k${Math.random().toString(36).slice(2)}`;
        return own.post('/plans/v1/orders', { plan, days, pay_paise, method: 'upi', mitc_version: MITC_VERSION, place: '27', key, ...more }, bearer);
      },
      async buy(plan: string, days: number, more: object = {}): Promise<PlanOrder> {
        const { body: answer } = await self.order(plan, days, more);
        await press(answer.data.payable.page, 'pay');
        return (await own.get(`/plans/v1/orders/${answer.data.id}`, bearer)).body.data;
      },
      /** With a renewal at the list price. */
      renewing: async (plan: string, days: number, more: object = {}) =>
        self.buy(plan, days, { renew_paise: (await self.quote(plan, days)).price_paise, ...more }),
      account: async () => (await own.get('/plans/v1/account', bearer)).body.data,
      renewal: async () => (await self.account()).renewals[0],
      stop: (order_id: string): Promise<Reply> => own.post('/plans/v1/renewal/stop', { order_id }, bearer),
      cancel: async (order_id: string): Promise<Reply> => {
        const { refund_paise } = (await self.account()).plans.find((each: { order_id: string }) => each.order_id === order_id);
        return own.post('/plans/v1/cancel', { order_id, refund_paise }, bearer);
      },
      orders: () => db().selectFrom('plan_orders').selectAll().where('user_id', '=', user_id).orderBy('created_at').orderBy('id').execute(),
      payments: () => db().selectFrom('plan_payments').selectAll().where('user_id', '=', user_id).orderBy('received_at').execute(),
      mandate: () => db().selectFrom('plan_mandates').selectAll().where('user_id', '=', user_id).orderBy('agreed_at', 'desc').executeTakeFirstOrThrow(),
      news: () =>
        told
          .filter((one) => one.user_id === user_id)
          .map(({ what, renewal }) => [what, renewal!.pay_paise, renewal!.at, renewal!.why].filter((part) => part !== '')),
      mails: async () => (await site.platform.outbox.list(site.platform.db, mail)).map(({ subject, text }) => `${subject}. ${text}`).reverse(),
      other: own,
      bearer,
    };
    return self;
  }
  const bankOf = async (order_id: string): Promise<{ id: string; state: string }> =>
    (await sql<{ id: string; state: string }>`select id, state from demo_bank_mandates where order_id = ${order_id}`.execute(site.platform.db)).rows[0]!;
  let serial = 0;
  /** An event that the provider signed, whatever it says. */
  async function tell(event: object, secret?: string): Promise<string> {
    const { rows } = await sql<{ secret: string }>`select secret from demo_bank_key`.execute(site.platform.db);
    const text = JSON.stringify({ id: `evt_renewal_${++serial}`, ...event });
    const signature = createHmac('sha256', secret ?? rows[0]!.secret)
      .update(text)
      .digest('hex');
    const { body } = await browser().post('/plans/v1/provider_events', { event: text, signature });
    return body.data?.outcome ?? body.code;
  }
  const balanced = async () => expect(await unbalanced(db())).toEqual([]);

  test('bought with a renewal: the mandate comes with the payment, and what was agreed to is kept with its words', async () => {
    const asha = await member();
    expect((await asha.quote('Premium', 30)).renews_by).toEqual(['upi', 'card']);
    const { body } = await asha.order('Premium', 30, { renew_paise: 499_00 });
    expect(body.data).toMatchObject({ renews: true, pay_paise: 499_00 });
    const page = await site.platform.app.inject({ url: body.data.payable.page, headers: { host: 'localhost:4000' } });
    expect(page.body).toContain('charge at most <b>₹499.00</b> each time');
    expect(await asha.mandate()).toMatchObject({ bank_id: '', stopped: '' });
    await press(body.data.payable.page, 'pay');
    const { id } = await bankOf(body.data.id);
    expect(await asha.renewal()).toEqual({
      ...{ order_id: body.data.id, plan: 'Premium', days: 30, method: 'upi', most_paise: 499_00, active: true, next: null, stopped: '' },
      ...{ ends_at: '2026-12-20T06:00:00.000Z', page: `/__pay/mandates/${id}` },
    });
    const words = 'Renew Premium by itself every 30 days: at most ₹499.00 with GST each time, by UPI';
    const agreed = { order_id: body.data.id, words, agreed_paise: 499_00, agreed_at: START, bank_id: id, bank_paise: 499_00, active_at: START };
    expect(await kept.of(asha.user_id)).toMatchObject({ renewals: { agreed: [agreed], announced: [] } });
    for await (const { path, content } of kept.evidence!.files(asha.user_id)) if (path === 'purchases.json') expect(content).toContain(words);
  });

  test('it is announced three days before the end, charged in the last day, and the next plan follows the first; then all of it again', async () => {
    const asha = await member();
    const { id } = await asha.renewing('Premium', 30);
    at('2026-12-17T05:59:59Z');
    await run();
    expect([await asha.orders(), asha.news()]).toMatchObject([[{ id }], []]);
    at('2026-12-17T06:00:00Z');
    await Promise.all([run(), run()]);
    await run();
    expect(asha.news()).toEqual([['renewal_announced', 499_00, '2026-12-19T06:00:00.000Z']]);
    expect((await asha.mails()).at(-1)).toBe(
      'Your plan renews soon: Premium. Your Premium plan renews by itself for 30 days: ₹499.00 with GST is taken by UPI on 19 Dec 2026, from 19 Dec 2026, 11:30 IST on. ' +
        'If you don’t want that, stop it before then under My account, Plan, or at your bank: nothing is taken then, and the plan ends on 20 Dec 2026.',
    );
    expect((await asha.renewal()).next).toEqual({ pay_paise: 499_00, charge_at: '2026-12-19T06:00:00.000Z' });
    at('2026-12-19T05:59:59Z');
    await run();
    expect(await asha.payments()).toHaveLength(1);
    at('2026-12-19T06:00:00Z');
    await Promise.all([run(), run()]);
    await run();
    const { plans, invoices } = await asha.account();
    expect(plans).toMatchObject([
      { order_id: id, ends_at: '2026-12-20T06:00:00.000Z' },
      { plan: 'Premium', starts_at: '2026-12-20T06:00:00.000Z', ends_at: '2027-01-19T06:00:00.000Z', total_paise: 499_00 },
    ]);
    expect(invoices).toHaveLength(2);
    expect(await asha.payments()).toHaveLength(2);
    expect(asha.news().at(-1)).toEqual(['renewal_done', 499_00, '2027-01-19T06:00:00.000Z']);
    expect((await asha.mails()).at(-1)).toMatch(/^Your Premium plan\. Your Premium plan for 30 days is paid: ₹499\.00, invoice VR/);
    for (const day of ['2027-01-16T06:00:00Z', '2027-01-18T06:00:00Z', '2027-01-18T06:10:00Z']) {
      at(day);
      await run();
    }
    expect((await asha.payments()).map(({ amount_paise }) => amount_paise)).toEqual([499_00, 499_00, 499_00]);
    expect((await asha.orders()).map(({ state, ends_at }) => [state, ends_at!.toISOString().slice(0, 10)])).toEqual([
      ['paid', '2026-12-20'],
      ['paid', '2027-01-19'],
      ['paid', '2027-02-18'],
    ]);
    await balanced();
  });

  test('a charge that the bank did not answer for is not asked for days later', async () => {
    const asha = await member();
    await asha.renewing('Premium', 30);
    at('2026-12-17T06:00:00Z');
    await run();
    at('2026-12-19T06:00:00Z');
    const asked: string[] = [];
    const mandates = {
      ...shop.provider!.mandates!,
      charge: async ({ order_id }: { order_id: string }) => {
        asked.push(order_id);
        throw new Error('no answer');
      },
    };
    const away = { ...shop, provider: { ...shop.provider!, mandates } };
    await renewDue(away);
    const mine = (await asha.orders()).at(-1)!.id;
    const times = () => asked.filter((id) => id === mine).length;
    expect(times()).toBe(1);
    at('2026-12-20T06:00:01Z');
    await renewDue(away);
    expect(times()).toBe(1);
  });

  test('where the server was away it is announced late and charged a day after that, or not at all', async () => {
    const [asha, bina] = [await member(), await member()];
    await asha.renewing('Premium', 7);
    await bina.renewing('Premium', 7, { method: 'card' });
    at('2026-11-27T05:00:00Z');
    await run();
    at('2026-11-28T04:50:00Z');
    await run();
    expect((await asha.payments()).length, 'a day has not passed').toBe(1);
    at('2026-11-28T05:00:00Z');
    await run();
    // It had ended: its days begin with the payment.
    expect((await asha.account()).plans).toMatchObject([{ starts_at: '2026-11-28T05:00:00.000Z', ends_at: '2026-12-05T05:00:00.000Z' }]);
    expect((await bina.payments()).length).toBe(2);
    at('2026-12-08T05:00:00Z');
    await run();
    expect(asha.news().at(-1)).toEqual(['renewal_stopped', 299_00, '2026-12-05T05:00:00.000Z', 'late']);
    expect([await asha.payments(), (await asha.mandate()).stopped]).toMatchObject([{ length: 2 }, 'late']);
    await balanced();
  });

  test('an announcement that has not left is none, and lost for a day is made anew: nothing is charged until a day after its mail went', async () => {
    const asha = await member();
    await asha.renewing('Premium', 7);
    const { outbox } = site.platform;
    const waited = outbox.waited;
    const after = async (time: string) => {
      at(time);
      await run();
      return [asha.news().length, (await asha.payments()).length];
    };
    try {
      outbox.waited = async () => null;
      expect(await after('2026-11-24T06:00:00Z')).toEqual([1, 1]);
      expect(await after('2026-11-25T05:00:00Z')).toEqual([1, 1]);
      expect(await after('2026-11-26T06:00:00Z'), 'a mail that a day did not carry').toEqual([2, 1]);
      outbox.waited = async () => 20 * HOUR;
      expect(await after('2026-11-28T01:00:00Z')).toEqual([2, 1]);
      expect((await after('2026-11-28T03:00:00Z'))[1]).toBe(2);
    } finally {
      outbox.waited = waited;
    }
  });

  test('however many renew, and though one of them fails, all others are told: page by page', async () => {
    const [first, second, third] = [await member(), await member(), await member()];
    for (const one of [first, second, third]) await one.renewing('Premium', 30);
    at('2026-12-17T06:00:00Z');
    const { asker } = site.identity;
    try {
      shop.identity.asker = async (user_id) => {
        if (user_id === first.user_id) throw new Error('This one can’t be read');
        return asker(user_id);
      };
      await renewDue(shop, 1);
    } finally {
      shop.identity.asker = asker;
    }
    expect([first, second, third].map((one) => one.news().map(([what]) => what))).toEqual([[], ['renewal_announced'], ['renewal_announced']]);
    await run();
    expect(first.news().map(([what]) => what)).toEqual(['renewal_announced']);
  });

  test('a plan whose PAN never came is not renewed: nobody is charged again for calls that they could not read', async () => {
    const asha = await member(false);
    await asha.renewing('Premium', 30);
    at('2026-12-25T06:00:00Z');
    await run();
    expect(asha.news().map(([what]) => what)).toEqual(['renewal_stopped']);
    expect(await asha.payments()).toHaveLength(1);
  });

  test('renewed at the list price of the day on which it is announced, without the coupon of the first; a rise above what was agreed to stops it', async () => {
    const [asha, bina] = [await member(), await member()];
    const list = async (price_paise: number) =>
      db().updateTable('plan_offers').set({ price_paise }).where('plan', '=', 'Lite').where('site', '=', '').execute();
    const less = await asha.other.get('/plans/v1/quotes?coupon=WELCOME20', asha.bearer);
    const { pay_paise } = less.body.data.quotes.find(({ plan }: PlanQuote) => plan === 'Lite');
    expect(await asha.renewing('Lite', 30, { coupon: 'WELCOME20', pay_paise })).toMatchObject({ pay_paise: 159_20, state: 'paid' });
    await bina.renewing('Lite', 30);
    try {
      at('2026-12-17T06:00:00Z');
      await list(189_00);
      await run();
      expect(asha.news()).toEqual([['renewal_announced', 189_00, '2026-12-19T06:00:00.000Z']]);
      // What was announced is what is taken.
      await list(299_00);
      at('2026-12-19T06:00:00Z');
      await run();
      expect((await asha.payments()).map(({ amount_paise }) => amount_paise)).toEqual([159_20, 189_00]);
      at('2027-01-16T06:00:00Z');
      await run();
      expect([asha.news().at(-1), bina.news().at(-1)]).toEqual([
        ['renewal_stopped', 199_00, '2027-01-19T06:00:00.000Z', 'price'],
        ['renewal_stopped', 199_00, '2027-01-19T06:00:00.000Z', 'price'],
      ]);
      expect((await asha.mails()).at(-1)).toContain('The price is higher than you agreed to. Nothing is taken from you again.');
      expect(await asha.renewal()).toMatchObject({ stopped: 'price', next: null });
      at('2027-01-18T06:00:00Z');
      await run();
      expect(await asha.payments()).toHaveLength(2);
    } finally {
      await list(199_00);
    }
    await balanced();
  });

  test('what is not sold any more, or not to them, is not renewed', async () => {
    const [asha, bina] = [await member(), await member()];
    await asha.renewing('Premium', 7);
    await bina.renewing('Premium', 7);
    await sql`update users set profession = 'Analyst' where id = ${bina.user_id}`.execute(site.platform.db);
    site.identity.plans.changed(bina.user_id);
    at('2026-11-24T06:00:00Z');
    await run();
    expect(asha.news().at(-1)![0]).toBe('renewal_announced');
    expect(bina.news().at(-1)).toEqual(['renewal_stopped', 299_00, '2026-11-27T06:00:00.000Z', 'sale']);
    const offer = await db().selectFrom('plan_offers').selectAll().where('plan', '=', 'Premium').where('days', '=', 7).executeTakeFirstOrThrow();
    await db().deleteFrom('plan_offers').where('plan', '=', 'Premium').where('days', '=', 7).execute();
    try {
      at('2026-11-26T06:00:00Z');
      await run();
      expect([asha.news().at(-1)!.at(-1), (await asha.payments()).length]).toEqual(['sale', 1]);
    } finally {
      await db().insertInto('plan_offers').values(offer).execute();
    }
  });

  test('a refused charge takes nothing, is told, and is tried once more the next day', async () => {
    const asha = await member();
    const { id } = await asha.renewing('Premium', 7);
    const bank = await bankOf(id);
    expect((await press(`/__pay/mandates/${bank.id}`, 'refuse')).headers.location).toBe(`/__pay/mandates/${bank.id}`);
    at('2026-11-24T06:00:00Z');
    await run();
    at('2026-11-26T06:00:00Z');
    await run();
    await run();
    expect(asha.news().at(-1)).toEqual(['renewal_refused', 299_00, '2026-11-27T06:00:00.000Z']);
    expect((await asha.mails()).at(-1)).toContain('Nothing was taken. It is tried once more on 27 Nov 2026');
    at('2026-11-27T05:50:00Z');
    await run();
    expect(await asha.payments()).toHaveLength(1);
    at('2026-11-27T06:00:00Z');
    await run();
    expect((await asha.account()).plans).toMatchObject([{ starts_at: '2026-11-27T06:00:00.000Z', total_paise: 299_00 }]);
    expect((await asha.orders()).map(({ state }) => state)).toEqual(['paid', 'expired', 'paid']);
    await balanced();
  });

  test('refused twice it stops, says so, and the mandate is revoked at the bank until that succeeds', async () => {
    const asha = await member();
    const { id } = await asha.renewing('Premium', 7);
    const bank = await bankOf(id);
    at('2026-11-24T06:00:00Z');
    await run();
    const revoke = shop.provider!.mandates!.revoke;
    Object.assign(shop.provider!.mandates!, { revoke: () => Promise.reject(new Error('away')) });
    for (const day of ['2026-11-26T06:00:00Z', '2026-11-27T06:00:00Z']) {
      await press(`/__pay/mandates/${bank.id}`, 'refuse');
      at(day);
      await run();
    }
    expect(asha.news().at(-1)).toEqual(['renewal_stopped', 299_00, '2026-11-27T06:00:00.000Z', 'refused']);
    await sendRevocationsAgain(shop);
    expect((await bankOf(id)).state).toBe('active');
    Object.assign(shop.provider!.mandates!, { revoke });
    await sendRevocationsAgain(shop);
    expect((await bankOf(id)).state).toBe('revoked');
    expect((await asha.mandate()).revoked_at).not.toBeNull();
    at('2026-11-28T06:00:00Z');
    await run();
    expect([await asha.payments(), (await asha.account()).plans]).toMatchObject([{ length: 1 }, []]);
    await balanced();
  });

  test('stopped by its person: at once, nothing is taken, the plan stays to its end, and the bank’s mandate goes', async () => {
    const [asha, bina] = [await member(), await member()];
    const { id } = await asha.renewing('Premium', 7);
    expect((await bina.stop(id)).body).toMatchObject({ status: false, code: 'NOT_FOUND' });
    at('2026-11-24T06:00:00Z');
    await run();
    expect((await asha.stop(id)).body.data).toEqual({ ends_at: '2026-11-27T06:00:00.000Z' });
    expect((await asha.stop(id)).body.code).toBe('NOT_FOUND');
    expect(asha.news().at(-1)).toEqual(['renewal_stopped', 299_00, '2026-11-27T06:00:00.000Z', 'you']);
    await sendRevocationsAgain(shop);
    expect((await bankOf(id)).state).toBe('revoked');
    at('2026-11-26T06:00:00Z');
    await run();
    expect([await asha.payments(), (await asha.account()).plans, await asha.renewal()]).toMatchObject([{ length: 1 }, { length: 1 }, { stopped: 'you' }]);
    at('2026-11-27T06:00:00Z');
    expect((await asha.account()).renewals).toEqual([]);
  });

  /** A charge that the bank has taken and not told of yet. */
  async function inFlight() {
    now = START;
    const asha = await member();
    const { id } = await asha.renewing('Premium', 7);
    at(WEEK[0]);
    await run();
    at(WEEK[1]);
    const { charge } = shop.provider!.mandates!;
    Object.assign(shop.provider!.mandates!, { charge: async () => {} });
    try {
      await run();
    } finally {
      Object.assign(shop.provider!.mandates!, { charge });
    }
    const open = (await asha.orders()).find(({ state }) => state === 'open')!;
    return { asha, id, open, comes: () => charge({ order_id: open.id, mandate_id: '', amount_paise: open.pay_paise }) };
  }
  const paid = ({ id, pay_paise }: { id: string; pay_paise: number }) => ({
    ...{ kind: 'payment.paid', order_id: id, payment_id: `pay_renewal_${++serial}`, amount_paise: pay_paise, currency: 'INR' },
  });

  test('a process that ends between the order and its charge: the next run charges, once', async () => {
    const { asha } = await inFlight();
    expect(await asha.payments()).toHaveLength(1);
    at('2026-11-26T06:40:00Z');
    // Its time is a day, not half an hour.
    await expireOrders(shop);
    await Promise.all([run(), run()]);
    expect([await asha.payments(), (await asha.orders()).map(({ state }) => state)]).toMatchObject([{ length: 2 }, ['paid', 'paid']]);
    await balanced();
  });

  test('a charge that was on its way when its person stopped, cancelled or was erased goes back whole', async () => {
    for (const how of ['stop', 'cancel', 'erase'] as const) {
      const { asha, id, open } = await inFlight();
      if (how === 'stop') await asha.stop(id);
      else if (how === 'cancel') await asha.cancel(id);
      else await site.platform.transaction((tx) => kept.erase(tx, asha.user_id));
      expect(await tell(paid(open)), how).toBe('returned');
      const { state } = (await asha.orders()).find((each) => each.id === open.id)!;
      const back = await db().selectFrom('plan_refunds').selectAll().where('order_id', '=', open.id).execute();
      expect([state, back], how).toMatchObject(['returned', [{ amount_paise: 299_00, reason: 'late' }]]);
      expect((await asha.mandate()).stopped, how).toBe(how === 'stop' ? 'you' : 'plan');
    }
    await balanced();
  });

  test('events late, doubled, forged and in any order: one plan for one payment', async () => {
    const { asha, open } = await inFlight();
    expect(await tell(paid(open), 'somebody else')).toBe('EVENT_FORGED');
    expect(await tell({ ...paid(open), amount_paise: 298_00 })).toBe('other amount');
    const event = { ...paid(open), id: `evt_twice_${++serial}` };
    expect([await tell(event), await tell(event)]).toEqual(['activated', 'doubled']);
    expect(await tell(paid(open)), 'a second payment of it').toBe('returned');
    expect(await tell({ kind: 'payment.failed', order_id: open.id }), 'a refusal after it').toBe('ignored');
    expect((await asha.account()).plans).toHaveLength(2);
    await balanced();

    const { asha: bina, open: refused } = await inFlight();
    expect(await tell({ kind: 'payment.failed', order_id: refused.id })).toBe('failed');
    expect(await tell(paid(refused)), 'a payment after its refusal').toBe('returned');
    expect((await bina.orders()).map(({ state }) => state)).toEqual(['paid', 'returned']);
    await balanced();
  });

  test('the mandate counts once, by itself or with the payment, before it or after; what was revoked first is none', async () => {
    const orders = async (who: Awaited<ReturnType<typeof member>>) => (await who.order('Premium', 30, { renew_paise: 499_00 })).body.data as PlanOrder;
    const [asha, bina, chitra] = [await member(), await member(), await member()];
    const first = await orders(asha);
    const active = (order_id: string, mandate_id: string, most_paise = 499_00) => ({ kind: 'mandate.active', order_id, mandate_id, most_paise });
    expect(await tell(active(first.id, 'mdt_a'), 'somebody else')).toBe('EVENT_FORGED');
    expect(await tell(active(first.id, 'mdt_a', 450_00))).toBe('set up');
    expect(await tell(paid(first))).toBe('activated');
    expect([await tell(active(first.id, 'mdt_a')), await tell(active(first.id, 'mdt_b'))]).toEqual(['doubled', 'ignored']);
    // The bank's own limit is the lower one.
    expect(await asha.renewal()).toMatchObject({ active: true, most_paise: 450_00 });

    const second = await orders(bina);
    expect(await tell({ ...paid(second), mandate: { mandate_id: 'mdt_c', most_paise: 499_00 } })).toBe('activated');
    expect(await bina.renewal()).toMatchObject({ active: true, most_paise: 499_00 });
    expect(await tell(active(second.id, 'mdt_c'))).toBe('doubled');

    const third = await orders(chitra);
    expect(await tell({ kind: 'mandate.revoked', order_id: third.id, mandate_id: 'mdt_d' })).toBe('revoked');
    expect([await tell(active(third.id, 'mdt_d')), await tell(paid(third))]).toEqual(['doubled', 'activated']);
    expect(await chitra.renewal()).toMatchObject({ stopped: 'bank' });
    expect(await tell(active('nothing', 'mdt_e'))).toBe('unknown order');
    const plain = (await (await member()).order('Premium', 30)).body.data as PlanOrder;
    expect(await tell(active(plain.id, 'mdt_f')), 'nobody agreed to that').toBe('unknown order');
  });

  test('ended at the bank it is told and charges nothing more', async () => {
    const asha = await member();
    const { id } = await asha.renewing('Premium', 7);
    const bank = await bankOf(id);
    await press(`/__pay/mandates/${bank.id}`, 'revoke');
    expect(asha.news()).toEqual([['renewal_stopped', 299_00, '2026-11-27T06:00:00.000Z', 'bank']]);
    const page = await site.platform.app.inject({ url: `/__pay/mandates/${bank.id}`, headers: { host: 'localhost:4000' } });
    expect(page.body).toContain('You ended this mandate');
    at('2026-11-24T06:00:00Z');
    await run();
    expect(asha.news()).toHaveLength(1);
    const missing = await site.platform.app.inject({ url: `/__pay/mandates/${'0'.repeat(26)}`, headers: { host: 'localhost:4000' } });
    expect(missing.statusCode).toBe(404);
  });

  test('another plan stops it, the same with a renewal takes its place, the same without goes on behind what was added', async () => {
    const [asha, bina, chitra] = [await member(), await member(), await member()];
    await asha.renewing('Lite', 30);
    await asha.buy('Premium', 30);
    expect((await asha.mandate()).stopped).toBe('plan');
    expect(asha.news(), 'the upgrade says it all').toEqual([]);

    const { id: before } = await bina.renewing('Premium', 7);
    now = new Date(now.getTime() + 1000);
    const { id: after } = await bina.renewing('Premium', 7);
    const stops = await db().selectFrom('plan_mandates').select(['order_id', 'stopped']).where('user_id', '=', bina.user_id).execute();
    expect(new Map(stops.map(({ order_id, stopped }) => [order_id, stopped]))).toEqual(
      new Map([
        [before, 'replaced'],
        [after, ''],
      ]),
    );
    await sendRevocationsAgain(shop);
    expect([(await bankOf(before)).state, (await bankOf(after)).state]).toEqual(['revoked', 'active']);

    now = START;
    await chitra.renewing('Premium', 7);
    at('2026-11-24T06:00:00Z');
    await run();
    await chitra.buy('Premium', 7);
    at('2026-11-26T06:00:00Z');
    await run();
    expect(await chitra.payments(), 'its plan ends a week later').toHaveLength(2);
    at('2026-12-01T06:00:00Z');
    await run();
    at('2026-12-03T06:00:00Z');
    await run();
    expect(chitra.news().map(([what, , when]) => [what, when])).toEqual([
      ['renewal_announced', '2026-11-26T06:00:00.000Z'],
      ['renewal_announced', '2026-12-03T06:00:00.000Z'],
      ['renewal_done', '2026-12-11T06:00:00.000Z'],
    ]);
    await balanced();
  });

  test('an order of its person that waits is not disturbed, and one that they make takes the place of a charge that has not come', async () => {
    const asha = await member();
    await asha.renewing('Premium', 7);
    at(WEEK[0]);
    await run();
    at(WEEK[1]);
    const { body } = await asha.order('Pro', 30);
    await run();
    expect((await asha.orders()).map(({ state }) => state)).toEqual(['paid', 'open']);
    at('2026-11-26T06:31:00Z');
    await expireOrders(shop);
    await run();
    expect((await asha.orders()).map(({ state }) => state)).toEqual(['paid', 'expired', 'paid']);
    expect((await asha.other.get(`/plans/v1/orders/${body.data.id}`, asha.bearer)).body.data.state).toBe('expired');

    const { asha: bina, open } = await inFlight();
    expect((await bina.other.get('/plans/v1/quotes', bina.bearer)).body.data.open, 'nothing for them to pay').toBeNull();
    const own = await bina.order('Premium', 7);
    expect(own.body.data).toMatchObject({ state: 'open', renews: false });
    expect((await bina.orders()).find(({ id }) => id === open.id)!.state).toBe('replaced');
    await run();
    expect(await bina.payments()).toHaveLength(1);
    await balanced();
  });

  test('a plan whose end moved is announced anew, and charged a day after that', async () => {
    const asha = await member();
    const { id } = await asha.renewing('Premium', 7);
    at(WEEK[0]);
    await run();
    await db()
      .updateTable('plan_orders')
      .set({ ends_at: new Date('2026-11-28T06:00:00Z') })
      .where('id', '=', id)
      .execute();
    at(WEEK[1]);
    await run();
    expect([asha.news(), await asha.payments()]).toMatchObject([
      [
        ['renewal_announced', 299_00, '2026-11-26T06:00:00.000Z'],
        ['renewal_announced', 299_00, '2026-11-27T06:00:00.000Z'],
      ],
      { length: 1 },
    ]);
    at('2026-11-27T06:00:00Z');
    await run();
    expect(await asha.payments()).toHaveLength(2);
  });

  test('an order that nobody paid leaves no mandate behind', async () => {
    const asha = await member();
    await asha.order('Premium', 7, { renew_paise: 299_00 });
    now = new Date(now.getTime() + HOUR);
    await expireOrders(shop);
    await run();
    expect(await asha.mandate()).toMatchObject({ stopped: 'unpaid', bank_id: '' });
    expect([asha.news(), (await asha.account()).renewals]).toEqual([[], []]);
  });

  test.each([
    ['by netbanking', 'Premium', 30, { method: 'netbanking', renew_paise: 499_00 }],
    ['for a year', 'Pro', 365, { renew_paise: 8_999_00 }],
  ])('no renewal %s: nothing is ordered', async (_what, plan, days, more) => {
    const asha = await member();
    const { body } = await asha.order(plan, days, more);
    expect(JSON.stringify(body)).toContain('This plan does not renew by itself with this way to pay.');
    expect(await asha.orders()).toEqual([]);
  });
  test('another amount than the list price is not agreed to', async () => {
    const asha = await member();
    expect((await asha.order('Premium', 30, { renew_paise: 599_00 })).body.code).toBe('PRICE_CHANGED');
    expect((await asha.quote('Pro', 365)).renews_by).toEqual([]);
  });

  test('where nothing renews a plan its buyer is told of its end three days and one day before, once each, in the bell and by mail', async () => {
    const [asha, bina, chetan] = [await member(), await member(), await member()];
    await asha.buy('Premium', 30);
    await bina.renewing('Premium', 30);
    await chetan.buy('Premium', 30);
    await chetan.buy('Premium', 7);
    at('2026-12-17T05:59:00Z');
    await tellEnds(shop);
    expect(asha.news()).toEqual([]);
    const news = ['plan_ends', 0, '2026-12-20T06:00:00.000Z'];
    for (const [when, times] of [
      ['2026-12-17T06:00:00Z', 1],
      ['2026-12-18T06:00:00Z', 1],
      ['2026-12-19T06:00:00Z', 2],
      ['2026-12-20T06:00:00Z', 2],
    ] as const) {
      at(when);
      // Two nodes at once, and each again.
      await Promise.all([tellEnds(shop, 1), tellEnds(shop)]);
      await tellEnds(shop);
      expect(asha.news(), when).toEqual(Array(times).fill(news));
    }
    expect((await asha.mails()).filter((mail) => mail.startsWith('Your plan ends soon: Premium.'))).toEqual(
      Array(2).fill(
        'Your plan ends soon: Premium. Your Premium plan of 30 days ends on 20 Dec 2026, 11:30 IST and does not renew by itself. Nothing is taken from you. ' +
          'If you buy it again before then, under Plans, the new days follow the old.',
      ),
    );
    // The bank renews the one; the other has bought the days after.
    expect([bina, chetan].map((one) => one.news())).toEqual([[], []]);
  });

  test('a renewal that was stopped, a plan that was cancelled, and who may not buy it again', async () => {
    const [asha, bina, chetan] = [await member(), await member(), await member()];
    const { id } = await asha.renewing('Premium', 30);
    await asha.stop(id);
    await bina.cancel((await bina.buy('Premium', 30)).id);
    await chetan.buy('Premium', 30);
    await sql`update users set profession = 'Analyst' where id = ${chetan.user_id}`.execute(site.platform.db);
    site.identity.plans.changed(chetan.user_id);
    at('2026-12-19T06:00:00Z');
    await tellEnds(shop);
    expect([asha, bina, chetan].map((one) => one.news().filter(([what]) => what === 'plan_ends').length)).toEqual([1, 0, 1]);
    expect((await chetan.mails()).at(-1)).toContain('Nothing is taken from you.');
    expect((await chetan.mails()).at(-1)).not.toContain('buy it again');
  });

  test('whose plan is sold no more is not told to buy it again', async () => {
    const asha = await member();
    await asha.buy('Premium', 7);
    const offers = await moneyOf(site.platform.db).deleteFrom('plan_offers').where('plan', '=', 'Premium').where('days', '=', 7).returningAll().execute();
    try {
      at('2026-11-26T06:00:00Z');
      await tellEnds(shop);
    } finally {
      await moneyOf(site.platform.db).insertInto('plan_offers').values(offers).execute();
    }
    expect((await asha.mails()).at(-1)).toMatch(/^Your plan ends soon: Premium\..*Nothing is taken from you\.$/);
  });

  test('one row that can’t be read keeps nobody else from being told', async () => {
    const [asha, bina] = [await member(), await member()];
    for (const one of [asha, bina]) await one.buy('Premium', 30);
    at('2026-12-19T06:00:00Z');
    const { asker } = site.identity;
    try {
      shop.identity.asker = async (user_id) => {
        if (user_id === asha.user_id) throw new Error('This one can’t be read');
        return asker(user_id);
      };
      await tellEnds(shop, 1);
    } finally {
      shop.identity.asker = asker;
    }
    expect([asha, bina].map((one) => one.news().length)).toEqual([0, 1]);
    await tellEnds(shop);
    expect([asha, bina].map((one) => one.news().length)).toEqual([1, 1]);
  });
});
