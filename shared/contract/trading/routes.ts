import * as z from 'zod/mini';
import { route } from '../route.ts';
import { day, id, symbol } from '../text.ts';
import {
  agreed,
  basketTicket,
  brokerPage,
  careLimits,
  checkedTicket,
  filledTicket,
  fundsAnswer,
  holdingsAnswer,
  ORDER_SIDES,
  order,
  orderBook,
  orderContract,
  orderDetail,
  orderPrice,
  positionsAnswer,
  tradingDesk,
} from './types.ts';

const params = z.object({ id });

/** Where brokers tell of their own accord what became of orders, in words of their own; `:broker` is the broker's number. */
export const POSTBACKS_PATH = '/trading/v1/postbacks/:broker';
/** Where a broker's page sends its customer back to. */
export const RETURNS_PATH = '/trading/v1/returns';

/** The version a change was made on: ORDER_CHANGED where the order moved meanwhile, and then nothing is sent. */
const version = z.int().check(z.minimum(1));

/** BROKER_UNKNOWN where this site has no broker that trades. Opens without a plan too: orders of before stay readable. */
export const readTradingDesk = route({
  method: 'GET',
  path: '/trading/v1/desk',
  summary: 'The caller’s broker and session, how orders reach it, own limits, a kept draft and orders nobody knows the state of.',
  access: 'session',
  data: tradingDesk,
});

/**
 * One of `call_id` and `symbol`. A call of options fills a leg for each of its legs. UNKNOWN_SYMBOL, NOT_FOUND for a call the caller can't
 * read, NOT_ENTITLED without a plan that trades.
 */
export const fillTicket = route({
  method: 'POST',
  path: '/trading/v1/ticket',
  summary: 'A ticket filled in: equity 10 shares on BSE, options one lot, limit at the price now, or by a call’s levels.',
  access: 'session',
  body: z.object({
    call_id: z.nullable(id),
    symbol: z.nullable(symbol),
    contract: z.nullable(orderContract),
    side: z._default(z.enum(ORDER_SIDES), 'buy'),
  }),
  data: filledTicket,
});

/** Sends nothing and keeps nothing. */
export const checkTicket = route({
  method: 'POST',
  path: '/trading/v1/check',
  summary: 'What stands against a ticket, what it would cost, block and risk, and how it would be cut.',
  access: 'session',
  body: basketTicket,
  data: checkedTicket,
});

/**
 * `key` is made by the client once per wish: the same key answers the orders it made the first time, whatever became of them, and
 * ORDER_KEY_USED where the ticket is another one.
 * ORDER_REFUSED with the first sentence that stands against it, ORDER_ASKS while an `ask` is not agreed to, ORDER_FROZEN while an order in the
 * same share is unknown, ORDER_PAUSED, BROKER_SESSION where the session is over: then the ticket is kept as the draft.
 */
export const placeOrders = route({
  method: 'POST',
  path: '/trading/v1/orders',
  summary: 'Place the orders of a ticket that its owner has confirmed. They are stored before they are sent.',
  access: 'session',
  body: z.object({ key: id, ticket: basketTicket, agreed }),
  /** `page`: the way on to the broker's own page; null where the orders were sent by API. */
  data: z.object({ orders: z.array(order), page: z.nullable(brokerPage) }),
});

export const listOrders = route({
  method: 'GET',
  path: '/trading/v1/orders',
  summary: 'The caller’s orders of an IST day, by default today’s with all that are still open, and where the broker’s book differs.',
  access: 'session',
  query: z.object({ day: z.optional(day) }),
  data: orderBook,
});

export const readTradingOrder = route({
  method: 'GET',
  path: '/trading/v1/orders/:id',
  summary: 'One of the caller’s orders, with everything that happened to it.',
  access: 'session',
  params,
  data: orderDetail,
});

