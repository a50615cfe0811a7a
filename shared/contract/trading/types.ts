import * as z from 'zod/mini';
import { price as anyPrice, code, day, id, symbol } from '../text.ts';

export const ORDER_SIDES = ['buy', 'sell'] as const;
/** Delivery, intraday, and carried forward (derivatives). */
export const PRODUCTS = ['CNC', 'MIS', 'NRML'] as const;
export const ORDER_TYPES = ['MARKET', 'LIMIT', 'SL', 'SL-M'] as const;
export const VALIDITIES = ['DAY', 'IOC'] as const;
export const ORDER_EXCHANGES = ['NSE', 'BSE', 'NFO', 'BFO'] as const;

/**
 * States of an order (product B.2). `confirmed`: stored with an id of ours, not sent yet. `at_broker`: waits for its owner on the broker's own
 * page. `sent`: on its way, no answer yet. `unknown`: sent, and nobody can say what became of it. `pending`: the broker has it, the exchange has
 * not confirmed it (OPEN PENDING): it is neither in the market nor cancelled. `not_sent`: it never left us. `not_received`: the broker's final
 * book of the day does not have it.
 */
export const TRADING_ORDER_STATES = [
  'confirmed',
  'at_broker',
  'sent',
  'unknown',
  'pending',
  'open',
  'partial',
  'complete',
  'rejected',
  'cancelled',
  'expired',
  'not_sent',
  'not_received',
] as const;
export type OrderState = (typeof TRADING_ORDER_STATES)[number];

/** An order is confirmed on the broker's own page, or sent by API where the broker has approved that. */
export const ORDER_WAYS = ['broker_page', 'api'] as const;
export type OrderWay = (typeof ORDER_WAYS)[number];

/** ₹; no order has a price below one paisa. */
export const orderPrice = anyPrice.check(z.gte(0.01, 'Enter ₹0.01 or more'));
/** The most units of any order: above it a typing error is likelier than a wish. */
const quantity = z.int('Enter a whole number').check(z.positive('Enter 1 or more'), z.lte(10_000_000, 'Enter fewer than 1,00,00,000'));

/** An option contract of an underlying; `expiry` is an IST day, `strike` in ₹ or points. */
export const orderContract = z.object({ type: z.enum(['CE', 'PE']), strike: anyPrice, expiry: day });

export const legTicket = z.object({
  /** The stock, or the underlying of `contract`. */
  symbol,
  contract: z.nullable(orderContract),
  exchange: z.enum(ORDER_EXCHANGES),
  side: z.enum(ORDER_SIDES),
  product: z.enum(PRODUCTS),
  type: z.enum(ORDER_TYPES),
  /** Shares, also of options: lots × lot size. */
  quantity,
  /** ₹; null for MARKET and SL-M. */
  price: z.nullable(orderPrice),
  /** ₹; null but for SL and SL-M. */
  trigger: z.nullable(orderPrice),
  validity: z.enum(VALIDITIES),
  /** The call it follows; null for none. Known to its owner alone. */
  call_id: z.nullable(id),
});
export type LegTicket = z.output<typeof legTicket>;

/** Legs that belong together, sent one after the other, buys before sells. One order is a basket of one leg. */
export const MOST_BASKET_LEGS = 4;
export const basketTicket = z.object({ legs: z.array(legTicket).check(z.minLength(1), z.maxLength(MOST_BASKET_LEGS, 'At most 4 legs')) });
export type BasketTicket = z.output<typeof basketTicket>;

/** Why a ticket is refused (`stop`), what its owner has to agree to (`ask`), or should know (`note`). */
export const ticketRemark = z.object({
  /** Names the rule; `ask` is agreed to by it. */
  code: z.string(),
  weight: z.enum(['stop', 'ask', 'note']),
  /** From 0; null where it is about the whole basket. */
  leg: z.nullable(z.number()),
  /** The field of the leg to mark; '' where none is to blame. */
  field: z.string(),
  text: z.string(),
  /** What would be right: the nearest tick, the next lot. Null where nothing can be proposed. */
  proposal: z.nullable(z.number()),
});
export type TicketRemark = z.output<typeof ticketRemark>;

const chargeLine = z.object({ label: z.string(), paise: z.number() });

/** Estimates by the dated rates of brokerage, taxes and fees; the broker's contract note is what counts. */
export const ticketEstimate = z.object({
  /** Price × quantity of all legs, paise; market orders at the price with their protection. */
  value_paise: z.number(),
  charges: z.array(chargeLine),
  charges_paise: z.number(),
  /** What the broker will probably block, paise; null where we can't tell. */
  margin_paise: z.nullable(z.number()),
  /** Its rule in a sentence. */
  margin_how: z.string(),
  /** Funds free at the broker, paise, as last told; null where it has not told. */
  available_paise: z.nullable(z.number()),
  /** Most that is lost down to the call's stop-loss, or of the legs at expiry, with charges, paise; null: nobody knows, or without a limit. */
  risk_paise: z.nullable(z.number()),
  /** The loss has no limit. */
  risk_unlimited: z.boolean(),
  risk_how: z.string(),
});
export type TicketEstimate = z.output<typeof ticketEstimate>;

