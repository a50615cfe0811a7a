import * as z from 'zod/mini';
import { route } from '../route.ts';
import { code, id } from '../text.ts';
import { billingDetails, givenCoupon, invoicePlace, orderRequest, PAY_METHODS, planAccount, planOffer, planOrder, planQuote } from './types.ts';

export const readOffers = route({
  method: 'GET',
  path: '/plans/v1/offers',
  summary: 'What plans cost on this site: to experts that of experts, to everybody else those of investors. NO_PLANS where a broker pays for its customers.',
  access: 'open',
  data: z.object({ offers: z.array(planOffer), can_buy: z.boolean() }),
});

/** NO_PLANS where a broker pays for its customers. A coupon that takes nothing off is no error: the answer says why. */
export const readPlanQuotes = route({
  method: 'GET',
  path: '/plans/v1/quotes',
  summary: 'The same for the caller: what each would cost now, less a coupon and what is left of a lesser plan. `open` is an order that waits for its payment.',
  access: 'session',
  query: z.object({ coupon: z.optional(code(40)) }),
  data: z.object({
    quotes: z.array(planQuote),
    coupon: z.nullable(givenCoupon),
    place: invoicePlace,
    /** How buyers outside India are billed here; null: nothing is sold to them. */
    abroad: z.nullable(z.enum(['igst', 'lut'])),
    can_buy: z.boolean(),
    /** Live calls of what is bought now would wait for the caller's PAN. */
    pan_missing: z.boolean(),
    /** It is asked for before the payment: a plan ended without it. */
    pan_first: z.boolean(),
    /** Ways to pay that are open here. */
    methods: z.array(z.enum(PAY_METHODS)),
    open: z.nullable(planOrder),
    /** Of all accounts with the caller's PAN, where `fees_by_pan`; else of this one. */
    fees_paise: z.number(),
    fees_by_pan: z.boolean(),
    fee_cap_paise: z.number(),
  }),
});

/** FORBIDDEN for who buys no plans, RETRY where another tab orders something else; PRICE_CHANGED when it costs something else than was shown; MITC_REQUIRED, TERMS_REQUIRED, ORDER_PAYING, PAY_CLOSED, COUPON_UNKNOWN, COUPON_TAKEN and why it is refused; PAY_AWAY where the provider does not answer: the order is kept, and the same key asks again. */
export const orderPlan = route({
  method: 'POST',
  path: '/plans/v1/orders',
  summary: 'Order a plan; the server sets the price. The same key gives the same order, and a new order takes the place of an unpaid one.',
  access: 'session',
  body: orderRequest,
  data: planOrder,
});

export const readOrder = route({
  method: 'GET',
  path: '/plans/v1/orders/:id',
  summary: 'One of the caller’s orders and what became of it.',
  access: 'session',
  params: z.object({ id }),
  data: planOrder,
});

/** What the payment provider tells: `event` is its text as it was signed. EVENT_FORGED for any other. */
export const hearProvider = route({
  method: 'POST',
  path: '/plans/v1/provider_events',
  summary: 'Signed events of the payment provider: the only way to a plan.',
  access: 'open',
  bearer: 'any',
  body: z.object({ event: z.string().check(z.maxLength(20_000)), signature: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Not a signature')) }),
  data: z.object({ outcome: z.string() }),
});

export const readPlanAccount = route({
  method: 'GET',
  path: '/plans/v1/account',
  summary: 'What the caller bought, what would come back now, invoices and refunds.',
  access: 'session',
  data: planAccount,
});

/** REFUND_CHANGED when another amount would come back than was shown, NOT_FOUND for what is not running. */
export const cancelPlan = route({
  method: 'POST',
  path: '/plans/v1/cancel',
  summary: 'End a plan now; what is left of it goes back to where it came from.',
  access: 'session',
  body: z.object({ order_id: id, refund_paise: z.number().check(z.int(), z.minimum(0)) }),
  data: z.object({ refund_paise: z.number(), credit_note: z.string() }),
});

/** NOT_FOUND for what does not renew. */
export const stopRenewal = route({
  method: 'POST',
  path: '/plans/v1/renewal/stop',
  summary: 'Nothing is taken for a plan any more, at once: it stays to its end. A charge that was just on its way goes back whole.',
  access: 'session',
  body: z.object({ order_id: id }),
  data: z.object({ ends_at: z.string() }),
});

export const saveBilling = route({
  method: 'POST',
  path: '/plans/v1/billing',
  summary: 'Name, state and GST number for the invoices to come; those that were issued stay as they are.',
  access: 'session',
  body: billingDetails,
  data: billingDetails,
});

export const readInvoice = route({
  method: 'GET',
  path: '/plans/v1/invoice',
  summary: 'One of the caller’s invoices or credit notes as a PDF, in base64.',
  access: 'session',
  query: z.object({ number: z.string().check(z.regex(/^V[RC]\/\d\d-\d\d\/\d{6,12}$/, 'Not the number of an invoice')) }),
  data: z.object({ file: z.string(), pdf: z.string() }),
});