/** ORDER_REFUSED by the rules of tickets, ORDER_OVER where it has ended, ORDER_FROZEN while it or a change of it is unknown. */
export const modifyOrder = route({
  method: 'POST',
  path: '/trading/v1/orders/:id/modify',
  summary: 'Ask the broker for another quantity or price of an order that lives.',
  access: 'session',
  params,
  body: z.object({
    version,
    quantity: z.int().check(z.positive(), z.lte(10_000_000)),
    price: z.nullable(orderPrice),
    trigger: z.nullable(orderPrice),
    agreed,
  }),
  data: order,
});

/** Also without a plan and while trading is paused: whoever has an order can end it. */
export const cancelOrder = route({
  method: 'POST',
  path: '/trading/v1/orders/:id/cancel',
  summary: 'Ask the broker to end an order. It is cancelled when the broker says so.',
  access: 'session',
  params,
  body: z.object({ version }),
  data: order,
});

/**
 * `page` is null where the broker has the orders already, where its book could not be read (then nobody can say, and a second page might become a
 * second order), and where orders go by API. NOT_ENTITLED, ORDER_PAUSED.
 */
export const reopenBrokerPage = route({
  method: 'POST',
  path: '/trading/v1/orders/:id/page',
  summary: 'The broker’s page again for an order that its owner has not confirmed there, once the broker’s book lacks it.',
  access: 'session',
  params,
  data: z.object({ orders: z.array(order), page: z.nullable(brokerPage) }),
});

/** The order stays unknown and watched until the broker tells; it keeps no other waiting any more. */
export const markLookedAt = route({
  method: 'POST',
  path: '/trading/v1/orders/:id/looked-at',
  summary: 'The owner has looked at the broker for an order that nobody could find.',
  access: 'session',
  params,
  body: z.object({ version }),
  data: order,
});

/** RATE where it was read a moment ago. */
export const reconcileNow = route({
  method: 'POST',
  path: '/trading/v1/reconcile',
  summary: 'Read the broker’s book now and compare it with ours.',
  access: 'session',
  data: orderBook,
});

export const readPositions = route({
  method: 'GET',
  path: '/trading/v1/positions',
  summary: 'The caller’s positions by the broker’s book, which call each is from and what following it made.',
  access: 'session',
  data: positionsAnswer,
});

export const readHoldings = route({
  method: 'GET',
  path: '/trading/v1/holdings',
  summary: 'The caller’s holdings by the broker’s book.',
  access: 'session',
  data: holdingsAnswer,
});

export const readFunds = route({
  method: 'GET',
  path: '/trading/v1/funds',
  summary: 'The caller’s funds by the broker.',
  access: 'session',
  data: fundsAnswer,
});

/** Null forgets it. One draft a person and site. */
export const keepDraft = route({
  method: 'POST',
  path: '/trading/v1/draft',
  summary: 'Keep a ticket that is not placed, or forget it.',
  access: 'session',
  body: z.object({ ticket: z.nullable(basketTicket) }),
  data: tradingDesk,
});

export const setCareLimits = route({
  method: 'POST',
  path: '/trading/v1/limits',
  summary: 'Set own limits for a day: lower at once, higher from tomorrow.',
  access: 'session',
  body: careLimits,
  data: tradingDesk,
});

/** It can't be taken back the same day. Orders that live can still be changed and cancelled. */
export const pauseTrading = route({
  method: 'POST',
  path: '/trading/v1/pause',
  summary: 'Take no new orders of the caller until the next IST day.',
  access: 'session',
  data: tradingDesk,
});

/** NOT_FOUND where orders go to a broker that exists. `lost`: it has the order and does not answer; `never`: it has nothing and does not answer; `session`: it takes nothing, because the session is over. */
export const setPaperFaults = route({
  method: 'POST',
  path: '/trading/v1/paper/faults',
  summary: 'What the caller’s next orders at the paper broker do wrong, in this order.',
  access: 'session',
  body: z.object({ faults: z.array(z.enum(['lost', 'never', 'refuse', 'pending', 'part', 'session'])).check(z.maxLength(10)) }),
  data: z.object({ faults: z.array(z.string()) }),
});
