import { isDeepStrictEqual } from 'node:util';
import {
  cancelOrder,
  checkTicket,
  fillTicket,
  listOrders,
  markLookedAt,
  modifyOrder,
  placeOrders,
  readTradingOrder,
  reconcileNow,
  reopenBrokerPage,
} from '@vimarsh/shared/contract/trading/routes.ts';
import type { BrokerPage, LegTicket, Order, OrderBook, TicketRemark } from '@vimarsh/shared/contract/trading/types.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { isFrozen } from '@vimarsh/shared/domain/trading/order/order-record.ts';
import { ticketRemarks } from '@vimarsh/shared/domain/trading/ticket/check-ticket.ts';
import { protectedPrice } from '@vimarsh/shared/domain/trading/ticket/protection.ts';
import { sliceQuantity } from '@vimarsh/shared/domain/trading/ticket/slices.ts';
import type { SubjectFacts } from '@vimarsh/shared/domain/trading/ticket/ticket-facts.ts';
import { readDevice } from '../../identity/index.ts';
import { callerOf } from '../../platform/access/access.ts';
import { doneBy } from '../../platform/access/audit.ts';
import { type Ctx, Fail } from '../../platform/platform.ts';
import type { BrokerPages } from '../brokers/broker-pages.ts';
import type { OutgoingOrder, TradingSession } from '../brokers/port.ts';
import { sessionDay } from '../engine/next-look.ts';
import { inSendingOrder, type PreparedLeg, storeWish } from '../engine/order-placer.ts';
import { subjectFacts, tradedHoursOf } from '../market-facts.ts';
import { type AccountKey, lockTradingAccount, tradingAccountOf, updateAccount } from '../store/account.store.ts';
import { bookDifferencesOf } from '../store/difference.store.ts';
import { orderById, ordersByKey, ordersOfDay, stepsOf } from '../store/order.store.ts';
import type { TradeOrderRow } from '../tables.ts';
import { differenceView, orderView, stepView } from '../views.ts';
import { inTicketOrder, type LookedUp, legsOf, legWorth, type TicketDesk } from './ticket-desk.ts';
import { type TradingParts, type TradingPlace, tradingPlaceOf } from './trading-parts.ts';

const READS = { max: 240, perSeconds: 60 };
const CHECKS = { max: 120, perSeconds: 60 };
const ORDERS = { max: 60, perSeconds: 60 };
const RECONCILES = { max: 6, perSeconds: 60 };

