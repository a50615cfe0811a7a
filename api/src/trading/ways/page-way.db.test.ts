import type { BasketTicket, Order } from '@vimarsh/shared/contract/trading/types.ts';
import { ENVIRONMENTS } from '@vimarsh/shared/domain/partners/demo/environments.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type StagedMarket, stageMarket } from '../../market/staged-market.testing.ts';
import { featureDatabase, openPlatform, type TestPlatform } from '../../platform/testing.ts';
import { paperTables } from '../brokers/paper/paper.tables.ts';
import { createTrading, type Trading } from '../create-trading.ts';
import { tradingTables } from '../tables.ts';

// A Friday, 11:00 in India.
const NOW = new Date('2026-11-20T05:30:00Z');
const SITE = ENVIRONMENTS.find(({ brokerId }) => brokerId === 45)!;
const DEVICE = `dsid=${'a'.repeat(43)}`;

describe.each(await featureDatabase())('orders confirmed on the broker’s page (%s)', (database) => {
  let served: TestPlatform;
  let staged: StagedMarket;
  let trading: Trading;
  const over = new Set<string>();
  let at = NOW.getTime();

  beforeAll(async () => {
    served = await openPlatform({ database });
    const { platform } = served;
    platform.tenant(() => SITE as never);
    platform.authenticator(async (token) => ({
      ...{ user_id: token, session_id: `s_${token}`, roles: ['Retail Investor'], profession: 'Retail Investor', is_admin: false },
      ...{ partner_key: SITE.utm_source_str, plan: 'Premium', promotional: false, kyc_gate: null, chat: false, publisher: false, expert_status: '' },
    }));
    staged = await stageMarket(platform, NOW);
    trading = createTrading(platform, {
      market: staged.market,
      tellPerson: async () => {},
      identity: { keeps: () => {}, pans: { same: async (_tx: unknown, user_id: string) => [user_id] } as never },
      calls: {
        ...{ readableCall: async () => Promise.reject(new Error('no call')), cardsOf: async () => [], hasOpenCall: async () => false },
        ...{ onPublished: () => {}, dealings: () => {} },
      },
      brokers: {
        known: (id) => ({ id, title: 'Periyar Securities', entry: { logo: '' } }) as never,
        sessionOf: async ({ user_id }) =>
          over.has(user_id) ? { state: 'expired' } : { state: 'active', client_id: `C-${user_id}`, token: 't', expires_at: new Date('2026-11-21T00:30:00Z') },
        endSession: async ({ user_id }) => void over.add(user_id),
      },
    });
    await platform.start();
  });
  afterAll(() => served.end());
  beforeEach(() => over.clear());

  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field.
  type Reply = { http: number; code?: string; status: boolean; validation: string; data: any };
  async function send(who: string, path: string, payload?: object): Promise<Reply> {
    const answer = await served.platform.app.inject({
      method: payload ? 'POST' : 'GET',
      url: `/trading/v1${path}`,
      headers: { host: 'localhost', authorization: `Bearer ${who}`, cookie: DEVICE },
      ...(payload && { payload }),
    });
    return { http: answer.statusCode, ...answer.json() };
  }
  const waiting = async (who: string): Promise<BasketTicket> => {
    const { data } = await send(who, '/ticket', { call_id: null, symbol: 'TCS', contract: null });
    return { legs: [{ ...data.ticket.legs[0], price: Math.floor(data.ticket.legs[0].price * 0.95) }] };
  };
  const place = async (who: string, key: string) => (await send(who, '/orders', { key, ticket: await waiting(who), agreed: ['TWICE'] })).data;
  const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    served.platform.app.inject({
      method: 'POST',
      url,
      headers: { host: 'localhost', cookie: DEVICE, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', ...headers },
      payload: new URLSearchParams(fields).toString(),
    });
  const fieldsOf = ({ fields }: { fields: { name: string; value: string }[] }) => Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  // biome-ignore lint/suspicious/noExplicitAny: a page as it was answered.
  const open = (page: any, headers?: Record<string, string>) => post(page.url, fieldsOf(page), headers);
  const formOf = (html: string): Record<string, string> =>
    Object.fromEntries([...html.matchAll(/name="(basket|form)" value="([^"]+)"/g)].map(([, name, value]) => [name!, value!]));
  // biome-ignore lint/suspicious/noExplicitAny: a page as it was answered.
  async function decide(page: any, answer: 'confirm' | 'leave') {
    const form = formOf((await open(page)).body);
    return post('/__paper/basket/decide', { ...form, answer });
  }
  const read = async (who: string, id: string): Promise<Order> => (await send(who, `/orders/${id}`)).data.order;
  const linesOf = (who: string) => paperTables(served.platform.db).selectFrom('paper_orders').selectAll().where('client_id', '=', `45 C-${who}`).execute();
  async function forwardTo(time: string): Promise<void> {
    at = Date.parse(time);
    await staged.goTo(new Date(at));
    for (let turn = 0; turn < 3; turn += 1) await trading.sweep();
  }

  test('S2.1-ROUTE-19: nothing is placed before the client confirms at the broker; then the book has it, and the desk says which way and why', async () => {
    const who = 'asha';
    const { orders, page } = await place(who, 'k1');
    expect([orders[0].state, orders[0].way, orders[0].may]).toEqual(['at_broker', 'broker_page', { modify: false, cancel: false }]);
    expect((await send(who, '/desk')).data).toMatchObject({
      way: 'broker_page',
      way_why: expect.stringContaining('You confirm each order'),
      takes: { modify: false },
    });
    expect(await linesOf(who)).toEqual([]);
    const shown = await open(page);
    expect(shown.headers['content-security-policy']).toContain("frame-ancestors 'none'; base-uri 'none'; form-action 'self'");
    expect(shown.body).toContain('Buy 10 TCS');
    expect(await linesOf(who)).toEqual([]);
    const back = await post('/__paper/basket/decide', { ...formOf(shown.body), answer: 'confirm' });
    expect([back.statusCode, back.headers.location]).toEqual([303, `/trading/v1/returns/45?basket=${orders[0].basket_id}&status=success`]);
    expect(await linesOf(who)).toHaveLength(1);
    await send(who, '/reconcile', {});
    expect(await read(who, orders[0].id)).toMatchObject({
      state: 'pending',
      broker_order_id: expect.stringMatching(/^P/),
      may: { modify: false, cancel: false },
    });
    expect((await send(who, `/orders/${orders[0].id}/cancel`, { version: 1 })).validation).toContain('on your broker’s own page');
  });

  test('S2.1-ROUTE-19: what the redirect says moves no order: only the book does', async () => {
    const who = 'bala';
    const { orders } = await place(who, 'k1');
    const back = await served.platform.app.inject({
      url: `/trading/v1/returns/45?basket=${orders[0].basket_id}&status=success`,
      headers: { host: 'localhost', cookie: DEVICE },
    });
    expect([back.statusCode, back.headers.location]).toEqual([303, `/trading/orders?back=done&basket=${orders[0].basket_id}`]);
    await send(who, '/reconcile', {});
    expect((await read(who, orders[0].id)).state).toBe('at_broker');
    const hostile = await served.platform.app.inject({ url: '/trading/v1/returns/45?basket=//evil.example&status=CANCELLED', headers: { host: 'localhost' } });
    expect(hostile.headers.location).toBe('/trading/orders?back=left');
  });

  test('S2.1-ROUTE-19: the same wish again shows the page again while the book lacks the order, and no page once it has it or can’t be read', async () => {
    const who = 'chitra';
    const first = await place(who, 'k1');
    const again = (await send(who, '/orders', { key: 'k1', ticket: await waiting(who), agreed: [] })).data;
    expect([again.orders[0].id, again.page.url]).toEqual([first.orders[0].id, '/__paper/basket']);
    // The page of before, in another tab, is over.
    expect((await open(first.page)).body).toContain('Nothing was placed');
    await decide(again.page, 'confirm');
    const reopened = (await send(who, `/orders/${first.orders[0].id}/page`, {})).data;
    expect([reopened.page, reopened.orders[0].state]).toEqual([null, 'pending']);
    const lost = await place(who, 'k2');
    over.add(who);
    const unread = (await send(who, `/orders/${lost.orders[0].id}/page`, {})).data;
    expect([unread.page, unread.orders[0].state]).toEqual([null, 'at_broker']);
    over.delete(who);
    await send(who, '/pause', {});
    expect((await send(who, `/orders/${lost.orders[0].id}/page`, {})).validation).toContain('paused trading');
    expect((await send('nobody', `/orders/${lost.orders[0].id}/page`, {})).http).toBe(404);
  });

  test('a basket is confirmed once: a second press, two at once and a page from another browser place nothing more', async () => {
    const who = 'deepa';
    const { page } = await place(who, 'k1');
    const form = formOf((await open(page)).body);
    const both = await Promise.all([1, 2].map(() => post('/__paper/basket/decide', { ...form, answer: 'confirm' })));
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 303]);
    expect((await post('/__paper/basket/decide', { ...form, answer: 'confirm' })).body).toContain('confirmed this basket already');
    expect(await linesOf(who)).toHaveLength(1);
    const other = await place(who, 'k2');
    expect((await open(other.page, { cookie: `dsid=${'b'.repeat(43)}` })).statusCode).toBe(404);
    expect((await open(other.page, { cookie: '' })).statusCode).toBe(404);
    expect((await open(other.page, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(400);
    // The words in the page’s form are needed too, and those of another page are not enough.
    await open(other.page);
    const { basket } = fieldsOf(other.page);
    for (const word of ['c'.repeat(43), form.form!]) await post('/__paper/basket/decide', { basket: basket!, form: word, answer: 'confirm' });
    expect((await post('/__paper/basket/decide', { basket: basket!, answer: 'confirm' })).statusCode).toBe(400);
    expect(await linesOf(who)).toHaveLength(1);
  });

  test('two pages of one basket, confirmed one after the other, are one order', async () => {
    const who = 'divya';
    const first = await place(who, 'k1');
    const form = formOf((await open(first.page)).body);
    // The first page was confirmed, and its order is not in the book yet when a second page is asked for.
    const baskets = (state: 'open' | 'confirmed') =>
      paperTables(served.platform.db).updateTable('paper_baskets').set({ state }).where('basket_id', '=', first.orders[0].basket_id);
    await baskets('confirmed').execute();
    const again = (await send(who, `/orders/${first.orders[0].id}/page`, {})).data;
    const back = formOf((await open(again.page)).body);
    await baskets('open').execute();
    const both = await Promise.all([form, back].map((each) => post('/__paper/basket/decide', { ...each, answer: 'confirm' })));
    expect(both.map(({ statusCode }) => statusCode)).toContain(303);
    expect(await linesOf(who)).toHaveLength(1);
    await send(who, '/reconcile', {});
    expect((await read(who, first.orders[0].id)).state).toBe('pending');
  });

  test('S2.1-ROUTE-19: a page that is asked for again is held against what stops orders now', async () => {
    const who = 'dinesh';
    const { orders } = await place(who, 'k1');
    const reopened = () => send(who, `/orders/${orders[0].id}/page`, {});
    // Its own order counts once against the limit, and is no second one.
    await send(who, '/limits', { orders: 1, rupees: null });
    expect((await reopened()).data.page).not.toBeNull();
    await tradingTables(served.platform.db).insertInto('trading_authors').values({ user_id: who, symbol: 'TCS', call_id: 'c1', published_at: NOW }).execute();
    expect(await reopened()).toMatchObject({ data: null, code: 'ORDER_REFUSED', validation: expect.stringContaining('may not deal') });
    expect((await send(who, '/orders', { key: 'k1', ticket: { legs: [orders[0].ticket] }, agreed: [] })).code).toBe('ORDER_REFUSED');
  });

  test('S2.1-ROUTE-19: a page that lies open can’t be confirmed after a pause, without a session, or once its orders have ended', async () => {
    const confirmed = async (who: string, meanwhile: (id: string) => Promise<unknown>) => {
      const { orders, page } = await place(who, 'k1');
      const form = formOf((await open(page)).body);
      await meanwhile(orders[0].id);
      const { body } = await post('/__paper/basket/decide', { ...form, answer: 'confirm' });
      expect(await linesOf(who)).toEqual([]);
      return /role="status">([^<]*)/.exec(body)?.[1];
    };
    expect(await confirmed('p1', () => send('p1', '/pause', {}))).toBe('You have paused trading for today. Nothing was placed.');
    expect(await confirmed('p2', async () => over.add('p2'))).toBe('Your session with the broker is over. Nothing was placed.');
    const ended = (id: string) => tradingTables(served.platform.db).updateTable('trading_orders').set({ state: 'not_sent' }).where('id', '=', id).execute();
    expect(await confirmed('p3', ended)).toBe('These orders wait for you no more. Nothing was placed.');
    // What stops a new ticket stops these as well.
    const author = (user_id: string) =>
      tradingTables(served.platform.db).insertInto('trading_authors').values({ user_id, symbol: 'TCS', call_id: 'c1', published_at: NOW }).execute();
    expect(await confirmed('p4', () => author('p4'))).toBe('You have a call on TCS: its author may not deal in it up to 2026-11-25. Nothing was placed.');
    expect(await confirmed('p5', () => send('p5', '/limits', { orders: null, rupees: 1_000 }))).toContain('Your own limit is ₹1,000.00 a day');
    const real = staged.market.fresh;
    const hang = async () => {
      staged.market.fresh = () => false;
    };
    try {
      expect(await confirmed('p6', hang)).toBe('The price is old: orders wait until prices come again. Nothing was placed.');
    } finally {
      staged.market.fresh = real;
    }
  });

  test('an order that the broker refuses on its page stands in its book, and is rejected by the broker’s word', async () => {
    const who = 'esha';
    await send(who, '/paper/faults', { faults: ['refuse'] });
    const { orders, page } = await place(who, 'k1');
    await decide(page, 'confirm');
    await send(who, '/reconcile', {});
    expect(await read(who, orders[0].id)).toMatchObject({ state: 'rejected', reason: { code: 'FUNDS' } });
  });

  test('S2.1-ROUTE-19: an order that was never confirmed ends as not sent by the final book alone; without that book nobody says so', async () => {
    const [left, unread] = ['farah', 'gopal'];
    const one = await place(left, 'k1');
    const two = await place(unread, 'k1');
    await decide(one.page, 'leave');
    await send(left, '/reconcile', {});
    expect((await read(left, one.orders[0].id)).state).toBe('at_broker');
    const late = await place('hamid', 'k1');
    const form = formOf((await open(late.page)).body);
    await forwardTo('2026-11-20T09:45:00Z');
    await forwardTo('2026-11-20T10:31:00Z');
    expect((await post('/__paper/basket/decide', { ...form, answer: 'confirm' })).body).toContain(
      'The session that these orders were for is over. Nothing was placed.',
    );
    expect(await linesOf('hamid')).toEqual([]);
    expect((await read(left, one.orders[0].id)).state).toBe('at_broker');
    over.add(unread);
    await forwardTo('2026-11-20T11:30:00Z');
    expect((await read(left, one.orders[0].id)).state).toBe('not_sent');
    expect((await read(unread, two.orders[0].id)).state).toBe('at_broker');
  });
});
