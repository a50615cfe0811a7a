import { createHash } from 'node:crypto';
import type { BasketTicket, Order } from '@vimarsh/shared/contract/trading/types.ts';
import { ENVIRONMENTS } from '@vimarsh/shared/domain/partners/demo/environments.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type StandIn, standIn } from '../../brokers/adapters/stand-in.testing.ts';
import { stageMarket } from '../../market/staged-market.testing.ts';
import { featureDatabase, openPlatform, type TestPlatform } from '../../platform/testing.ts';
import { createTrading, type Trading } from '../create-trading.ts';
import { tradingTables } from '../tables.ts';

// A Friday, 11:00 in India.
const NOW = new Date('2026-11-20T05:30:00Z');
const KITE = ENVIRONMENTS.find(({ optionsTrade }) => optionsTrade)!;
const DHAN_ID = KITE.brokerId + 1;
const SECRET = 'publisher-secret';
const KEY = 'one-word-that-only-dhan-knows';
const LIST = `exchange_token,tradingsymbol,name,expiry,strike,instrument_type,exchange\n1,TCS,TCS,,0,EQ,BSE\n2,INFY,INFY,,0,EQ,BSE`;
const APPROVAL = { reference: 'A1', approved_on: '2026-10-01', static_addresses: ['203.0.113.7'], algo_id: 'GEN01', orders_a_second: 9 };