/** Orders: filling tickets in, placing, changing, and what became of them. */
export function serveOrders(parts: TradingParts, desk: TicketDesk): void {
  const { platform, market, engine, brokers } = parts;
  const now = (): number => market.now().getTime();
  const dayFor = (instrument: string): string => sessionDay(now(), tradedHoursOf(market, instrument));

  platform.on(
    fillTicket,
    async ({ body }, ctx) => {
      requireRight(ctx);
      return desk.fill(body, tradingPlaceOf(parts, ctx), ctx);
    },
    { limit: CHECKS },
  );

  platform.on(
    checkTicket,
    async ({ body: { legs } }, ctx) => {
      requireRight(ctx);
      return desk.check(legs, tradingPlaceOf(parts, ctx), ctx);
    },
    { limit: CHECKS },
  );

  platform.on(
    placeOrders,
    async ({ body: { key, ticket, agreed } }, ctx) => {
      requireRight(ctx, ticket.legs);
      const place = tradingPlaceOf(parts, ctx);
      const { account, way } = place;
      const earlier = await ordersByKey(platform.db, account, key);
      if (earlier.length > 0) return again(place, key, ticket.legs, earlier, ctx);
      if ((await brokers.sessionOf(account)).state !== 'active') {
        await keepAsDraft(place, ticket.legs);
        throw new Fail('BROKER_SESSION');
      }
      const looked = await desk.lookUp(ticket.legs, place, ctx);
      const legs = ticket.legs.map((leg, at) => prepared(leg, looked, at));
      if (way.page) refuseOnPage(way.page, legs);
      const wish = {
        key,
        partner_key: place.partner_key,
        legs,
        way: way.way,
        after_market: looked.subjects.some(({ phase }) => phase !== 'continuous'),
        tagLength: way.broker.tagLength,
      };
      const { orders, made } = await storeWish({ transaction: platform.transaction, now }, account, wish, async (tx, row, today) => {
        if (row.paused_day === istDay(market.now())) throw new Fail('ORDER_PAUSED');
        await desk.holdDealing(tx, account);
        refuse(ticketRemarks(ticket.legs, await desk.facts(tx, ticket.legs, place, looked, row, today)), agreed);
        await updateAccount(tx, account, { draft: null, draft_why: '', draft_at: null });
        await platform.audit.write(tx, { ...doneBy(ctx), action: 'order.place', object: key, after: ticket });
      });
      // Another request with the same key was stored meanwhile.
      if (!made) return again(place, key, ticket.legs, orders, ctx);
      if (way.page) return showPage(place, orders, ctx);
      const ltps = new Map(looked.subjects.map(({ instrument, ltp, tick }) => [instrument, { ltp, tick }]));
      const sent = await engine.sender.sendAll(inSendingOrder(orders), (order) => outgoingOf(order, ltps.get(order.instrument)!));
      // The broker ended the session in between: nothing of the ticket went out, so it can be gone on with.
      if (sent.some(({ record }) => record.code === 'SESSION') && sent.every(({ state }) => state === 'not_sent')) await keepAsDraft(place, ticket.legs);
      return { orders: sent.toSorted(inTicketOrder).map((order) => view(place, order)), page: null };
    },
    { limit: ORDERS },
  );

  platform.on(listOrders, async ({ query: { day } }, ctx) => bookOf(tradingPlaceOf(parts, ctx), day), { limit: READS });

  platform.on(
    readTradingOrder,
    async ({ params }, ctx) => {
      const place = tradingPlaceOf(parts, ctx);
      const order = await own(place, params.id);
      return { order: view(place, order), steps: (await stepsOf(platform.db, order.id)).map(stepView) };
    },
    { limit: READS },
  );

  platform.on(
    modifyOrder,
    async ({ params, body: { version, quantity, price, trigger, agreed } }, ctx) => {
      const place = tradingPlaceOf(parts, ctx);
      const order = await own(place, params.id);
      requireRight(ctx, [order.ticket]);
      if (!place.way.takes.modify) throw new Fail('ORDER_REFUSED', { validation: CHANGED_THERE });
      const leg = { ...order.ticket, quantity, price, trigger };
      const looked = await desk.lookUp([leg], place, ctx);
      const [row, orders] = await Promise.all([tradingAccountOf(platform.db, place.account), ordersOfDay(platform.db, place.account, order.day)]);
      if (orders.some((other) => other.id !== order.id && other.instrument === order.instrument && isFrozen(other.record))) throw new Fail('ORDER_FROZEN');
      const value_paise = legWorth(leg, looked.subjects[0]!);
      if (row?.paused_day === istDay(market.now()) && (quantity > order.record.quantity || value_paise > order.value_paise)) throw new Fail('ORDER_PAUSED');
      refuse(ticketRemarks([leg], await desk.facts(platform.db, [leg], place, looked, row, orders, { change: order })), agreed);
      if (sliceQuantity(quantity, looked.subjects[0]!.lot, looked.subjects[0]!.freeze).length > 1)
        throw new Fail('ORDER_REFUSED', { validation: 'The exchange takes no order as large as this: place a second one for the rest.' });
      const { ltp, tick } = looked.subjects[0]!;
      return view(
        place,
        await engine.sender.ask(order, version, { kind: 'modify', quantity, price, trigger, value_paise }, (held) => outgoingOf(held, { ltp, tick })),
      );
    },
    { limit: ORDERS },
  );

  platform.on(
    cancelOrder,
    async ({ params, body: { version } }, ctx) => {
      const place = tradingPlaceOf(parts, ctx);
      const order = await own(place, params.id);
      if (!place.way.mayCancel) throw new Fail('ORDER_REFUSED', { validation: CHANGED_THERE });
      return view(place, await engine.sender.ask(order, version, { kind: 'cancel' }, (held) => outgoingOf(held, { ltp: null, tick: 1 })));
    },
    { limit: ORDERS },
  );

  platform.on(
    reopenBrokerPage,
    async ({ params }, ctx) => {
      const place = tradingPlaceOf(parts, ctx);
      const order = await own(place, params.id);
      requireRight(ctx, [order.ticket]);
      return reopen(place, order.key, ctx);
    },
    { limit: RECONCILES },
  );

  platform.on(markLookedAt, async ({ params, body: { version } }, ctx) => {
    const place = tradingPlaceOf(parts, ctx);
    return view(place, await engine.sender.lookedAt(await own(place, params.id), version));
  });

  platform.on(
    reconcileNow,
    async (_input, ctx) => {
      const place = tradingPlaceOf(parts, ctx);
      await engine.books.reconcile(place.account);
      return bookOf(place, undefined);
    },
    { limit: RECONCILES },
  );

  function requireRight(ctx: Ctx, legs: readonly LegTicket[] = []): void {
    if (!may(callerOf(ctx), 'trade.order')) throw new Fail('NOT_ENTITLED');
    // A partner may trade shares alone (S3-ENV-O03).
    if (legs.some(({ contract }) => contract !== null) && !ctx.partner?.optionsTrade) throw new Fail('NOT_ENTITLED');
  }

  /** The answer to a key that has orders. Throws ORDER_KEY_USED where they are of another ticket. */
  async function again(place: TradingPlace, key: string, legs: readonly LegTicket[], stored: readonly TradeOrderRow[], ctx: Ctx): Promise<OnPage> {
    if (!isSameWish(legs, legsOf(stored))) throw new Fail('ORDER_KEY_USED');
    return reopen(place, key, ctx);
  }

  /** Shows the broker's page for orders that are stored and wait for their owner. */
  async function showPage({ account, way, ...place }: TradingPlace, orders: readonly TradeOrderRow[], ctx: Ctx): Promise<OnPage> {
    const shown: TradeOrderRow[] = [];
    for (const order of orders) shown.push(order.state === 'confirmed' ? await engine.sender.showPage(order) : order);
    const waiting = inSendingOrder(shown.filter(({ state }) => state === 'at_broker'));
    const session = await parts.customerOf(account);
    return {
      orders: shown.toSorted(inTicketOrder).map((order) => view({ account, way, ...place }, order)),
      page: way.page && session && waiting.length > 0 ? await pageOf(way.page, account, session, waiting, ctx) : null,
    };
  }

  async function pageOf(
    page: BrokerPages,
    { broker_id }: AccountKey,
    session: TradingSession,
    orders: readonly TradeOrderRow[],
    { cookies }: Ctx,
  ): Promise<BrokerPage> {
    const device_hash = readDevice(cookies, platform.config.production)?.hash ?? '';
    const outgoing = await Promise.all(
      orders.map(async (order) => {
        const subject = await subjectFacts(market, order.ticket);
        return outgoingOf({ ...order, after_market: subject.phase !== 'continuous' }, subject);
      }),
    );
    return page.pageOf({ basket_id: orders[0]!.basket_id, broker_id, session, device_hash, orders: outgoing });
  }

  /**
   * The same wish again: what became of it, and the broker's page for orders that its owner has not confirmed. Whoever went there may have
   * confirmed and come back otherwise, so the broker's book is read first, and without it no page is shown: a second one would be a second order.
   */
  async function reopen(place: TradingPlace, key: string, ctx: Ctx): Promise<OnPage> {
    const { account, way } = place;
    const stored = await ordersByKey(platform.db, account, key);
    const plain = (orders: readonly TradeOrderRow[]): OnPage => ({ orders: orders.map((order) => view(place, order)), page: null });
    if (!way.page || !stored.some(({ state, way: by }) => by === 'broker_page' && (state === 'at_broker' || state === 'confirmed'))) return plain(stored);
    if (stored.some(({ day, instrument }) => day !== dayFor(instrument))) return plain(stored);
    if (stored.some(({ state }) => state === 'at_broker') && !(await engine.books.reconcile(account))) return plain(stored);
    const orders = await ordersByKey(platform.db, account, key);
    await refuseAgain(
      place,
      orders.filter(({ state }) => state === 'at_broker' || state === 'confirmed'),
      ctx,
    );
    return showPage(place, orders, ctx);
  }

  /** What was asked about when they were placed has been agreed to. */
  async function refuseAgain(place: TradingPlace, waiting: readonly TradeOrderRow[], ctx: Ctx): Promise<void> {
    if ((await tradingAccountOf(platform.db, place.account))?.paused_day === istDay(market.now())) throw new Fail('ORDER_PAUSED');
    const validation = await desk.stopOf(waiting, place, ctx);
    if (validation !== '') throw new Fail('ORDER_REFUSED', { validation });
  }

  async function own({ account }: TradingPlace, id: string): Promise<TradeOrderRow> {
    const order = await orderById(platform.db, id, account.user_id);
    if (!order || order.broker_id !== account.broker_id) throw new Fail('NOT_FOUND');
    return order;
  }

  const view = ({ known, way }: TradingPlace, order: TradeOrderRow): Order =>
    orderView(order, { id: known.id, title: known.title }, { modify: way.takes.modify, cancel: way.mayCancel });

  async function bookOf(place: TradingPlace, day: string | undefined): Promise<OrderBook> {
    const today = istDay(market.now());
    const [orders, differences, account] = await Promise.all([
      ordersOfDay(platform.db, place.account, day ?? today),
      bookDifferencesOf(platform.db, place.account),
      tradingAccountOf(platform.db, place.account),
    ]);
    const wanted = day === undefined ? orders : orders.filter((order) => order.day === day || istDay(order.placed_at) === day);
    const read = account?.reconciled_at ?? null;
    return {
      orders: wanted.toReversed().map((order) => view(place, order)),
      differences: differences.map(differenceView),
      reconciled_at: read && istDay(read) === today ? read.toISOString() : null,
    };
  }

  async function keepAsDraft({ account, partner_key }: TradingPlace, legs: readonly LegTicket[]): Promise<void> {
    await platform.transaction(async (tx) => {
      await lockTradingAccount(tx, account, partner_key);
      await updateAccount(tx, account, { draft: { legs }, draft_why: 'Your session with the broker was over.', draft_at: market.now() });
    });
  }

  const prepared = (ticket: LegTicket, { subjects }: LookedUp, at: number): PreparedLeg => {
    const { instrument, name, lot, freeze, ltp } = subjects[at]!;
    const value_paise = legWorth(ticket, { ltp });
    return { ticket, instrument, name, slices: sliceQuantity(ticket.quantity, lot, freeze), day: dayFor(instrument), value_paise };
  };
}