export const ticketCheck = z.object({
  remarks: z.array(ticketRemark),
  estimate: z.nullable(ticketEstimate),
  /** Quantities that each leg is cut into, because the exchange takes no larger order. */
  slices: z.array(z.array(z.number())),
});
export type TicketCheck = z.output<typeof ticketCheck>;

/** What was asked of an order that lives: a new quantity or price, or its end. */
export const orderChange = z.object({
  kind: z.enum(['modify', 'cancel']),
  /** `unknown`: asked, and nobody can say whether it took effect. */
  state: z.enum(['sent', 'unknown', 'refused']),
  quantity: z.nullable(z.number()),
  price: z.nullable(z.number()),
  trigger: z.nullable(z.number()),
  /** Why it was refused, in plain words; '' while it was not. */
  text: z.string(),
  at: z.string(),
});
export type OrderChange = z.output<typeof orderChange>;

/** Why an order ended, or what its owner can do about it: our plain words, and the broker's own beside them. */
const orderReason = z.object({
  /** Our word for it, equal for all brokers: `FUNDS`, `BAND`, `FREEZE` … */
  code: z.string(),
  text: z.string(),
  fix: z.string(),
  broker_text: z.string(),
});

export const order = z.object({
  /** Ours, made before anything is sent. */
  id,
  basket_id: id,
  /** Leg of its basket and slice of its leg, from 0. */
  leg: z.number(),
  slice: z.number(),
  broker: z.object({ id: z.number(), title: z.string() }),
  way: z.enum(ORDER_WAYS),
  /** The broker's id; '' while it has told none. */
  broker_order_id: z.string(),
  ticket: legTicket,
  /** The company or index. */
  name: z.string(),
  state: z.enum(TRADING_ORDER_STATES),
  /** In plain words, what the state means now. */
  state_text: z.string(),
  filled: z.number(),
  /** ₹ a share of what is filled; null before the first fill. */
  average: z.nullable(z.number()),
  reason: z.nullable(orderReason),
  change: z.nullable(orderChange),
  /** Since when nobody can say what became of it, and when its owner was asked to look; UTC. */
  unknown_since: z.nullable(z.string()),
  handed_over_at: z.nullable(z.string()),
  /** Its owner has looked at the broker: it keeps no other order waiting. */
  looked_at: z.nullable(z.string()),
  /** Since when nobody looks for it any more, because the final book of its day was never read; absent while somebody does. */
  search_ended_at: z.optional(z.string()),
  /** Sent outside the session, for the next one. */
  after_market: z.boolean(),
  /** What can be asked of it now. */
  may: z.object({ modify: z.boolean(), cancel: z.boolean() }),
  /** Raised by every change; a change names the version it was made on. */
  version: z.number(),
  placed_at: z.string(),
  updated_at: z.string(),
});
export type Order = z.output<typeof order>;

export const orderStep = z.object({
  at: z.string(),
  /** Who said it: its owner, we, or the broker by an answer, a postback or its book. */
  by: z.enum(['owner', 'us', 'answer', 'postback', 'book']),
  /** `confirmed`, `sent`, `filled`, `unknown`, `found` … */
  kind: z.string(),
  text: z.string(),
});
export type OrderStep = z.output<typeof orderStep>;

export const orderDetail = z.object({ order, steps: z.array(orderStep) });
export type OrderDetail = z.output<typeof orderDetail>;

/** The broker's book and ours disagree. Shown until both agree; nothing is set right unseen. */
export const bookDifference = z.object({
  /** `fills`, `state`, `not_ours`, `missing`, `position`. */
  kind: z.string(),
  order_id: z.nullable(z.string()),
  broker_order_id: z.string(),
  symbol: z.string(),
  ours: z.string(),
  theirs: z.string(),
  text: z.string(),
  since: z.string(),
});
export type BookDifference = z.output<typeof bookDifference>;

export const orderBook = z.object({
  /** The latest first. */
  orders: z.array(order),
  differences: z.array(bookDifference),
  /** When the broker's book was last read as a whole; null: not today. */
  reconciled_at: z.nullable(z.string()),
});
export type OrderBook = z.output<typeof orderBook>;

/** What of a position is from following one call, and what that has made so far; paise, before and after charges. */
const followedPart = z.object({
  call_id: z.nullable(z.string()),
  /** "Buy TCS by Asha Rao"; '' where no call was followed. */
  words: z.string(),
  quantity: z.number(),
  made_paise: z.number(),
  made_net_paise: z.number(),
});

/** By the broker's book. Quantities in shares, sold short negative; `ltp` null without a fresh price. */
export const position = z.object({
  symbol: z.string(),
  contract: z.nullable(orderContract),
  exchange: z.enum(ORDER_EXCHANGES),
  product: z.enum(PRODUCTS),
  quantity: z.number(),
  average: z.number(),
  ltp: z.nullable(z.number()),
  realised_paise: z.number(),
  open_paise: z.nullable(z.number()),
  from: z.array(followedPart),
  /** Shares of it that no order from here explains: traded elsewhere, or by the broker itself. */
  elsewhere: z.number(),
});
export type Position = z.output<typeof position>;