describe.each(await featureDatabase())('messages of brokers (%s)', (database) => {
  let served: TestPlatform;
  let broker: StandIn;
  let trading: Trading;
  /** The broker's book. */
  let book: object[] = [];
  let away = false;
  let positions: object[] = [];

  beforeAll(async () => {
    broker = await standIn((_body, path) => {
      if (path === '/instruments') return { body: LIST, type: 'text/csv' };
      if (path === '/portfolio/positions') return { body: JSON.stringify({ status: 'success', data: { net: positions } }) };
      return away ? { status: 503, body: '<html>' } : { body: JSON.stringify({ status: 'success', data: book }) };
    });
    const kite = { adapter: 'kite', publisher: { api_key: 'pub1', api_secret: SECRET }, url: broker.url, page_url: `${broker.url}/basket` };
    const dhan = { adapter: 'dhan', way: 'api', approval: APPROVAL, postback_key: KEY, url: broker.url, lists: [`${broker.url}/none.csv`] };
    const settings = {
      BROKERS: JSON.stringify({ [KITE.brokerId]: { protocol: 'kite', api_key: 'key1', api_secret: 'secret1', url: broker.url } }),
      ORDER_WAYS: JSON.stringify({ [KITE.brokerId]: kite, [DHAN_ID]: dhan }),
    };
    served = await openPlatform({ database, settings });
    const { platform } = served;
    platform.tenant(() => KITE as never);
    platform.authenticator(async (token) => ({
      ...{ user_id: token, session_id: `s_${token}`, roles: ['Retail Investor'], profession: 'Retail Investor', is_admin: false },
      ...{ partner_key: KITE.utm_source_str, plan: 'Premium', promotional: false, kyc_gate: null, chat: false, publisher: false, expert_status: '' },
    }));
    const staged = await stageMarket(platform, NOW);
    trading = createTrading(platform, {
      market: staged.market,
      tellPerson: async () => {},
      identity: { keeps: () => {}, pans: { same: async (_tx: unknown, user_id: string) => [user_id] } as never },
      calls: {
        ...{ readableCall: async () => Promise.reject(new Error('no call')), cardsOf: async () => [], hasOpenCall: async () => false },
        ...{ onPublished: () => {}, dealings: () => {} },
      },
      brokers: {
        known: (id) => ({ id, title: 'Zerodha', entry: { logo: '' } }) as never,
        sessionOf: async ({ user_id }) => ({ state: 'active', client_id: clientOf(user_id), token: 't', expires_at: new Date('2026-11-21T00:30:00Z') }),
        endSession: async () => {},
      },
    });
    await platform.start();
    await vi.waitFor(() => expect(broker.asked.map(({ path }) => path)).toContain('/instruments'));
  });
  afterAll(async () => {
    await served.end();
    await broker.close();
  });

  const clientOf = (who: string): string => `C${who.toUpperCase()}`;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field.
  async function send(who: string, path: string, payload?: object): Promise<any> {
    const headers = { host: 'localhost', authorization: `Bearer ${who}` };
    return (await served.platform.app.inject({ method: payload ? 'POST' : 'GET', url: `/trading/v1${path}`, headers, ...(payload && { payload }) })).json();
  }
  interface Basket {
    order: Order;
    tag: string;
    page: { url: string; fields: { name: string; value: string }[] };
  }
  async function place(who: string, symbol = 'TCS'): Promise<Basket> {
    const filled = await send(who, '/ticket', { call_id: null, symbol, contract: null });
    const ticket: BasketTicket = filled.data.ticket;
    const { data, validation } = await send(who, '/orders', { key: `k-${who}`, ticket, agreed: ['TWICE'] });
    if (!data) throw new Error(validation);
    const basket = data.page.fields.find(({ name }: { name: string }) => name === 'data')!.value;
    return { order: data.orders[0], page: data.page, tag: JSON.parse(basket)[0].tag };
  }
  const read = async (who: string, { order }: Basket): Promise<Order> => (await send(who, `/orders/${order.id}`)).data.order;
  const lookLater = (who: string) =>
    tradingTables(served.platform.db)
      .updateTable('trading_accounts')
      .set({ next_look_at: new Date(NOW.getTime() + 600_000) })
      .where('user_id', '=', who)
      .execute();
  const steps = async ({ order }: Basket) =>
    (await tradingTables(served.platform.db).selectFrom('trading_steps').selectAll().where('order_id', '=', order.id).execute()).length;

  /** An order as Kite's book and its messages have it. */
  const orderAt = (who: string, { tag, order }: Basket, status: string, change: object = {}) => ({
    ...{ user_id: clientOf(who), order_id: `26112000${order.id.slice(-6)}`, order_timestamp: '2026-11-20 11:00:05', status, status_message: null, tag },
    ...{ tradingsymbol: order.ticket.symbol, exchange: 'BSE', transaction_type: 'BUY', order_type: 'LIMIT', variety: 'regular', quantity: 10 },
    ...{ price: order.ticket.price, trigger_price: 0, average_price: 0, filled_quantity: 0 },
    ...change,
  });
  type Told = ReturnType<typeof orderAt>;
  const signed = (told: Told, secret = SECRET) => ({
    ...told,
    checksum: createHash('sha256').update(`${told.order_id}${told.order_timestamp}${secret}`).digest('hex'),
  });
  let from = 1;
  const tell = (told: object | string, { id = KITE.brokerId, query = '', ip = `127.0.9.${from++ % 250}` } = {}) =>
    served.platform.app.inject({
      method: 'POST',
      url: `/trading/v1/postbacks/${id}${query}`,
      headers: { 'content-type': 'application/json' },
      remoteAddress: ip,
      payload: typeof told === 'string' ? told : JSON.stringify(told),
    });
  const filled = (who: string, basket: Basket) =>
    orderAt(who, basket, 'COMPLETE', { filled_quantity: 10, average_price: 2999.5, order_timestamp: '2026-11-20 11:00:09' });

  test('S2.1-ROUTE-19: by Kite’s page: its basket, its message before any book, its book; doubled and reversed messages change nothing more', async () => {
    const who = 'asha';
    const basket = await place(who);
    expect([basket.page.url, basket.order.state]).toEqual([`${broker.url}/basket`, 'at_broker']);
    expect((await tell(signed(orderAt(who, basket, 'OPEN')))).statusCode).toBe(200);
    expect(await read(who, basket)).toMatchObject({ state: 'open', broker_order_id: expect.stringMatching(/^26112000/) });
    await tell(signed(orderAt(who, basket, 'UPDATE', { filled_quantity: 4, average_price: 2999 })));
    expect(await read(who, basket)).toMatchObject({ state: 'partial', filled: 4 });
    for (const told of [filled(who, basket), filled(who, basket)]) await tell(signed(told));
    const before = await steps(basket);
    expect(await read(who, basket)).toMatchObject({ state: 'complete', filled: 10, average: 2999.5 });
    for (const status of ['OPEN', 'UPDATE', 'CANCELLED', 'REJECTED', 'OPEN PENDING']) await tell(signed(orderAt(who, basket, status)));
    expect([(await read(who, basket)).state, (await read(who, basket)).filled, await steps(basket)]).toEqual(['complete', 10, before]);
    book = [orderAt(who, basket, 'COMPLETE', { filled_quantity: 10, average_price: 2999.5 })];
    await send(who, '/reconcile', {});
    expect((await send(who, '/orders')).data).toMatchObject({ differences: [], orders: [{ state: 'complete' }] });
  });

  test('S2.1-ROUTE-19: a rejection that came late is taken back by the book, and a fill never is', async () => {
    const who = 'bala';
    const basket = await place(who);
    await tell(signed(orderAt(who, basket, 'REJECTED', { status_message: 'Insufficient funds. Required margin is 1 more' })));
    expect(await read(who, basket)).toMatchObject({ state: 'rejected', reason: { code: 'FUNDS' } });
    book = [orderAt(who, basket, 'OPEN')];
    await send(who, '/reconcile', {});
    expect((await read(who, basket)).state).toBe('open');
    await tell(signed(filled(who, basket)));
    book = [orderAt(who, basket, 'CANCELLED')];
    await send(who, '/reconcile', {});
    expect(await read(who, basket)).toMatchObject({ state: 'complete', filled: 10 });
    expect((await send(who, '/orders')).data.differences).toMatchObject([{ kind: 'fills' }, { kind: 'state' }]);
  });

  test('S2.1-ROUTE-19: what nobody vouches for answers 403 and changes nothing, whatever is wrong with it', async () => {
    const who = 'chitra';
    const basket = await place(who);
    const before = await steps(basket);
    const good = signed(filled(who, basket));
    const forged: (object | string)[] = [
      filled(who, basket),
      signed(filled(who, basket), 'another secret'),
      { ...good, order_timestamp: '2026-11-20 11:00:10' },
      { ...good, order_id: '261120009999' },
      { ...good, checksum: good.checksum.toUpperCase() },
      ...['', 'null', '[]', '<html>', '{'.repeat(5_000), `{"a":"${'x'.repeat(15_000)}"}`],
    ];
    for (const told of forged) expect((await tell(told)).statusCode).toBe(403);
    expect((await tell(`"${'x'.repeat(40_000)}"`)).statusCode).toBe(413);
    for (const id of [0, 7777, 'x', KITE.brokerId + 40]) expect((await tell(good, { id: id as number })).statusCode).toBe(403);
    expect([(await read(who, basket)).state, await steps(basket)]).toEqual(['at_broker', before]);
    expect((await tell(signed(filled(who, basket), 'secret1'))).statusCode).toBe(200);
    expect((await read(who, basket)).state).toBe('complete');
  });

  test('S2.1-ROUTE-19: a message for another’s order, another share, another side or nobody’s order moves none of ours', async () => {
    const [who, other] = ['deepa', 'esha'];
    const mine = await place(who);
    const theirs = await place(other, 'INFY');
    const wrong = [
      // Another customer of the broker names our tag.
      orderAt(other, mine, 'COMPLETE', { filled_quantity: 10 }),
      orderAt(who, mine, 'COMPLETE', { filled_quantity: 10, tradingsymbol: 'INFY' }),
      orderAt(who, mine, 'COMPLETE', { filled_quantity: 10, transaction_type: 'SELL' }),
      orderAt(who, { ...mine, tag: 'unknown' }, 'COMPLETE', { filled_quantity: 10 }),
    ];
    for (const told of wrong) expect((await tell(signed(told as Told))).statusCode).toBe(200);
    expect([(await read(who, mine)).state, (await read(other, theirs)).state]).toEqual(['at_broker', 'at_broker']);
    await tell(signed(orderAt(who, mine, 'OPEN')));
    // A second order with our tag is not this one.
    await tell(signed(orderAt(who, mine, 'CANCELLED', { order_id: '261120000001' })));
    expect(await read(who, mine)).toMatchObject({ state: 'open' });
  });

  test('S2.1-ROUTE-19: a signed message with figures that no order has answers 422, and one that fills more than was asked for moves nothing: the book is read', async () => {
    const who = 'ila';
    const basket = await place(who);
    await tell(signed(orderAt(who, basket, 'UPDATE', { filled_quantity: 4, average_price: 2999 })));
    const dueAt = (): Promise<unknown> =>
      tradingTables(served.platform.db).selectFrom('trading_accounts').select('next_look_at').where('user_id', '=', who).executeTakeFirst();
    const before = await steps(basket);
    for (const wild of [{ filled_quantity: 2 ** 53 }, { filled_quantity: 10, average_price: 1e308 }, { quantity: 2 ** 53, filled_quantity: -1 }]) {
      await lookLater(who);
      expect((await tell(signed({ ...filled(who, basket), ...wild }))).statusCode).toBe(422);
      expect(await dueAt()).toEqual({ next_look_at: new Date(NOW.getTime() + 1_000) });
    }
    await lookLater(who);
    expect((await tell(signed({ ...filled(who, basket), quantity: 1_000_000, filled_quantity: 1_000_000 }))).statusCode).toBe(200);
    expect(await dueAt()).toEqual({ next_look_at: new Date(NOW.getTime() + 1_000) });
    expect([await steps(basket), (await read(who, basket)).filled]).toEqual([before, 4]);
    await tell(signed(filled(who, basket)));
    expect(await read(who, basket)).toMatchObject({ state: 'complete', filled: 10 });
  });

  test('S2.1-ROUTE-19: Dhan’s message with the key of its address has the book read at once and moves nothing itself; without the key it is forged', async () => {
    const who = 'farah';
    const basket = await place(who);
    const tables = tradingTables(served.platform.db);
    // The same customer with the other broker.
    await tables.updateTable('trading_orders').set({ broker_id: DHAN_ID }).where('id', '=', basket.order.id).execute();
    await tables.updateTable('trading_accounts').set({ broker_id: DHAN_ID, next_look_at: null }).where('user_id', '=', who).execute();
    const told = { dhanClientId: clientOf(who), orderId: '112111182198', correlationId: basket.tag, orderStatus: 'TRADED', quantity: 10 };
    const dueOf = async () =>
      (await tables.selectFrom('trading_accounts').select('next_look_at').where('user_id', '=', who).executeTakeFirstOrThrow()).next_look_at;
    for (const query of ['', '?key=', '?key=wrong', '?key=a&key=b']) expect((await tell(told, { id: DHAN_ID, query })).statusCode).toBe(403);
    expect((await tell({ ...told, dhanClientId: 'CSOMEBODY' }, { id: DHAN_ID, query: `?key=${KEY}` })).statusCode).toBe(200);
    expect(await dueOf()).toBeNull();
    expect((await tell(told, { id: DHAN_ID, query: `?key=${KEY}` })).statusCode).toBe(200);
    expect(await dueOf()).toEqual(new Date(NOW.getTime() + 1_000));
    const row = await tables.selectFrom('trading_orders').select('state').where('id', '=', basket.order.id).executeTakeFirstOrThrow();
    expect(row.state).toBe('at_broker');
  });

  test('S2.1-ROUTE-19: of a book with thousands of orders that are not ours a hundred are named and the rest is counted, and each keeps its time', async () => {
    const who = 'indira';
    const basket = await place(who);
    const foreign = (n: number) => orderAt(who, { ...basket, tag: '' }, 'OPEN', { order_id: `F${n}`, quantity: 7 });
    const differencesOf = async () => (await send(who, '/reconcile', {})).data.differences;
    book = [...Array.from({ length: 4_000 }, (_, n) => foreign(n)), orderAt(who, basket, 'OPEN')];
    const first = await differencesOf();
    expect(first).toHaveLength(101);
    expect(first.filter(({ broker_order_id }: { broker_order_id: string }) => broker_order_id === '')).toMatchObject([
      { theirs: '3900 more', text: expect.stringContaining('only the first 100 are named') },
    ]);
    expect(await read(who, basket)).toMatchObject({ state: 'open' });
    await tradingTables(served.platform.db)
      .updateTable('trading_differences')
      .set({ since: new Date(0) })
      .where('user_id', '=', who)
      .execute();
    // One has moved, one is new, and the others are gone.
    book = [foreign(0), { ...foreign(1), status: 'CANCELLED' }, foreign(5_000), orderAt(who, basket, 'OPEN')];
    const since = new Date(0).toISOString();
    expect((await differencesOf()).map((one: { broker_order_id: string; since: string }) => [one.broker_order_id, one.since === since]).sort()).toEqual([
      ['F0', true],
      ['F1', false],
      ['F5000', false],
    ]);
    book = [orderAt(who, basket, 'OPEN')];
    expect(await differencesOf()).toEqual([]);
  });

  const position = (n: number, change: object = {}) => ({
    ...{ tradingsymbol: `X${n}`, exchange: 'NSE', product: 'MIS', quantity: n + 1, average_price: 100, realised: 0 },
    ...change,
  });
  const asked = () => broker.asked.filter(({ path }) => path === '/portfolio/positions').length;

  test('S2.1-ROUTE-19: five hundred positions are shown and the rest is counted; a number that nobody trades loses nothing of what was told', async () => {
    const who = 'jamuna';
    positions = Array.from({ length: 620 }, (_, n) => position(n));
    const many = (await send(who, '/positions')).data;
    expect([many.value.length, many.left_out, many.refused]).toEqual([500, 120, '']);
    positions = [position(0, { quantity: 2 ** 53, average_price: 1e308 })];
    await place(who);
    const told = await send(who, '/positions');
    expect([told.status, told.data.value.length, told.data.refused]).toEqual([true, 500, expect.stringContaining('This is what it said last')]);
  });

  test('S2.1-ROUTE-19: a book that was just read is told again without asking the broker, until an order has moved', async () => {
    const who = 'kabir';
    positions = [position(1)];
    const before = asked();
    for (let n = 0; n < 5; n += 1) expect((await send(who, '/positions')).data.value).toMatchObject([{ quantity: 2 }]);
    expect(asked() - before).toBe(1);
    const basket = await place(who);
    await tell(signed(filled(who, basket)));
    positions = [position(2)];
    expect((await send(who, '/positions')).data.value).toMatchObject([{ quantity: 3 }]);
  });

  test('S2.1-ROUTE-19: readings of many people count among the broker’s calls of a second, and who is not served hears what was told last', async () => {
    positions = [position(3)];
    const people = Array.from({ length: 40 }, (_, n) => `crowd${n}`);
    const before = asked();
    const answers = await Promise.all(people.map((who) => send(who, '/positions')));
    // Half of Kite's ten a second, for the two seconds that anybody waits and the one that has begun.
    expect(asked() - before).toBeLessThanOrEqual(15);
    expect(answers.filter(({ data }) => data.refused.includes('asked by many')).length).toBeGreaterThanOrEqual(25);
  });

  test('S2.1-ROUTE-19: a broker whose book can’t be read gets no second page', async () => {
    const who = 'gopal';
    const basket = await place(who);
    away = true;
    expect((await send(who, `/orders/${basket.order.id}/page`, {})).data.page).toBeNull();
    away = false;
    book = [];
    expect((await send(who, `/orders/${basket.order.id}/page`, {})).data.page).toMatchObject({ url: `${broker.url}/basket` });
    await trading.sweep();
  });

  test('a flood of forged messages is not listened to after thirty, and costs no look at the database; others are heard meanwhile', async () => {
    const who = 'hari';
    const basket = await place(who);
    const asked = vi.spyOn(served.platform.db, 'selectFrom');
    const ip = '127.0.8.1';
    const answers: number[] = [];
    for (let n = 0; n < 60; n += 1) answers.push((await tell(filled(who, basket), { ip })).statusCode);
    expect([answers.filter((status) => status === 403).length, answers.filter((status) => status === 429).length]).toEqual([30, 30]);
    // The sweep looks once a second, whatever comes.
    expect(asked.mock.calls.length).toBeLessThan(10);
    asked.mockRestore();
    expect((await tell(signed(filled(who, basket)))).statusCode).toBe(200);
    expect((await read(who, basket)).state).toBe('complete');
  });
});