const isSameWish = (one: readonly LegTicket[], other: readonly LegTicket[]): boolean =>
  one.length === other.length && one.every((leg, at) => isDeepStrictEqual(leg, other[at]));

interface OnPage {
  orders: Order[];
  page: BrokerPage | null;
}

const CHANGED_THERE = 'Change or cancel it on your broker’s own page: you confirmed it there.';

/** What a broker's page can't take is refused before it is stored. */
function refuseOnPage({ most, nameOf }: BrokerPages, legs: readonly PreparedLeg[]): void {
  if (legs.some(({ instrument, ticket }) => nameOf(instrument, ticket.exchange) === null))
    throw new Fail('ORDER_REFUSED', { validation: 'Your broker does not list this on that exchange.' });
  if (legs.reduce((sum, { slices }) => sum + slices.length, 0) > most)
    throw new Fail('ORDER_REFUSED', { validation: `Your broker’s page takes at most ${most} orders at once: order less.` });
}

/** The first thing that stands against a ticket, as its owner reads it. */
function refuse(remarks: readonly TicketRemark[], agreed: readonly string[]): void {
  const stop = remarks.find(({ weight }) => weight === 'stop');
  if (stop) throw new Fail('ORDER_REFUSED', { validation: stop.text });
  const ask = remarks.find(({ weight, code }) => weight === 'ask' && !agreed.includes(code));
  if (ask) throw new Fail('ORDER_ASKS', { validation: ask.text });
}

/** An order as it goes out; a market order with its worst price. */
function outgoingOf({ ticket, record, tag, instrument, after_market }: TradeOrderRow, { ltp, tick }: Pick<SubjectFacts, 'ltp' | 'tick'>): OutgoingOrder {
  const { call_id: _, ...terms } = ticket;
  const atMarket = ticket.type === 'MARKET' || ticket.type === 'SL-M';
  const from = ticket.type === 'SL-M' ? ticket.trigger : ltp;
  return {
    ...terms,
    quantity: record.quantity,
    instrument,
    tag,
    after_market,
    worst_price: atMarket && from !== null ? protectedPrice(ticket.side, from, tick) : null,
  };
}
