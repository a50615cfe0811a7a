import type { BasketTicket, LegTicket, Order, OrderBook, TradingDesk } from '@vimarsh/shared/contract/trading/types.ts';
import { ENVIRONMENTS } from '@vimarsh/shared/domain/partners/demo/environments.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type StagedMarket, stageMarket } from '../market/staged-market.testing.ts';
import { type Database, Fail } from '../platform/platform.ts';
import { featureDatabase, openPlatform, type TestPlatform } from '../platform/testing.ts';
import { createTrading } from './create-trading.ts';
import { tradingAccountOf, updateAccount } from './store/account.store.ts';
import { tradingTables } from './tables.ts';

// A Friday, 11:00 in India.
const NOW = new Date('2026-11-20T05:30:00Z');
const SITE = ENVIRONMENTS.find(({ optionsTrade }) => optionsTrade)!;
const SECOND = 1_000;
const NO_FUTURES = ['ECLERX', 'RITES', 'IRCON', 'CDSL'];

describe.each(await featureDatabase())('trading (%s)', (database) => {
  let served: TestPlatform;
  let staged: StagedMarket;
  let dealtOn: (user_id: string, stock: string, from: string, db?: Database) => Promise<string | null>;
  let trading: ReturnType<typeof createTrading>;
  const plans = new Map<string, 'Lite' | 'Premium'>();
  const over = new Set<string>();
  const told: object[] = [];
  const published: ((tx: never, call: never) => Promise<void>)[] = [];
  const kept: { name: string; of(user_id: string): Promise<unknown>; erase(tx: never, user_id: string): Promise<void> }[] = [];
  let partner: typeof SITE | null = SITE;
  let at = NOW.getTime();
  /** Ends of the call’s entry window, as parts of the price now. */
  let entryWindow: readonly [number, number] = [0.99, 1.01];
  /** Stock of the open call of an author. */
  const openCalls = new Map<string, string>();
  /** Accounts of the same proven PAN. */
  const twins = new Map<string, string[]>();

  beforeAll(async () => {
    served = await openPlatform({ database });
    const { platform } = served;
    platform.tenant(() => partner as never);
    platform.authenticator(async (token) => ({
      user_id: token,
      session_id: `s_${token}`,
      roles: ['Retail Investor'],
      profession: 'Retail Investor',
      is_admin: false,
      partner_key: SITE.utm_source_str,
      plan: plans.get(token) ?? 'Premium',
      promotional: false,
      kyc_gate: null,
      chat: false,
      publisher: false,
      expert_status: '',
    }));
    staged = await stageMarket(platform, NOW);
    const call = { id: 'call1', segment: 'equity', call_type: 'Buy', stock: 'TCS', term: 'shortTerm', status: 'active', expert: { full_name: 'Asha Rao' } };
    const levels = (): object => {
      const { ltp } = staged.market.quote('TCS')!;
      return { price: ltp, entry_low: ltp * entryWindow[0], entry_high: ltp * entryWindow[1], target_price: ltp * 1.1, stop_loss: ltp * 0.95 };
    };
    trading = createTrading(platform, {
      market: staged.market,
      tellPerson: async (_tx, user_id, { what, order }, once) => void told.push({ user_id, what, order, once }),
      identity: {
        keeps: (data) => void kept.push(data as never),
        pans: { same: async (_tx: unknown, user_id: string) => twins.get(user_id) ?? [user_id] } as never,
      },
      calls: {
        readableCall: async (id: string) => {
          if (id !== 'call1') throw new Fail('NOT_FOUND');
          return { events: [], shown: { ...call, ...levels() } } as never;
        },
        cardsOf: async (ids) => ids.map((id) => ({ id, card: { ...call, ...levels(), status: 'active' }, refused: '' })) as never,
        hasOpenCall: async (_db, authors, stocks) => authors.some((author) => stocks.includes(openCalls.get(author) ?? '')),
        onPublished: (listener) => void published.push(listener as never),
        dealings(source) {
          dealtOn = (user_id, stock, from, db = platform.db) => source(db, user_id, stock, from);
        },
      },
      brokers: {
        known: (id) => ({ id, title: 'Chenab Securities', entry: { logo: '' } }) as never,
        sessionOf: async ({ user_id }) =>
          over.has(user_id) ? { state: 'expired' } : { state: 'active', client_id: `C-${user_id}`, token: 't', expires_at: new Date('2026-11-21T00:30:00Z') },
        endSession: async ({ user_id }) => void over.add(user_id),
      },
    });
    await platform.start();
  });
  afterAll(() => served.end());
  beforeEach(() => {
    plans.clear();
    over.clear();
    partner = SITE;
  });

  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field.
  type Reply = { http: number; code?: string; status: boolean; validation: string; data: any };
  async function send(who: string, path: string, payload?: object): Promise<Reply> {
    const answer = await served.platform.app.inject({
      method: payload ? 'POST' : 'GET',
      url: `/trading/v1${path}`,
      headers: { host: 'localhost', authorization: `Bearer ${who}` },
      ...(payload && { payload }),
    });
    return { http: answer.statusCode, ...answer.json() };
  }
  const ticketFor = async (who: string, wanted: object = { symbol: 'TCS' }): Promise<BasketTicket> => {
    const { data, validation } = await send(who, '/ticket', { call_id: null, symbol: null, contract: null, ...wanted });
    if (!data) throw new Error(validation);
    return data.ticket;
  };
  const place = (who: string, ticket: BasketTicket, key: string, agreed: string[] = []) => send(who, '/orders', { key, ticket, agreed });
  const placed = async (who: string, ticket: BasketTicket, key: string, agreed: string[] = []): Promise<Order> => {
    const { data, validation } = await place(who, ticket, key, agreed);
    if (!data) throw new Error(validation);
    return data.orders[0];
  };
  const read = async (who: string, id: string): Promise<Order> => (await send(who, `/orders/${id}`)).data.order;
  const book = async (who: string): Promise<OrderBook> => (await send(who, '/orders')).data;
  const desk = async (who: string): Promise<TradingDesk> => (await send(who, '/desk')).data;
  /** Market time goes on, with the beats and sweeps that belong to it. */
  async function forward(seconds: number, step = 5): Promise<void> {
    for (let left = seconds; left > 0; left -= step) {
      at += Math.min(step, left) * SECOND;
      await staged.goTo(new Date(at));
      await trading.sweep();
    }
  }
  const faults = (who: string, ...wanted: string[]) => send(who, '/paper/faults', { faults: wanted });
  /** One that waits: far below the price. */
  const waiting = ({ legs: [leg] }: BasketTicket): BasketTicket => ({ legs: [{ ...leg!, price: Math.floor(leg!.price! * 0.95) }] });
  const buying = ({ legs: [leg] }: BasketTicket): BasketTicket => ({ legs: [{ ...leg!, price: Math.ceil(leg!.price! * 1.02) }] });

  test('S1-FEAT-05 S2.1-ROUTE-19: a customer buys from a call, part-filled, modifies, cancels the rest, and sees which call the position is from', async () => {
    const who = 'anita';
    const ticket = await ticketFor(who, { call_id: 'call1' });
    expect(ticket.legs).toMatchObject([{ symbol: 'TCS', side: 'buy', quantity: 10, type: 'LIMIT', exchange: 'BSE', call_id: 'call1' }]);
    await faults(who, 'part');
    const order = await placed(who, buying(ticket), 'k1');
    expect([order.state, order.broker_order_id]).toEqual(['pending', expect.stringMatching(/^P/)]);
    await forward(10);
    const part = await read(who, order.id);
    expect([part.state, part.filled, part.may]).toEqual(['partial', 4, { modify: true, cancel: true }]);
    const modified = await send(who, `/orders/${order.id}/modify`, { version: part.version, quantity: 8, price: part.ticket.price, trigger: null, agreed: [] });
    expect(modified.data.change).toMatchObject({ kind: 'modify', state: 'sent', quantity: 8 });
    await forward(10);
    const changed = await read(who, order.id);
    expect([changed.ticket.quantity, changed.change, changed.filled]).toEqual([8, null, 4]);
    expect((await send(who, `/orders/${order.id}/cancel`, { version: 1 })).data).toBeNull();
    await send(who, `/orders/${order.id}/cancel`, { version: changed.version });
    await forward(10);
    const ended = (await send(who, `/orders/${order.id}`)).data;
    expect([ended.order.state, ended.order.filled, ended.order.state_text]).toEqual(['cancelled', 4, expect.stringContaining('Order is cancelled')]);
    expect(ended.steps.map(({ kind }: { kind: string }) => kind)).toEqual(
      expect.arrayContaining(['confirmed', 'sent', 'accepted', 'partial', 'modify', 'cancel', 'cancelled']),
    );
    const [position] = (await send(who, '/positions')).data.value;
    expect(position).toMatchObject({ symbol: 'TCS', quantity: 4, from: [{ call_id: 'call1', words: 'Buy TCS by Asha Rao', quantity: 4 }] });
    expect((await book(who)).differences).toEqual([]);
  });

  test('S2.1-ROUTE-19: a ticket opens with what the broker tells now, at the price now and never at a worse one than the call’s entry', async () => {
    const { available_paise } = (await send('opens', '/ticket', { call_id: 'call1', symbol: null, contract: null })).data.check.estimate;
    expect(available_paise).toBe(10_00_000_00);
    const { ltp } = staged.market.quote('TCS')!;
    const priceIn = async (...ends: [number, number]) => {
      entryWindow = ends;
      return (await ticketFor('opens', { call_id: 'call1' })).legs[0]!.price!;
    };
    try {
      expect(await priceIn(1.02, 1.04)).toBeCloseTo(ltp, 0);
      expect(await priceIn(0.96, 0.98)).toBeCloseTo(ltp * 0.98, 0);
    } finally {
      entryWindow = [0.99, 1.01];
    }
    const sale = await send('opens', '/ticket', { call_id: null, symbol: 'TCS', contract: null, side: 'sell' });
    expect(sale.data.check.remarks).toMatchObject([{ code: 'HOLDINGS', weight: 'stop', text: 'You hold no shares of it that can be sold.' }]);
  });

  test('S2.1-ROUTE-19: a lost answer that turns out accepted: unknown, then found; meanwhile nothing else is sent in the share', async () => {
    const who = 'bala';
    const ticket = waiting(await ticketFor(who));
    await faults(who, 'lost');
    const order = await placed(who, ticket, 'k1');
    expect([order.state, order.may]).toEqual(['unknown', { modify: false, cancel: false }]);
    expect((await desk(who)).unknown).toEqual([order.id]);
    expect((await place(who, ticket, 'k2', ['TWICE'])).validation).toContain('We don’t know what became of an order');
    // The same wish again is the same order.
    expect((await placed(who, ticket, 'k1')).id).toBe(order.id);
    await forward(5);
    const found = (await send(who, `/orders/${order.id}`)).data;
    expect([found.order.state, found.order.unknown_since]).toEqual(['open', null]);
    expect(found.steps.at(-1).by).toMatch(/postback|book/);
    expect((await desk(who)).unknown).toEqual([]);
    expect((await book(who)).orders).toHaveLength(1);
  });

  test('S2.1-ROUTE-19: a lost answer that turns out never received: handed over within a minute, never rejected, and settled by the final book', async () => {
    const who = 'chitra';
    const ticket = waiting(await ticketFor(who));
    await faults(who, 'never');
    const order = await placed(who, ticket, 'k1');
    await forward(50);
    expect(await read(who, order.id)).toMatchObject({ state: 'unknown', handed_over_at: null });
    await forward(10);
    const handed = await read(who, order.id);
    expect([handed.state, handed.state_text]).toEqual(['unknown', expect.stringContaining('Look at your broker')]);
    expect(Date.parse(handed.handed_over_at!) - Date.parse(handed.unknown_since!)).toBeLessThanOrEqual(61 * SECOND);
    // Once, to its owner alone.
    expect(told.filter((news) => 'user_id' in news && news.user_id === who)).toEqual([
      { user_id: who, what: 'order_unknown', order: { id: order.id, symbol: 'TCS' }, once: `order ${order.id}` },
    ]);
    const looked = await send(who, `/orders/${order.id}/looked-at`, { version: handed.version });
    expect([looked.data.state, (await desk(who)).unknown]).toEqual(['unknown', []]);
    // Its owner looked: another may be placed.
    expect((await placed(who, ticket, 'k2', ['TWICE'])).state).toBe('pending');
  });

  test('S2.1-ROUTE-19: a change counts against its owner’s own limit and keeps the pause; what makes an order smaller is never refused', async () => {
    const who = 'modest';
    const ticket = waiting(await ticketFor(who));
    const { price } = ticket.legs[0]!;
    await send(who, '/limits', { orders: 3, rupees: 50_000 });
    const order = await placed(who, ticket, 'k1');
    await forward(10);
    const { version } = await read(who, order.id);
    const change = (quantity: number, at = version) => send(who, `/orders/${order.id}/modify`, { version: at, quantity, price, trigger: null, agreed: [] });
    expect((await change(1_000)).validation).toContain('Your own limit is ₹50,000');
    expect((await change(12)).status).toBe(true);
    await forward(10);
    expect((await desk(who)).used.paise).toBe(Math.round(price! * 12 * 100));
    await send(who, '/pause', {});
    const now = await read(who, order.id);
    expect((await change(13, now.version)).validation).toContain('You have paused trading');
    expect((await change(5, now.version)).status).toBe(true);
  });

  test('S2.1-ROUTE-19: nobody says to have looked before they were asked to, and in a frozen share no other order grows', async () => {
    const who = 'hasty';
    const ticket = waiting(await ticketFor(who));
    const neighbour = await placed(who, ticket, 'k0');
    await forward(65);
    await faults(who, 'never');
    const order = await placed(who, ticket, 'k1');
    const early = await send(who, `/orders/${order.id}/looked-at`, { version: order.version });
    expect([early.data, (await desk(who)).unknown]).toEqual([null, [order.id]]);
    const { version } = await read(who, neighbour.id);
    const { price } = ticket.legs[0]!;
    const grown = await send(who, `/orders/${neighbour.id}/modify`, { version, quantity: 11, price, trigger: null, agreed: [] });
    expect(grown.validation).toContain('We don’t know what became of an order');
  });

  test('S2.1-ROUTE-19: OPEN PENDING is shown as what it is, and can be neither changed nor taken for cancelled', async () => {
    const who = 'deepa';
    const ticket = waiting(await ticketFor(who));
    await faults(who, 'pending');
    const order = await placed(who, ticket, 'k1');
    await forward(10);
    expect(await read(who, order.id)).toMatchObject({
      state: 'pending',
      state_text: expect.stringContaining('neither in the market nor cancelled'),
      may: { modify: false },
    });
    await forward(60);
    expect((await read(who, order.id)).state).toBe('open');
  });

  test('S2.1-ROUTE-19: a basket of four legs with one leg refused: the rest is held back, and says so', async () => {
    const who = 'esha';
    const [expiry] = await staged.options.expiries('NIFTY', staged.market.now());
    const chain = await staged.options.chain('NIFTY', expiry!, staged.market.now());
    const strikes = chain!.rows.flatMap(({ strike, ce }) => (ce?.bid && ce.ask ? [strike] : [])).slice(0, 4);
    const legs = await Promise.all(
      strikes.map(async (strike, leg): Promise<LegTicket> => {
        const contract = { type: 'CE', strike, expiry };
        return (await ticketFor(who, { symbol: 'NIFTY', contract, side: leg < 2 ? 'sell' : 'buy' })).legs[0]!;
      }),
    );
    await faults(who, 'part', 'refuse');
    const { data } = await place(who, { legs: legs.map((leg) => ({ ...leg, price: 5 })) }, 'k1', ['FUNDS', 'FAR']);
    // Buys go first: the second of them is refused, so no sale is left bare.
    expect(data.orders.map(({ state }: Order) => state)).toEqual(['not_sent', 'not_sent', 'pending', 'rejected']);
    expect(data.orders[0].reason).toMatchObject({ code: 'BASKET' });
    expect(data.orders[3].reason).toMatchObject({ code: 'FUNDS', broker_text: 'Insufficient funds' });
  });

  test('S4-MISC-05 S6-PERM-06: a plan without trading, and a site without it, place no orders; an order of before can still be cancelled', async () => {
    const who = 'farah';
    const ticket = waiting(await ticketFor(who));
    const order = await placed(who, ticket, 'k1');
    await forward(5);
    plans.set(who, 'Lite');
    expect((await place(who, ticket, 'k2')).http).toBe(403);
    expect((await send(who, '/ticket', { call_id: null, symbol: 'TCS', contract: null })).http).toBe(403);
    expect((await book(who)).orders).toHaveLength(1);
    expect((await send(who, `/orders/${order.id}/cancel`, { version: (await read(who, order.id)).version })).status).toBe(true);
    plans.delete(who);
    partner = { ...SITE, isTradeAvailable: false };
    expect((await place(who, ticket, 'k3')).http).toBe(403);
    partner = null;
    expect((await send(who, '/desk')).status).toBe(false);
  });

  test('S2.1-ROUTE-19: a session that is over keeps the ticket as a draft and sends nothing', async () => {
    const who = 'gopal';
    const ticket = waiting(await ticketFor(who));
    over.add(who);
    expect((await place(who, ticket, 'k1')).validation).toContain('session with the broker is over');
    expect(await desk(who)).toMatchObject({ session: { state: 'expired' }, draft: { ticket, why: expect.stringContaining('session') } });
    over.delete(who);
    // The broker has ended it, and its answer to the order is the first to say so.
    await faults(who, 'session');
    expect(await placed(who, ticket, 'k1')).toMatchObject({ state: 'not_sent', reason: { code: 'SESSION' } });
    expect(await desk(who)).toMatchObject({ session: { state: 'expired' }, draft: { ticket } });
    over.delete(who);
    await placed(who, ticket, 'k2');
    expect((await desk(who)).draft).toBeNull();
  });

  test('S2.1-ROUTE-19: whoever logs in again finds what lives looked at, though the last looks had no session', async () => {
    const who = 'absent';
    const key = { user_id: who, broker_id: SITE.brokerId };
    const account = () => tradingAccountOf(served.platform.db, key);
    await placed(who, waiting(await ticketFor(who)), 'k1');
    await forward(10);
    over.add(who);
    await forward(70);
    expect((await account())!.failed_looks).toBeGreaterThan(0);
    // As at night: the next look is far away, or was never set.
    for (const [next_look_at, failed_looks] of [[null, 0] as const, [new Date(at + 15 * 60 * SECOND), 1] as const]) {
      await updateAccount(served.platform.db, key, { next_look_at, failed_looks, reconciled_at: null });
      over.add(who);
      await desk(who);
      expect((await account())!.next_look_at).toEqual(next_look_at);
      over.delete(who);
      await desk(who);
      await forward(1);
      expect((await account())!.reconciled_at).not.toBeNull();
    }
  });

  test('S2.1-ROUTE-19: the same order within a minute asks, from two tabs and two devices at once, and one wish is one order', async () => {
    const who = 'hari';
    const ticket = waiting(await ticketFor(who));
    const both = await Promise.all([place(who, ticket, 'k1'), place(who, ticket, 'k1')]);
    expect(new Set(both.map(({ data }) => data.orders[0].id)).size).toBe(1);
    const devices = await Promise.all([place(who, ticket, 'k2'), place(who, ticket, 'k3')]);
    expect(devices.map(({ status }) => status)).toEqual([false, false]);
    expect((await place(who, ticket, 'k4')).validation).toContain('within the last minute');
    await forward(70);
    expect((await place(who, ticket, 'k5')).status).toBe(true);
    expect((await book(who)).orders).toHaveLength(2);
    // A wish of before is no answer to another one.
    const other = { legs: [{ ...ticket.legs[0]!, quantity: 11 }] };
    expect(await place(who, other, 'k1')).toMatchObject({ http: 409, code: 'ORDER_KEY_USED', data: null });
    expect((await place(who, { legs: [ticket.legs[0]!, ticket.legs[0]!] }, 'k1')).http).toBe(409);
    const { data } = await place(who, ticket, 'k1');
    expect(data.orders[0].id).toBe(both[0]!.data.orders[0].id);
    await forward(70);
    const [leg] = ticket.legs;
    expect((await place(who, { legs: [leg!, leg!] }, 'k6')).validation).toContain('holds the same order twice');
    await forward(70);
    const rivals = await Promise.all([place(who, ticket, 'k7'), place(who, other, 'k7')]);
    expect(rivals.map(({ code }) => code ?? '').toSorted()).toEqual(['', 'ORDER_KEY_USED']);
  });

  test('S2.1-ROUTE-19: more slices than a second takes all go out, and the same ticket again is seen though it went out in slices', async () => {
    const who = 'hema';
    const [expiry] = await staged.options.expiries('NIFTY', staged.market.now());
    const chain = await staged.options.chain('NIFTY', expiry!, staged.market.now());
    const strike = chain!.rows.find(({ ce }) => ce?.bid && ce.ask)!.strike;
    const { data } = await send(who, '/ticket', { call_id: null, symbol: 'NIFTY', contract: { type: 'CE', strike, expiry }, side: 'sell' });
    const { freeze, lot } = data.subjects[0];
    const ticket = { legs: [{ ...data.ticket.legs[0], quantity: Math.floor(freeze / lot) * lot * 7 }] };
    const { orders } = (await place(who, ticket, 'k1', ['FUNDS', 'FAR'])).data;
    expect(orders.map(({ state }: Order) => state)).toEqual(Array(7).fill('pending'));
    expect((await place(who, ticket, 'k2', ['FUNDS', 'FAR'])).validation).toContain('within the last minute');
    // A part of it went out: the whole again would be that part twice.
    const cut = { legs: [{ ...ticket.legs[0], quantity: Math.floor(freeze / lot) * lot * 3 }] };
    await faults(who, 'part', 'refuse');
    const half = (await place(who, cut, 'k3', ['FUNDS', 'FAR'])).data.orders;
    expect(half.map(({ state }: Order) => state)).toEqual(['pending', 'rejected', 'not_sent']);
    expect((await place(who, cut, 'k4', ['FUNDS', 'FAR'])).validation).toContain('within the last minute');
  });

  test('S2.1-ROUTE-19: two legs of a ticket do not sell the same shares', async () => {
    const who = 'heena';
    await placed(who, buying(await ticketFor(who)), 'k1');
    await forward(10);
    const selling = async (...quantities: number[]) => {
      const leg = (await ticketFor(who, { symbol: 'TCS', side: 'sell' })).legs[0]!;
      return { legs: quantities.map((quantity, at) => ({ ...leg, quantity, price: Math.ceil(leg.price! * 1.02) + at })) };
    };
    expect((await place(who, await selling(6, 5), 'k2')).validation).toBe('You hold 4 that can be sold.');
    expect((await place(who, await selling(6, 4), 'k3')).status).toBe(true);
  });

  test('S2.1-ROUTE-19: own limits count at once when lowered and tomorrow when raised; a pause holds for the day', async () => {
    const who = 'indu';
    const ticket = waiting(await ticketFor(who));
    await send(who, '/limits', { orders: 1, rupees: null });
    await placed(who, ticket, 'k1');
    expect((await place(who, { legs: [{ ...ticket.legs[0]!, quantity: 11 }] }, 'k2')).validation).toContain('Your own limit is 1 orders');
    const raised = (await send(who, '/limits', { orders: 5, rupees: 1_00_000 })).data;
    expect([raised.limits, raised.limits_next]).toEqual([
      { orders: 1, rupees: 1_00_000 },
      { orders: 5, rupees: 1_00_000 },
    ]);
    // Lowered ones hold at once: nothing begins tomorrow, and what was raised before is off.
    const lowered = (await send(who, '/limits', { orders: 1, rupees: 50_000 })).data;
    expect([lowered.limits, lowered.limits_next]).toEqual([{ orders: 1, rupees: 50_000 }, null]);
    const paused = (await send('jaya', '/pause', {})).data;
    expect(paused.paused_until).toBe('2026-11-20T18:30:00.000Z');
    expect((await place('jaya', ticket, 'k1')).validation).toContain('paused trading');
  });

  test('S2.1-ROUTE-19: who dealt in a share or its options is known to have, for the thirty days before a call on it; who only ordered in vain is not', async () => {
    const who = 'dealer';
    expect(await dealtOn(who, 'TCS', '2026-10-21')).toBeNull();
    await faults(who, 'refuse');
    await placed(who, buying(await ticketFor(who)), 'k1');
    expect(await dealtOn(who, 'TCS', '2026-10-21')).toBeNull();
    const waits = await placed(who, waiting(await ticketFor(who)), 'k2');
    await forward(5);
    // An open order deals on each day until it ends.
    expect(await dealtOn(who, 'TCS', '2026-10-21')).toBe('2026-11-20');
    await send(who, `/orders/${waits.id}/cancel`, { version: (await read(who, waits.id)).version });
    await forward(70);
    expect(await dealtOn(who, 'TCS', '2026-10-21')).toBeNull();
    await placed(who, buying(await ticketFor(who)), 'k3', ['TWICE']);
    await forward(10);
    expect([await dealtOn(who, 'TCS', '2026-11-20'), await dealtOn(who, 'TCS', '2026-11-21')]).toEqual(['2026-11-20', null]);
    expect(await dealtOn(who, 'INFY', '2026-10-21')).toBeNull();
    const option = { ...(await ticketFor(who)).legs[0]!, symbol: 'INFY', contract: { type: 'CE', strike: 1500, expiry: '2026-11-30' } };
    await served.platform.db
      .insertInto('trading_orders')
      .columns([
        'id',
        'user_id',
        'broker_id',
        'basket_id',
        'key',
        'leg',
        'slice',
        'tag',
        'way',
        'instrument',
        'name',
        'ticket',
        'day',
        'after_market',
        'state',
        'broker_order_id',
        'record',
        'value_paise',
        'version',
        'placed_at',
        'sent_at',
        'updated_at',
      ])
      .expression(
        (eb) =>
          eb
            .selectFrom('trading_orders')
            .select(
              sql<string>`'option1', user_id, broker_id, basket_id, 'option', leg, slice, 'option1', way, 'INFY 2026-11-30 1500 CE', name, ${JSON.stringify(option)}::jsonb, day, after_market, state, broker_order_id, record, value_paise, version, placed_at, sent_at, updated_at` as never,
            )
            .where('user_id', '=', who)
            .where('key', '=', 'k3') as never,
      )
      .execute();
    expect(await dealtOn(who, 'INFY', '2026-10-21')).toBe('2026-11-20');
  });

  const publish = async (tx: Database, expert_id: string, published_at = NOW.toISOString()) => {
    const call = { id: `call of ${expert_id}`, kind: 'equity', stock: 'TCS', term: null };
    for (const listener of published) await listener(tx as never, { call, expert_id, published_at } as never);
  };

  test('S2.1-ROUTE-19: an author may not deal in the share of an own call for five days, on none of their accounts', async () => {
    const [who, twin] = ['kiran', 'kiran2'];
    twins.set(twin, [twin, who]);
    await served.platform.transaction((tx) => publish(tx, who));
    const ticket = waiting(await ticketFor(who));
    for (const account of [who, twin]) expect((await place(account, ticket, 'k1')).validation).toContain('may not deal in it up to 2026-11-25');
    expect((await place(who, waiting(await ticketFor(who, { symbol: 'INFY' })), 'k2')).status).toBe(true);
    // An account of another one, whatever PAN it wrote down.
    expect((await place('kishor', ticket, 'k1')).status).toBe(true);
    expect(await dealtOn(who, 'INFY', '2026-10-21')).toBe('2026-11-20');
    twins.set(who, [who, 'kishor']);
    expect(await dealtOn(who, 'TCS', '2026-10-21')).toBe('2026-11-20');
  });

  test('S2.1-ROUTE-19: after those days, as long as the call is open, its author deals neither against it nor with it', async () => {
    const who = 'kanta';
    await served.platform.transaction((tx) => publish(tx, who, '2026-11-02T05:30:00.000Z'));
    openCalls.set(who, 'TCS');
    const ticket = waiting(await ticketFor(who));
    const refused = async (wanted: object) => {
      const { data } = await send(who, '/ticket', { call_id: null, symbol: 'TCS', contract: null, ...wanted });
      return data.check.remarks.some(({ code, text }: { code: string; text: string }) => code === 'CONFLICT' && text.includes('until it has ended'));
    };
    const [expiry] = await staged.options.expiries('TCS', staged.market.now());
    const { strike } = (await staged.options.chain('TCS', expiry!, staged.market.now()))!.rows.find(({ ce }) => ce?.bid)!;
    const contract = { type: 'CE', strike, expiry };
    expect([await refused({ side: 'buy' }), await refused({ side: 'sell' }), await refused({ side: 'buy', contract })]).toEqual([true, true, true]);
    expect((await place(who, ticket, 'k1')).code).toBe('ORDER_REFUSED');
    openCalls.delete(who);
    expect((await place(who, ticket, 'k2')).status).toBe(true);
  });

  // The embedded database has one connection at a time: there nothing is placed meanwhile.
  if (database === 'postgres')
    test('S2.1-ROUTE-19: of a call and an order of the same instant, the later one sees the earlier', async () => {
      const who = 'kumar';
      const ticket = waiting(await ticketFor(who));
      const waits = async () =>
        (await sql<{ n: number }>`select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted`.execute(served.platform.db)).rows[0]!.n;
      const [checked, goesOn] = [Promise.withResolvers<string | null>(), Promise.withResolvers<void>()];
      const publishing = served.platform.transaction(async (tx) => {
        checked.resolve(await dealtOn(who, 'TCS', '2026-10-21', tx));
        await goesOn.promise;
        await publish(tx, who);
      });
      expect(await checked.promise).toBeNull();
      const order = place(who, ticket, 'k1');
      const settled = order.then(() => 'settled');
      try {
        await expect.poll(() => Promise.race([settled, waits()])).toBe(1);
      } finally {
        goesOn.resolve();
        await publishing;
      }
      expect((await order).validation).toContain('may not deal in it');
    });

  test('S2.1-ROUTE-19: an order placed elsewhere and one that the book lost are shown, and nothing is set right unseen', async () => {
    const who = 'lata';
    const order = await placed(who, waiting(await ticketFor(who)), 'k1');
    await forward(5);
    await served.platform.db
      .deleteFrom('paper_orders')
      .where('broker_order_id', '=', (await read(who, order.id)).broker_order_id)
      .execute();
    const { data } = await send(who, '/reconcile', {});
    expect(data.differences).toMatchObject([{ kind: 'missing', order_id: order.id, ours: 'open', theirs: 'not in the book' }]);
    expect((await read(who, order.id)).state).toBe('open');
  });

  test('S2.1-ROUTE-19: nobody reads, changes or cancels another’s order', async () => {
    const order = await placed('mina', waiting(await ticketFor('mina')), 'k1');
    expect((await send('nita', `/orders/${order.id}`)).http).toBe(404);
    expect((await send('nita', `/orders/${order.id}/cancel`, { version: order.version })).http).toBe(404);
    expect((await book('nita')).orders).toEqual([]);
  });

  test('S2.1-ROUTE-19: each step is kept; an erasure takes what leads to the person and leaves the steps', async () => {
    const who = 'omar';
    const order = await placed(who, waiting(await ticketFor(who)), 'k1');
    const [trading_] = kept.filter(({ name }) => name === 'trading');
    expect(await trading_!.of(who)).toMatchObject({ orders: [{ id: order.id }], steps: [{ kind: 'confirmed' }, { kind: 'sent' }, { kind: 'accepted' }] });
    await served.platform.transaction((tx) => trading_!.erase(tx as never, who));
    expect(await tradingTables(served.platform.db).selectFrom('trading_accounts').selectAll().where('user_id', '=', who).execute()).toEqual([]);
    expect(await trading_!.of(who)).toMatchObject({ accounts: [], orders: [{ id: order.id }] });
  });

  /** Goes on to a time of day in India, without what happens in between. */
  async function goTo(text: string): Promise<void> {
    at = Date.parse(`${text}+05:30`);
    await staged.goTo(new Date(at));
    await trading.sweep();
  }

  test('S2.1-ROUTE-19: an order of after its share’s close is for the next session, and is sent on there, though shares with futures still close by auction', async () => {
    const who = 'pari';
    const share = NO_FUTURES.find((symbol) => staged.market.instrument(symbol)?.fno === false)!;
    const before = await placed(who, waiting(await ticketFor(who)), 'k2');
    await goTo('2026-11-20T15:32:00');
    const order = await placed(who, waiting(await ticketFor(who, { symbol: share })), 'k1');
    const dayOf = async (id: string) =>
      (await tradingTables(served.platform.db).selectFrom('trading_orders').select('day').where('id', '=', id).executeTakeFirstOrThrow()).day;
    expect([await dayOf(order.id), await dayOf(before.id)]).toEqual(['2026-11-23', '2026-11-20']);
    await goTo('2026-11-20T15:36:00');
    await forward(5);
    expect((await read(who, order.id)).state).toBe('pending');
    expect((await read(who, before.id)).state).toBe('expired');
    await goTo('2026-11-20T16:20:00');
    await goTo('2026-11-23T09:20:00');
    await forward(65);
    expect((await read(who, order.id)).state).toBe('open');
  });

  test('S2.1-ROUTE-19: orders of the evening stay in the list of the day they were placed on once they end, and the broker’s book has nothing that is not ours', async () => {
    const who = 'evening';
    await goTo('2026-11-23T20:00:00');
    const ticket = waiting(await ticketFor(who));
    await faults(who, 'refuse');
    const refused = await placed(who, ticket, 'k1');
    const ended = await placed(who, { legs: [{ ...ticket.legs[0]!, quantity: 11 }] }, 'k2');
    await send(who, `/orders/${ended.id}/cancel`, { version: ended.version });
    const states = async (query = '') =>
      ((await send(who, `/orders${query}`)).data as OrderBook).orders.map(({ id, state }) => [id, state]).toSorted((a, b) => (a[0]! < b[0]! ? -1 : 1));
    const wanted = [
      [refused.id, 'rejected'],
      [ended.id, 'cancelled'],
    ].toSorted((a, b) => (a[0]! < b[0]! ? -1 : 1));
    await forward(10);
    expect((await send(who, '/reconcile', {})).data.differences).toEqual([]);
    expect(await states()).toEqual(wanted);
    expect(await states('?day=2026-11-23')).toEqual(wanted);
    // On a later day the broker still tells of it, by its id or by ours.
    await goTo('2026-11-26T11:00:00');
    await tradingTables(served.platform.db)
      .updateTable('trading_orders')
      .set({ updated_at: new Date(at - 3 * 86_400_000) })
      .where('user_id', '=', who)
      .execute();
    await sql`update paper_orders set day = '2026-11-26' where client_id like ${`%C-${who}`}`.execute(served.platform.db);
    expect((await send(who, '/reconcile', {})).data.differences).toEqual([]);
    await sql`update paper_orders set tag = 'another' where client_id like ${`%C-${who}`}`.execute(served.platform.db);
    expect((await send(who, '/reconcile', {})).data.differences).toEqual([]);
    await sql`update paper_orders set broker_order_id = 'Another' where client_id like ${`%C-${who}`} and state = 'cancelled'`.execute(served.platform.db);
    expect((await send(who, '/reconcile', {})).data.differences).toMatchObject([{ kind: 'not_ours' }]);
  });

  test('S2.1-ROUTE-19: options are ordered and priced by their own quotes until they close, though their underlying has stopped', async () => {
    const who = 'late';
    await goTo('2026-11-27T15:29:00');
    const now = () => staged.market.now();
    const [expiry] = (await staged.options.expiries('NIFTY', now())).slice(1);
    const chain = await staged.options.chain('NIFTY', expiry!, now());
    const strike = chain!.rows.toSorted((a, b) => Math.abs(a.strike - chain!.spot) - Math.abs(b.strike - chain!.spot))[0]!.strike;
    const wanted = { symbol: 'NIFTY', contract: { type: 'CE', strike, expiry } };
    for (const [time, key] of [
      ['15:29:30', 'k1'],
      ['15:36:00', 'k2'],
      ['15:39:00', 'k3'],
    ] as const) {
      await goTo(`2026-11-27T${time}`);
      const order = await placed(who, buying(await ticketFor(who, wanted)), key, ['FUNDS', 'TWICE']);
      const row = await tradingTables(served.platform.db)
        .selectFrom('trading_orders')
        .select(['day', 'after_market'])
        .where('id', '=', order.id)
        .executeTakeFirstOrThrow();
      expect([row.day, row.after_market]).toEqual(['2026-11-27', false]);
      await forward(15);
      expect((await read(who, order.id)).state).toBe('complete');
      expect((await send(who, '/positions')).data.value[0].ltp).toBeGreaterThan(0);
    }
    // Without a book of its own it has no price now.
    const real = staged.options.chain;
    staged.options.chain = async (...asked) => {
      const told = await real.apply(staged.options, asked);
      return told && { ...told, rows: told.rows.map((row) => ({ ...row, ce: row.ce && { ...row.ce, bid: null, ask: null } })) };
    };
    try {
      const bare = await send(who, '/ticket', { call_id: null, side: 'buy', ...wanted });
      expect(bare.data.check.remarks).toMatchObject([{ code: 'STALE' }]);
    } finally {
      staged.options.chain = real;
    }
  });

  test('S2.1-ROUTE-19: parts of a position are of its own exchange and day, and what was traded elsewhere is told apart', async () => {
    const who = 'parts';
    await goTo('2026-11-30T10:00:00');
    const leg = buying(await ticketFor(who, { call_id: 'call1' })).legs[0]!;
    const buy = async (exchange: 'BSE' | 'NSE', quantity: number, key: string, call_id: string | null) => {
      const order = await placed(who, { legs: [{ ...leg, exchange, quantity, call_id }] }, key, ['TWICE']);
      await forward(15);
      expect((await read(who, order.id)).state).toBe('complete');
    };
    type Row = { exchange: string; quantity: number; elsewhere: number; from: { call_id: string | null; quantity: number }[] };
    const rows = async () =>
      ((await send(who, '/positions')).data.value as Row[])
        .map(({ exchange, quantity, elsewhere, from }) => ({ exchange, quantity, elsewhere, from: from.map((part) => [part.call_id, part.quantity]) }))
        .toSorted((a, b) => (a.exchange < b.exchange ? -1 : 1));
    await buy('BSE', 10, 'k1', 'call1');
    await buy('NSE', 7, 'k2', 'call1');
    expect(await rows()).toEqual([
      { exchange: 'BSE', quantity: 10, elsewhere: 0, from: [['call1', 10]] },
      { exchange: 'NSE', quantity: 7, elsewhere: 0, from: [['call1', 7]] },
    ]);
    await goTo('2026-12-01T10:00:00');
    await buy('BSE', 3, 'k3', null);
    expect(await rows()).toEqual([{ exchange: 'BSE', quantity: 3, elsewhere: 0, from: [[null, 3]] }]);
    // Two of them were sold at the broker itself.
    await sql`update paper_trades set quantity = 1 where broker_order_id in (select broker_order_id from trading_orders where user_id = ${who} and key = 'k3')`.execute(
      served.platform.db,
    );
    await forward(5);
    expect(await rows()).toEqual([{ exchange: 'BSE', quantity: 1, elsewhere: -2, from: [[null, 3]] }]);
  });

  test('S2.1-ROUTE-19: limits of a day count what was placed on that day in India, by day and by evening, and the next one begins at nothing', async () => {
    const who = 'measured';
    await goTo('2026-12-02T10:00:00');
    await send(who, '/limits', { orders: 2, rupees: null });
    const ticket = waiting(await ticketFor(who));
    const ofSize = (quantity: number): BasketTicket => ({ legs: [{ ...ticket.legs[0]!, quantity }] });
    await placed(who, ticket, 'k1');
    const used = async () => (await desk(who)).used.orders;
    expect(await used()).toBe(1);
    await goTo('2026-12-02T20:00:00');
    expect(await used()).toBe(1);
    await placed(who, ofSize(11), 'k2');
    expect(await used()).toBe(2);
    expect((await place(who, ofSize(12), 'k3')).validation).toContain('Your own limit is 2 orders');
    // The second is for this session, and was counted when it was placed.
    await goTo('2026-12-03T08:00:00');
    expect(await used()).toBe(0);
    await goTo('2026-12-03T10:00:00');
    expect((await place(who, ofSize(13), 'k4')).status).toBe(true);
  });
});