export const holding = z.object({
  symbol: z.string(),
  name: z.string(),
  exchange: z.enum(ORDER_EXCHANGES),
  quantity: z.number(),
  /** Not settled yet: can't be sold with delivery at every broker. */
  unsettled: z.number(),
  average: z.number(),
  ltp: z.nullable(z.number()),
});
export type TradingHolding = z.output<typeof holding>;

export const funds = z.object({ available_paise: z.number(), used_paise: z.number(), total_paise: z.number() });
export type Funds = z.output<typeof funds>;

/** What the broker said, and when; `refused` where it would not say; `left_out`: how many more lines of a list there are. */
const told = <S extends z.ZodMiniType>(of: S) => z.object({ value: z.nullable(of), at: z.nullable(z.string()), refused: z.string(), left_out: z.number() });
export const positionsAnswer = told(z.array(position));
export const holdingsAnswer = told(z.array(holding));
export const fundsAnswer = told(funds);

/** Limits that somebody sets for themselves, an IST day. Null: none. Lowering works at once, raising from the next day. */
export const careLimits = z.object({
  orders: z.nullable(z.int().check(z.gte(1), z.lte(500, 'Enter at most 500 orders'))),
  rupees: z.nullable(z.int().check(z.gte(1_000, 'Enter ₹1,000 or more'), z.lte(100_000_000, 'Enter at most ₹10,00,00,000'))),
});
export type CareLimits = z.output<typeof careLimits>;

export const tradingDesk = z.object({
  broker: z.object({ id: z.number(), title: z.string(), logo: z.string() }),
  session: z.object({
    /** Orders need an `active` one. `none`: never signed in with this broker. */
    state: z.enum(['none', 'active', 'expired', 'ended']),
    expires_at: z.nullable(z.string()),
    client_id: z.string(),
  }),
  /** How orders reach the broker, and why so, in a sentence. */
  way: z.enum(ORDER_WAYS),
  way_why: z.string(),
  /** Orders fill at simulated prices: nothing is bought or sold. */
  simulated: z.boolean(),
  /** Order types and products this broker takes. */
  takes: z.object({ types: z.array(z.enum(ORDER_TYPES)), products: z.array(z.enum(PRODUCTS)), after_market: z.boolean(), modify: z.boolean() }),
  phase: z.enum(['preopen', 'continuous', 'auction', 'post', 'closed']),
  phase_text: z.string(),
  limits: careLimits,
  /** Limits from the next IST day on; null where none were raised. */
  limits_next: z.nullable(careLimits),
  used: z.object({ orders: z.number(), paise: z.number() }),
  /** Until this instant the person takes no new orders of their own; null: not paused. */
  paused_until: z.nullable(z.string()),
  /** Orders nobody knows the state of, and which keep others in the same share waiting. */
  unknown: z.array(id),
  draft: z.nullable(z.object({ ticket: basketTicket, why: z.string(), at: z.string() })),
});
export type TradingDesk = z.output<typeof tradingDesk>;

/** A share or contract as a ticket needs it. Prices ₹; null where nobody knows. */
export const ticketSubject = z.object({
  symbol: z.string(),
  name: z.string(),
  contract: z.nullable(orderContract),
  exchanges: z.array(z.enum(ORDER_EXCHANGES)),
  ltp: z.nullable(z.number()),
  /** The price is too old to order by. */
  stale: z.boolean(),
  tick: z.number(),
  lot: z.number(),
  freeze: z.nullable(z.number()),
  band: z.nullable(z.object({ low: z.number(), high: z.number() })),
  /** In the ban period: orders that open or add are refused. */
  banned: z.boolean(),
});
export type TicketSubject = z.output<typeof ticketSubject>;

/** The subjects are those of the legs, one by one. */
export const checkedTicket = z.extend(ticketCheck, { subjects: z.array(ticketSubject) });
export type CheckedTicket = z.output<typeof checkedTicket>;

/** A ticket filled in by the defaults of the specification, or from a call with its levels. */
export const filledTicket = z.object({
  ticket: basketTicket,
  subjects: z.array(ticketSubject),
  from_call: z.nullable(
    z.object({
      call_id: id,
      words: z.string(),
      entry_low: z.nullable(z.number()),
      entry_high: z.nullable(z.number()),
      target: z.nullable(z.number()),
      stop_loss: z.nullable(z.number()),
      /** The published trade can't be had any more at the price now. */
      entry_passed: z.boolean(),
    }),
  ),
  check: ticketCheck,
});
export type FilledTicket = z.output<typeof filledTicket>;

/** Where the browser posts the fields, for the owner to confirm on the broker's own page. */
export const brokerPage = z.object({ url: z.string(), fields: z.array(z.object({ name: z.string(), value: z.string() })) });
export type BrokerPage = z.output<typeof brokerPage>;

/** Codes of `ask` remarks the owner has agreed to. */
export const agreed = z.array(code(40, 1)).check(z.maxLength(20));
