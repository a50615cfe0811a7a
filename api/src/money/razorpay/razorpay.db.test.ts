import { MITC_VERSION } from '@vimarsh/shared/domain/money/mitc.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freshMobile, givePan, openSite, type Reply, type Site, signInBody, signUp } from '../../identity/site.testing.ts';
import { featureDatabase } from '../../platform/testing.ts';
import { unbalanced } from '../books.ts';
import { createMoney } from '../create-money.ts';
import { expireOrders, lookBriefly, offerToPay } from '../ordering.ts';
import { sendRefundsAgain } from '../provider-events.ts';
import type { Shop } from '../shop.ts';
import { moneyOf } from '../tables.ts';
import { RAZORPAY_EVENTS } from './hear-razorpay.ts';
import { type Fault, KEYS, openRazorpayStandIn, PAYER, type RazorpayStandIn, type Webhook } from './razorpay-stand-in.testing.ts';

const START = new Date('2026-11-20T06:00:00Z');
const HOUR = 3_600_000;

describe.each(await featureDatabase())('plans over Razorpay on %s', (kind) => {
  let standIn: RazorpayStandIn;
  let site: Site;
  let shop: Shop;
  let now: Date;
  let address = 0;
  const lines: string[] = [];
  /** Proven addresses; the others signed up by mobile. */
  const mails = new Map<string, string>();
  const bell: [user_id: string, what: string, amount_paise?: number, ends_with?: string][] = [];
  const browser = () => site.browser({ ip: `10.42.${(++address >> 8) & 255}.${address & 255}` });
  beforeAll(async () => {
    standIn = await openRazorpayStandIn(() => now);
    site = await openSite(kind, undefined, { settings: { ...KEYS }, log: { write: (line) => void lines.push(line) } });
    shop = await createMoney(site.platform, {
      partners: site.partners,
      identity: { ...site.identity, mailOf: async (user_id) => mails.get(user_id) ?? '' },
      tellPerson: async (_tx, user_id, { what, refund }) => void bell.push([user_id, what, refund?.amount_paise, refund?.ends_with]),
      clock: () => now,
      // Shorter than screens wait for it.
      testing: { url: standIn.url, timeoutMs: 1500 },
    });
    await site.platform.start();
  });
  afterAll(async () => {
    await site.close();
    await standIn.close();
  });
  beforeEach(() => {
    now = START;
    lines.length = 0;
  });
  const db = () => moneyOf(site.platform.db);
  /** What tests told of and what can be booked nowhere: this is said not to agree, and nothing else is ever wrong. */
  const inNoBook: string[] = [];
  const balanced = async () => expect((await unbalanced(db())).toSorted()).toEqual(inNoBook.toSorted());
  const tell = async ({ body, headers }: Webhook): Promise<Reply> => {
    const answer = await site.platform.app.inject({ method: 'POST', url: RAZORPAY_EVENTS, headers: { host: 'localhost:4000', ...headers }, payload: body });
    return { http: answer.statusCode, headers: answer.headers, body: answer.json() };
  };

  async function member() {
    const own = browser();
    const { body: mine } = await signUp(site, own, freshMobile());
    const { user_id } = mine;
    const bearer = mine.data.token;
    await givePan(own, bearer);
    let keys = 0;
    return {
      user_id: user_id as string,
      /** What the bell told of refunds. */
      heard: () => bell.filter(([who]) => who === user_id).map(([, ...said]) => said),
      order: async (more: object = {}): Promise<Reply> => {
        const asked = {
          plan: 'Premium',
          days: 30,
          pay_paise: 499_00,
          method: 'upi',
          mitc_version: MITC_VERSION,
          place: '27',
          key: `k${address}_${++keys}`,
          ...more,
        };
        return own.post('/plans/v1/orders', asked, bearer);
      },
      state: async (id: string) => (await own.get(`/plans/v1/orders/${id}`, bearer)).body.data,
      quotes: async () => (await own.get('/plans/v1/quotes', bearer)).body,
      account: async () => (await own.get('/plans/v1/account', bearer)).body.data,
      saveBank: async (body: object) => own.post('/plans/v1/bank_account', body, bearer),
      bank: async () => (await own.get('/plans/v1/bank_account', bearer)).body.data,
      removeBank: async () => own.post('/plans/v1/bank_account/remove', {}, bearer),
      unbalanced: async () => own.get('/admin/v1/books/unbalanced', bearer),
      noteRefund: (body: object) => own.post('/admin/v1/refunds/paid', body, bearer),
      cancel: async (order_id: string, refund_paise: number) => own.post('/plans/v1/cancel', { order_id, refund_paise }, bearer),
    };
  }

  test('a plan is bought: order, link, signed webhook, plan and invoice; the other webhook of the payment, and each again, change nothing', async () => {
    const asha = await member();
    const { id, payable } = (await asha.order()).body.data;
    expect(payable).toEqual({ page: standIn.linkFor(id)!.short_url, upi: null });
    expect(standIn.linkFor(id)!.callback_url).toMatch(new RegExp(`^http://localhost:\\d+/pricing/status\\?order=${id}$`));
    expect((await asha.state(id)).state, 'a link is no plan').toBe('open');
    const { captured, paid } = standIn.pay(id);
    expect((await tell(captured)).body).toEqual({ status: true, data: { outcome: 'activated' } });
    for (const again of [paid, captured, paid]) expect((await tell(again)).body.data.outcome).toBe('doubled');
    expect(await asha.state(id)).toMatchObject({ state: 'paid', payable: null });
    const { plans, invoices } = await asha.account();
    expect([plans.length, invoices.map((one: { total_paise: number }) => one.total_paise)]).toEqual([1, [499_00]]);
    await balanced();
  });

  test('forged, unsigned, of another form or of no concern: no plan', async () => {
    const asha = await member();
    const { id } = (await asha.order()).body.data;
    const { paid } = standIn.pay(id);
    const { 'x-razorpay-signature': signature, ...bare } = paid.headers;
    const forged: Webhook[] = [
      { ...paid, body: `${paid.body} ` },
      { ...paid, headers: bare },
      { ...paid, headers: { ...bare, 'x-razorpay-signature': signature!.replace(/./g, '0') } },
      standIn.webhook('payment_link.paid', JSON.parse(paid.body).payload, 'another-secret'),
    ];
    for (const webhook of forged) expect(await tell(webhook)).toMatchObject({ http: 403, body: { code: 'EVENT_FORGED' } });
    expect(lines.filter((line) => line.includes('RAZORPAY_WEBHOOK_SECRET'))).not.toEqual([]);
    expect((await tell(standIn.webhook('payment_link.paid', { payment: { entity: { ...PAYER } } }))).body.data.outcome).toBe('unreadable');
    expect((await tell(standIn.webhook('order.paid', { order: { entity: { receipt: id } } }))).body.data.outcome).toBe('ignored');
    expect(await asha.state(id)).toMatchObject({ state: 'open' });
    await tell(paid);
    expect(await asha.state(id)).toMatchObject({ state: 'paid' });
  });

  test.each([
    [{ amount: 498_99 }, 'other amount', 1],
    [{ currency: 'USD' }, 'other currency', 0],
  ])('a payment of %o gives no plan', async (more, outcome, refunds) => {
    const asha = await member();
    const { id } = (await asha.order()).body.data;
    const { paid, payment_id } = standIn.pay(id, more);
    expect((await tell(paid)).body.data.outcome).toBe(outcome);
    expect((await asha.account()).plans).toEqual([]);
    expect([...standIn.refunds.values()].filter((one) => one.payment_id === payment_id)).toHaveLength(refunds);
    // What is neither booked nor given back is told.
    if (refunds === 0) inNoBook.push(`payment ${payment_id} is in no book: ${outcome}`);
    await balanced();
  });

  test('a refused attempt leaves the order open', async () => {
    const asha = await member();
    const { id } = (await asha.order()).body.data;
    expect((await tell(standIn.refuse(id))).body.data.outcome).toBe('failed');
    expect(await asha.state(id)).toMatchObject({ state: 'open', refused: true });
  });

  test.each<Fault>(['status 500', 'a page', 'hangs', 'lost'])(
    'the provider’s answer is %s: the order is kept, it is said plainly, and the same key goes on',
    async (fault) => {
      const asha = await member();
      standIn.next('links', fault);
      const key = `kept_${kind}_${String(fault).replace(' ', '_')}`;
      const { http, body } = await asha.order({ key });
      expect([http, body.code, body.validation]).toEqual([
        502,
        'PAY_AWAY',
        'Our payment provider did not answer properly. Nothing was lost; try again in a moment.',
      ]);
      standIn.next('links', fault);
      const shown = (await asha.quotes()).data.open;
      expect(shown, 'screens show it meanwhile').toMatchObject({ state: 'open', pay_paise: 499_00 });
      const again = (await asha.order({ key })).body.data;
      expect([again.id, again.payable.page]).toEqual([shown.id, standIn.linkFor(shown.id)!.short_url]);
    },
  );

  test('an order of another plan cancels the link; one that was paid a moment ago stays', async () => {
    const asha = await member();
    const first = (await asha.order()).body.data;
    const lite = { plan: 'Lite', pay_paise: 199_00 };
    standIn.next('links', 'status 500');
    expect((await asha.order(lite)).body.code, 'nothing is put aside unseen').toBe('PAY_AWAY');
    expect((await asha.state(first.id)).state).toBe('open');
    const second = (await asha.order(lite)).body.data;
    expect([standIn.linkFor(first.id)!.status, (await asha.state(first.id)).state]).toEqual(['cancelled', 'replaced']);
    const { paid } = standIn.pay(second.id);
    expect((await asha.order()).body.code).toBe('ORDER_PAYING');
    await tell(paid);
    expect((await asha.state(second.id)).state).toBe('paid');
  });

  test('nobody pays in time: the link is cancelled, and while the provider is away the order is shown as it was', async () => {
    const asha = await member();
    const { id } = (await asha.order()).body.data;
    now = new Date(START.getTime() + HOUR);
    standIn.next('links', 'hangs up');
    expect((await asha.state(id)).state).toBe('open');
    now = new Date(now.getTime() + 10_000);
    expect([(await asha.state(id)).state, standIn.linkFor(id)!.status]).toEqual(['expired', 'cancelled']);
  });

  test('a refund reaches them once although its answer got lost, is asked for again later, and is done by their word', async () => {
    const asha = await member();
    const { id } = (await asha.order()).body.data;
    const { paid, payment_id } = standIn.pay(id);
    await tell(paid);
    const made = () => [...standIn.refunds.values()].filter((one) => one.payment_id === payment_id);
    const [{ refund_paise }] = (await asha.account()).plans;
    standIn.next('refund', 'lost');
    expect((await asha.cancel(id, refund_paise)).body.data).toMatchObject({ refund_paise });
    await expect.poll(made).toHaveLength(1);
    now = new Date(START.getTime() + HOUR + 1);
    await sendRefundsAgain(shop);
    const { refunds } = await asha.account();
    expect(made()).toMatchObject([{ amount: refund_paise, receipt: refunds[0].id, notes: { order_id: id } }]);
    expect(refunds).toMatchObject([{ amount_paise: refund_paise, state: 'asked' }]);
    expect((await tell(standIn.finish(made()[0]!))).body.data.outcome).toBe('refunded');
    expect((await asha.account()).refunds).toMatchObject([{ state: 'done' }]);
    await balanced();
  });

  test('a webhook whose order can’t be looked up now is refused, so they tell it again', async () => {
    const asha = await member();
    const { id } = (await asha.order()).body.data;
    const { captured } = standIn.pay(id);
    standIn.next('links', 'hangs');
    expect(await tell(captured)).toMatchObject({ http: 502, body: { code: 'PAY_AWAY' } });
    expect((await tell(captured)).body.data.outcome).toBe('activated');
  });

  test('an order that is paid there and that nobody tells of is asked about half an hour after its time; its event does nothing more', async () => {
    const asha = await member();
    const { id } = (await asha.order()).body.data;
    const { captured, paid } = standIn.pay(id);
    const told = () => lines.filter((line) => line.includes(id) && line.includes('no event came'));
    for (const [minutes, most, state] of [
      [31, 0, 'open'],
      [61, 1, 'paid'],
    ] as const) {
      now = new Date(START.getTime() + minutes * 60_000);
      await expireOrders(shop);
      expect(told()).toHaveLength(most);
      expect((await asha.state(id)).state).toBe(state);
    }
    for (const late of [captured, paid]) expect((await tell(late)).body.data.outcome).toBe('doubled');
    expect((await asha.account()).plans).toHaveLength(1);
    await balanced();
  });

  test('who paid another amount gets it back and can order the same plan, or another, anew', async () => {
    for (const more of [{}, { plan: 'Lite', pay_paise: 199_00 }]) {
      const asha = await member();
      const { id } = (await asha.order()).body.data;
      const { paid } = standIn.pay(id, { amount: 498_99 });
      await tell(paid);
      const anew = (await asha.order(more)).body.data;
      expect([anew?.state, anew?.id === id, (await asha.state(id)).state]).toEqual(['open', false, 'returned']);
      expect((await tell(standIn.pay(anew.id).paid)).body.data.outcome).toBe('activated');
      await balanced();
    }
  });

  test('one late order that the provider does not answer for keeps no other from its end', async () => {
    const [asha, meena] = [await member(), await member()];
    const first = (await asha.order()).body.data;
    const second = (await meena.order()).body.data;
    now = new Date(START.getTime() + HOUR);
    await db().updateTable('plan_orders').set({ state: 'expired' }).where('state', '=', 'open').where('id', 'not in', [first.id, second.id]).execute();
    standIn.next('links', 'status 500');
    await expireOrders(shop);
    expect([(await meena.state(second.id)).state, lines.some((line) => line.includes('a late order waits'))]).toEqual(['expired', true]);
  });

  /** A plan that was paid and cancelled, and its refund as the provider has it. */
  async function cancelled() {
    const asha = await member();
    const { id } = (await asha.order()).body.data;
    const { paid, payment_id } = standIn.pay(id);
    await tell(paid);
    await asha.cancel(id, (await asha.account()).plans[0].refund_paise);
    const made = () => [...standIn.refunds.values()].filter((one) => one.payment_id === payment_id);
    await expect.poll(made).toHaveLength(1);
    return { asha, made: made()[0]!, refund: async () => (await asha.account()).refunds[0] };
  }

  test('a refund that is paid back there is done here too, though its event got lost', async () => {
    const { asha, made } = await cancelled();
    const webhook = standIn.finish(made);
    now = new Date(START.getTime() + HOUR + 1);
    await sendRefundsAgain(shop);
    expect((await asha.account()).refunds).toMatchObject([{ state: 'done' }]);
    expect((await tell(webhook)).body.data.outcome).toBe('doubled');
    await balanced();
  });

  const bossOf = async () => {
    const own = browser();
    const { access_token } = (await own.post('/auth/v1/sign_in', signInBody('admin@vimarsh.example.com'))).body.token_data;
    return {
      failed: async () => (await own.get('/admin/v1/refunds/failed', access_token)).body.data.refunds.map((one: { id: string }) => one.id),
      accountFor: async (id: string) =>
        (await own.get('/admin/v1/refunds/failed', access_token)).body.data.refunds.find((one: { id: string }) => one.id === id).account,
      paid: async (body: object) => (await own.post('/admin/v1/refunds/paid', body, access_token)).body,
      list: async () => own.get('/admin/v1/refunds/failed', access_token),
      wrong: async () => (await own.get('/admin/v1/books/unbalanced', access_token)).body.data.wrong,
    };
  };
  test.each(['told', 'asked'])('a refund that could not be paid back (%s) is owed all the same, and ends when it is paid', async (by) => {
    const { made, refund } = await cancelled();
    const boss = await bossOf();
    const webhook = standIn.finish(made, 'refund.failed');
    if (by === 'told') expect((await tell(webhook)).body.data.outcome).toBe('refund failed');
    now = new Date(START.getTime() + HOUR + 1);
    await sendRefundsAgain(shop);
    if (by === 'asked') expect((await tell(webhook)).body.data.outcome).toBe('doubled');
    const { id, state, plan } = await refund();
    expect([plan, state, await boss.failed()]).toEqual(['Premium', 'failed', expect.arrayContaining([id])]);
    await balanced();
    // Asked for once more by hand, with the same receipt, it is paid.
    const again = { ...made, id: `rfnd_again${by}`, status: 'pending' as const };
    standIn.refunds.set(again.id, again);
    expect((await tell(standIn.finish(again))).body.data.outcome).toBe('refunded');
    expect([(await refund()).state, (await boss.failed()).includes(id)]).toEqual(['done', false]);
    const late = standIn.webhook('refund.failed', JSON.parse(webhook.body).payload);
    expect((await tell(late)).body.data.outcome, 'what is paid is paid').toBe('ignored');
    await balanced();
  });

  test('what the provider could not pay back our bank pays, once and whole; the books say by whom', async () => {
    const { asha, made, refund } = await cancelled();
    const boss = await bossOf();
    const { id, amount_paise } = await refund();
    const paid = { id, amount_paise, reference: `N123${kind}`, ends_with: '4321' };
    expect((await boss.paid(paid)).code, 'it may still come the way it was asked for').toBe('NOT_FOUND');
    await tell(standIn.finish(made, 'refund.failed'));
    expect((await asha.noteRefund(paid)).http).toBe(403);
    expect(await boss.paid({ ...paid, amount_paise: amount_paise - 1 })).toMatchObject({ code: 'BAD_REQUEST', problems: [{ path: 'amount_paise' }] });
    expect(await boss.paid({ ...paid, ends_with: '21' })).toMatchObject({ code: 'BAD_REQUEST', problems: [{ path: 'ends_with' }] });
    expect((await boss.paid(paid)).status).toBe(true);
    expect(await refund()).toMatchObject({ state: 'by_bank', by_bank: { ends_with: '4321', paid_at: now.toISOString(), reference: paid.reference } });
    expect(asha.heard().at(-1)).toEqual(['refund_by_bank', amount_paise, '4321']);
    expect((await boss.paid(paid)).status, 'its answer may have got lost').toBe(true);
    expect((await boss.paid({ ...paid, reference: 'N124' })).code).toBe('NOT_FOUND');
    const booked = await db().selectFrom('book_lines').select(['account', 'paise']).where('entry', '=', `refund ${id}`).orderBy('line').execute();
    expect(booked).toEqual([
      { account: 'refunds_due', paise: amount_paise },
      { account: 'bank', paise: -amount_paise },
    ]);
    await balanced();
    // Paid by the provider after all: somebody has to look at it.
    expect((await tell(standIn.finish(made))).body.data.outcome).toBe('paid twice');
    expect((await refund()).state).toBe('by_bank');
    inNoBook.push(`refund ${id} was paid by our bank and by the provider too`);
    await balanced();
    expect(await boss.wrong(), 'who reads the books reads that by day').toEqual((await unbalanced(db())).toSorted());
    expect((await asha.unbalanced()).http).toBe(403);
  });

  test('whoever pays a failed refund reads where its owner wants it, whole, and that stands in the audit log', async () => {
    const { asha, made, refund } = await cancelled();
    const boss = await bossOf();
    await tell(standIn.finish(made, 'refund.failed'));
    const { id } = await refund();
    expect(await boss.accountFor(id)).toBeNull();
    const account = { holder: 'Asha Rao', ifsc: 'HDFC0000123', number: '501001234321' };
    expect((await asha.saveBank(account)).body.data).toEqual({ holder: 'Asha Rao', ifsc: 'HDFC0000123', ends_with: '4321', saved_at: START.toISOString() });
    expect(await boss.accountFor(id)).toEqual({ ...account, saved_at: START.toISOString() });
    const { user_id } = await db().selectFrom('plan_refunds').select('user_id').where('id', '=', id).executeTakeFirstOrThrow();
    const read = await site.platform.db.selectFrom('audit_log').select('object').where('action', '=', 'refund.read-account').execute();
    expect(read.map(({ object }) => object)).toContain(user_id);
    expect(lines.join(), 'no log tells a number').not.toContain(account.number);
  });

  test('whose refund could not be paid hears of it in the bell and by mail, and where it goes; a changed or removed account is told and noted, too', async () => {
    const { asha, made, refund } = await cancelled();
    mails.set(asha.user_id, `${asha.user_id}@example.com`);
    const written = async () => (await site.platform.outbox.list(site.platform.db, mails.get(asha.user_id)!)).map(({ text }) => text).join('\n');
    expect(await asha.bank()).toMatchObject({ account: null, owed_paise: 0 });
    await tell(standIn.finish(made, 'refund.failed'));
    const { amount_paise } = await refund();
    expect(asha.heard()).toEqual([['refund_failed', amount_paise, '']]);
    expect(await written()).toContain('Tell us an account of yours in My account under Bank details');
    expect(await asha.bank()).toMatchObject({ account: null, owed_paise: amount_paise });
    await asha.saveBank({ holder: 'Asha Rao', ifsc: 'HDFC0000123', number: '501001234321' });
    expect((await asha.account()).refund_account).toBe('4321');
    await asha.removeBank();
    await asha.removeBank();
    expect(asha.heard().slice(1)).toEqual([
      ['refund_account', 0, '4321'],
      ['refund_account', 0, ''],
    ]);
    expect(await written()).toContain('The account ending in 4321 was removed');
    const noted = await site.platform.db
      .selectFrom('audit_log')
      .select('action')
      .where('object', '=', asha.user_id)
      .where('action', 'like', 'bank-account%')
      .execute();
    expect(noted.map(({ action }) => action)).toEqual(['bank-account.save', 'bank-account.remove']);

    const again = await cancelled();
    await again.asha.saveBank({ holder: 'Asha Rao', ifsc: 'HDFC0000123', number: '501001238765' });
    await tell(standIn.finish(again.made, 'refund.failed'));
    expect(again.asha.heard().at(-1)).toEqual(['refund_failed', amount_paise, '8765']);
  });

  test('a refund that is refused for days is owed by our bank; one of less than three days is only asked for again', async () => {
    const asha = await member();
    const { id } = (await asha.order()).body.data;
    await tell(standIn.pay(id).paid);
    const boss = await bossOf();
    standIn.next('refund', ...Array.from({ length: 12 }, () => 'refused' as const));
    await asha.cancel(id, (await asha.account()).plans[0].refund_paise);
    const state = async () => (await asha.account()).refunds[0].state;
    const later = async (days: number) => {
      now = new Date(START.getTime() + days * 24 * HOUR + 1);
      await sendRefundsAgain(shop);
    };
    await later(2);
    expect(await state()).toBe('asked');
    await later(4);
    expect([await state(), asha.heard().at(-1)?.[0]]).toEqual(['failed', 'refund_failed']);
    expect(await boss.failed()).toContain((await asha.account()).refunds[0].id);
    standIn.heal('refund');
    await balanced();
  });

  test('what a week after it was asked for is neither paid nor failed can be paid by our bank', async () => {
    const { refund } = await cancelled();
    const boss = await bossOf();
    const { id, amount_paise } = await refund();
    expect(await boss.failed()).not.toContain(id);
    now = new Date(START.getTime() + 7 * 24 * HOUR + 1);
    expect(await boss.failed()).toContain(id);
    expect((await boss.paid({ id, amount_paise, reference: `N77${kind}`, ends_with: '4321' })).status).toBe(true);
    await balanced();
  });

  test('nobody notes a refund to themselves, and no reference pays two', async () => {
    const [one, two] = [await cancelled(), await cancelled()];
    const boss = await bossOf();
    for (const { made } of [one, two]) await tell(standIn.finish(made, 'refund.failed'));
    const paid = async (of: typeof one) => {
      const { id, amount_paise } = await of.refund();
      return boss.paid({ id, amount_paise, reference: `UTR${kind}`, ends_with: '4321' });
    };
    expect((await paid(one)).status).toBe(true);
    expect(await paid(two)).toMatchObject({ code: 'BAD_REQUEST', problems: [{ path: 'reference' }] });
    await db().updateTable('plan_refunds').set({ user_id: 'usr_admin' }).where('user_id', '=', two.asha.user_id).execute();
    const mine = await db().selectFrom('plan_refunds').select(['id', 'amount_paise']).where('user_id', '=', 'usr_admin').executeTakeFirstOrThrow();
    expect((await boss.paid({ ...mine, reference: `UTR2${kind}`, ends_with: '4321' })).code).toBe('FORBIDDEN');
    await db().updateTable('plan_refunds').set({ user_id: two.asha.user_id }).where('id', '=', mine.id).execute();
    await balanced();
  });

  test('a refund made by hand without our receipt, or of another sum, does not agree until somebody looks', async () => {
    const { made } = await cancelled();
    await tell(standIn.finish(made, 'refund.failed'));
    const byHand = { ...made, id: `rfnd_hand${kind}`, receipt: null as unknown as string };
    standIn.refunds.set(byHand.id, byHand);
    expect((await tell(standIn.finish(byHand))).body.data.outcome).toBe('unknown order');
    inNoBook.push(`refund ${byHand.id} is in no book: unknown order`);
    await balanced();
    const less = { ...made, id: `rfnd_less${kind}`, amount: made.amount - 1 };
    expect((await tell(standIn.finish(less))).body.data.outcome).toBe('other amount');
    inNoBook.push(`refund ${made.receipt} is in no book: other amount`);
    await balanced();
  });

  test('a refund is its owner’s, whatever order its event names', async () => {
    const { asha, made } = await cancelled();
    mails.set(asha.user_id, `${asha.user_id}@example.com`);
    const bare = { ...made, notes: [] };
    expect((await tell(standIn.finish(bare))).body.data.outcome).toBe('refunded');
    const mailed = await site.platform.outbox.list(site.platform.db, mails.get(asha.user_id)!);
    expect(mailed.map(({ subject }) => subject)).toContain('Your refund is paid');
  });

  test('the list says how many there are, and each account that is read is noted by its owner', async () => {
    const asha = await member();
    const { id: order_id } = (await asha.order()).body.data;
    const { payment_id, paid } = standIn.pay(order_id);
    await tell(paid);
    const boss = await bossOf();
    const { body: before } = await boss.list();
    const ids = Array.from({ length: 210 }, (_, at) => `01AAAAAAAAAAAAAAAAAAAAB${String(at).padStart(3, '0')}`);
    const row = {
      payment_id,
      order_id,
      amount_paise: 1,
      reason: 'cancelled' as const,
      state: 'asked' as const,
      asked_at: new Date(0),
      failed_at: new Date(0),
      done_at: null,
    };
    await db()
      .insertInto('plan_refunds')
      .values(ids.map((id) => ({ ...row, id, user_id: `usr_${id}` })))
      .execute();
    const account = { holder: 'A', ifsc: 'HDFC0000123', number_end: '4321', saved_at: START };
    await db()
      .insertInto('bank_accounts')
      .values(ids.map((id) => ({ ...account, user_id: `usr_${id}`, number_sealed: shop.sealing.seal(Buffer.from('501001234321'), `usr_${id}`) })))
      .execute();
    const { http, body } = await boss.list();
    await db().deleteFrom('plan_refunds').where('id', 'in', ids).execute();
    await db().deleteFrom('bank_accounts').where('user_id', 'like', 'usr_01AAAA%').execute();
    expect([http, body.data.total - before.data.total, body.data.refunds.length]).toEqual([200, 210, 200]);
    const noted = await site.platform.db.selectFrom('audit_log').select('object').where('object', 'like', 'usr_01AAAA%').execute();
    expect(new Set(noted.map(({ object }) => object)).size).toBe(200);
  });

  test('prices wait two seconds for the provider’s word on an open order, and then stand without it', async () => {
    const asha = await member();
    standIn.next('links', 'status 500');
    await asha.order();
    const patient = { ...shop, provider: { ...shop.provider!, createOrder: () => new Promise<never>(() => {}) } };
    const open = await db().selectFrom('plan_orders').selectAll().where('user_id', '=', asha.user_id).executeTakeFirstOrThrow();
    const begun = performance.now();
    expect(await lookBriefly(patient, open)).toMatchObject({ id: open.id, state: 'open' });
    expect(performance.now() - begun).toBeLessThan(4000);
  });

  test('more refunds than are read at once all reach them, whatever became of the oldest', async () => {
    const asha = await member();
    const { id } = (await asha.order()).body.data;
    const { payment_id, paid } = standIn.pay(id);
    await tell(paid);
    const { user_id } = await db().selectFrom('plan_orders').select('user_id').where('id', '=', id).executeTakeFirstOrThrow();
    const row = { payment_id, order_id: id, user_id, amount_paise: 1, reason: 'cancelled' as const, state: 'asked' as const, asked_at: START, done_at: null };
    const ids = Array.from({ length: 60 }, (_, at) => `01AAAAAAAAAAAAAAAAAAAAA${String(at).padStart(3, '0')}`);
    await db()
      .insertInto('plan_refunds')
      .values(ids.map((each) => ({ ...row, id: each })))
      .execute();
    now = new Date(START.getTime() + HOUR + 1);
    await sendRefundsAgain(shop);
    const reached = new Set([...standIn.refunds.values()].map(({ receipt }) => receipt));
    await db().deleteFrom('plan_refunds').where('id', 'in', ids).execute();
    expect(ids.filter((each) => !reached.has(each))).toEqual([]);
  });

  test('a link that was made while its order was put aside is closed', async () => {
    const asha = await member();
    standIn.next('links', 'status 500');
    await asha.order();
    const [open] = [(await asha.quotes()).data.open];
    const link = standIn.linkFor(open.id);
    const row = await db().selectFrom('plan_orders').selectAll().where('id', '=', open.id).executeTakeFirstOrThrow();
    expect(link?.status).toBe('created');
    await db().updateTable('plan_orders').set({ state: 'replaced' }).where('id', '=', open.id).execute();
    await offerToPay(shop, row);
    expect(standIn.linkFor(open.id)!.status).toBe('cancelled');
  });

  test('who waits for a paid order and asks every other second has the provider asked once in ten', async () => {
    const asha = await member();
    const { id } = (await asha.order()).body.data;
    standIn.pay(id);
    now = new Date(START.getTime() + 31 * 60_000);
    const asked = () => standIn.asked.filter(({ query }) => query.get('reference_id') === id).length;
    await asha.state(id);
    const once = asked();
    for (let polls = 0; polls < 4; polls += 1) await asha.state(id);
    expect(asked()).toBe(once);
    now = new Date(now.getTime() + 10_000);
    await asha.state(id);
    expect(asked()).toBeGreaterThan(once);
  });

  test('a way to pay that it lacks is refused before anything is ordered', async () => {
    const asha = await member();
    const { body } = await asha.order({ method: 'cefcom' });
    expect(body).toMatchObject({ status: false, code: 'BAD_REQUEST', problems: [{ path: 'method' }] });
    expect((await asha.quotes()).data).toMatchObject({ open: null, methods: ['upi', 'card', 'netbanking'] });
  });

  test('neither log nor kept events name a payer or a key', async () => {
    const asha = await member();
    const { id } = (await asha.order()).body.data;
    const { captured, paid } = standIn.pay(id, { amount: 1_00 });
    for (const webhook of [captured, paid, standIn.refuse(id), standIn.webhook('payment.captured', { payment: { entity: PAYER } })]) await tell(webhook);
    standIn.next('links', 'another form');
    await asha.order({ plan: 'Lite', pay_paise: 199_00 });
    expect(lines.length, 'there was something to tell').toBeGreaterThan(2);
    const kept = await db().selectFrom('plan_events').select(['id', 'event']).execute();
    expect(kept.length).toBeGreaterThan(2);
    const text = lines.join('') + JSON.stringify(kept);
    for (const secret of [...Object.values(KEYS), ...Object.values(PAYER)]) expect(text).not.toContain(secret);
  });
});
