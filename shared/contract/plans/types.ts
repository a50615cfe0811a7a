import * as z from 'zod/mini';
import { GSTIN_SHAPE, readId } from '../profile/typed-id.ts';
import { code, id } from '../text.ts';
import { isGstin } from './gstin.ts';
import { ABROAD, PLACE_CODES } from './place-of-supply.ts';
import { hasPinCode, printed } from './printed.ts';
import { RENEWAL_STOPS } from './renewal-stops.ts';

const SOLD = ['Lite', 'Premium', 'Pro', 'Publisher'] as const;
export const soldPlan = z.enum(SOLD);

/** How somebody pays. CeFCoM is the exchanges’ collection of research fees: a transfer to an account of it. */
export const PAY_METHODS = ['upi', 'card', 'netbanking', 'cefcom'] as const;
export type PayMethod = (typeof PAY_METHODS)[number];

/** Whole paise, everywhere. */
const paise = z.number();

/** A plan for so many days, at a site’s price with GST. */
export const planOffer = z.object({ plan: soldPlan, days: z.number(), price_paise: paise, taxable_paise: paise, gst_paise: paise });
export type PlanOffer = z.output<typeof planOffer>;

/** What buying an offer comes to for the caller, now. */
export const planQuote = z.extend(planOffer, {
  /** What a coupon takes off the price, with GST; the fee and its GST above are what is left. */
  discount_paise: paise,
  /** What is left of a lesser plan, taken off after that. */
  credit_paise: paise,
  pay_paise: paise,
  /** UTC instants. */
  starts_at: z.string(),
  ends_at: z.string(),
  /** Why it can’t be bought, '' where it can. */
  refused: z.enum(['', 'PLAN_HELD', 'PLAN_ADVANCE', 'PLAN_CREDIT', 'FEE_CAP']),
  /** Ways to pay by which it can renew by itself; none where it can’t. */
  renews_by: z.array(z.enum(PAY_METHODS)),
});
export type PlanQuote = z.output<typeof planQuote>;

/** The code that a caller gave, and why it takes nothing off. */
export const givenCoupon = z.object({ code: z.string(), refused: z.enum(['', 'COUPON_UNKNOWN', 'COUPON_TAKEN']) });
export type GivenCoupon = z.output<typeof givenCoupon>;

/** The place of the next invoice: as last named, '' before; `fixed` by a GST number. */
export const invoicePlace = z.object({ state: z.union([z.literal(''), z.enum(PLACE_CODES)]), fixed: z.boolean() });
export type InvoicePlace = z.output<typeof invoicePlace>;

export const ORDER_STATES = ['open', 'paid', 'expired', 'replaced', 'returned'] as const;

export const planOrder = z.object({
  id: z.string(),
  plan: soldPlan,
  days: z.number(),
  price_paise: paise,
  /** '' for none. */
  coupon: z.string(),
  discount_paise: paise,
  credit_paise: paise,
  pay_paise: paise,
  method: z.enum(PAY_METHODS),
  /** `returned`: money came too late or twice, and went back. */
  state: z.enum(ORDER_STATES),
  created_at: z.string(),
  /** Until when it can be paid. */
  pay_until: z.string(),
  /** The last attempt to pay was refused; while the order is open another may follow. */
  refused: z.boolean(),
  /** Whether its buyer wants the plan to renew by itself: the provider asks them for a mandate with the payment. */
  renews: z.boolean(),
  /** Where it is paid; null when that is over, or not there yet. */
  payable: z.nullable(
    z.object({
      /** The provider’s own page. */
      page: z.string(),
      /** For UPI: what an app opens, the account it names, and the same as a picture: rows of 1 and 0. */
      upi: z.nullable(z.object({ intent: z.string(), handle: z.string(), squares: z.array(z.string()) })),
    }),
  ),
  /** Why the plan it gave ended before its time; '' while it has not. */
  ended: z.enum(['', 'upgraded', 'cancelled']),
  /** UTC instants of the plan it gave; null before. */
  starts_at: z.nullable(z.string()),
  ends_at: z.nullable(z.string()),
  /** It was paid, and its live calls wait for the PAN of its buyer. */
  pan_missing: z.boolean(),
});
export type PlanOrder = z.output<typeof planOrder>;

/** `pay_paise` is what the screen showed: nothing else is ever asked for. `key` is made once per press of the button. */
export const orderRequest = z.object({
  plan: soldPlan,
  days: z.number().check(z.int(), z.minimum(1), z.maximum(365)),
  pay_paise: z.number().check(z.int(), z.minimum(0)),
  method: z.enum(PAY_METHODS),
  /** Version of the most important terms that were agreed to: with an investor’s plan. */
  mitc_version: z.optional(z.string().check(z.maxLength(20))),
  /** Version of the terms for experts that were agreed to: with the Publisher plan. */
  terms_version: z.optional(z.string().check(z.maxLength(20))),
  coupon: z.optional(code(40)),
  /** The most that may be taken each time the plan renews by itself, as the screen showed it: the list price. Left out where it shall not. */
  renew_paise: z.optional(z.number().check(z.int(), z.minimum(1))),
  /** Where the buyer is: an invoice must say it, for GST goes to that state, and abroad it is an export. A GST number says it by itself. */
  place: z.enum(PLACE_CODES, 'Choose your state'),
  key: id,
});

export const INVOICE_KINDS = ['invoice', 'credit_note'] as const;

export const invoice = z.object({
  number: z.string(),
  kind: z.enum(INVOICE_KINDS),
  /** The invoice that a credit note takes back; '' for an invoice. */
  about: z.string(),
  issued_at: z.string(),
  plan: soldPlan,
  days: z.number(),
  taxable_paise: paise,
  gst_paise: paise,
  total_paise: paise,
});
export type Invoice = z.output<typeof invoice>;

/** What a person wants on their invoices. Without a GST number they are billed as somebody who is not registered. */
export const billingDetails = z
  .object({
    name: printed(100, 'Write the name in Latin letters, as on your PAN card').check(z.minLength(1, 'Field is required')),
    /** With its PIN code. An invoice to a business must have it. */
    address: printed(200, 'Write the address in Latin letters'),
    /** Code of the place of supply in GST: the state, or outside India. */
    state: z.enum(PLACE_CODES, 'Choose your state'),
    /** Outside India: an invoice for an export names it. */
    country: z._default(printed(60, 'Write the country in Latin letters'), ''),
    gstin: z.string().check(
      z.overwrite<string>((value) => readId(value, GSTIN_SHAPE)),
      z.maxLength(40),
      z.refine((value) => value === '' || isGstin(value), 'This is no GST number: compare its 15 characters'),
    ),
  })
  .check(
    z.refine(({ address, gstin }) => gstin === '' || hasPinCode(address), {
      path: ['address'],
      message: 'With a GST number an invoice needs the address with its PIN code',
    }),
  )
  .check(
    z.refine(({ state, address }) => state !== ABROAD || address !== '', {
      path: ['address'],
      message: 'An invoice to a buyer outside India needs the address',
    }),
  )
  .check(
    z.refine(({ state, country }) => state !== ABROAD || (country !== '' && !/^(?:the )?(?:republic of )?india$|^bharat$/i.test(country)), {
      path: ['country'],
      message: 'Write the country where you are',
    }),
  )
  .check(
    z.refine(({ state, gstin }) => gstin === '' || gstin.startsWith(state), { path: ['gstin'], message: 'A GST number begins with the code of its state' }),
  );
export type BillingDetails = z.output<typeof billingDetails>;

/** A plan that was paid for and has not ended. */
export const boughtPlan = z.object({
  order_id: z.string(),
  plan: soldPlan,
  days: z.number(),
  starts_at: z.string(),
  ends_at: z.string(),
  total_paise: paise,
  /** Of that, what was left of a lesser plan and was not paid anew. */
  credit_paise: paise,
  /** What would come back if it were cancelled now, and for how many days. */
  refund_paise: paise,
  unused_days: z.number(),
  /** Its live calls wait for a PAN. Days on which they did are not charged, seven at most; `paused_days` are those that are over. */
  pan_missing: z.boolean(),
  paused_days: z.number(),
});
export type BoughtPlan = z.output<typeof boughtPlan>;

/** How a plan renews by itself, or why it does not any more. */
export const planRenewal = z.object({
  /** The order that it was agreed to with. */
  order_id: z.string(),
  plan: soldPlan,
  days: z.number(),
  method: z.enum(PAY_METHODS),
  /** The most that is taken each time, with GST. */
  most_paise: paise,
  /** Whether the bank has said yes: until then nothing is renewed. */
  active: z.boolean(),
  /** When the plan ends that it follows. UTC instants. */
  ends_at: z.string(),
  /** The next charge, once it is announced. */
  next: z.nullable(z.object({ pay_paise: paise, charge_at: z.string() })),
  /** The payer’s own page of it at the bank, '' for none. */
  page: z.string(),
  /** '' while it goes on. */
  stopped: z.enum(['', ...RENEWAL_STOPS]),
});
export type PlanRenewal = z.output<typeof planRenewal>;

export const planAccount = z.object({
  plans: z.array(boughtPlan),
  /** Investors’ plans that were given, as by a reward, and until when: nothing of them would come back. */
  given: z.array(z.object({ plan: soldPlan, ends_at: z.string() })),
  /** Of plans that have not ended, or only just. */
  renewals: z.array(planRenewal),
  /** What stands on invoices from now on; null until it is written. */
  billing: z.nullable(billingDetails),
  /** Newest first. */
  invoices: z.array(invoice),
  refunds: z.array(
    z.object({
      id: z.string(),
      /** Whose money it is. */
      plan: soldPlan,
      amount_paise: paise,
      reason: z.enum(['cancelled', 'late', 'twice', 'amount']),
      /** `failed`: the provider could not pay it back, and it is owed all the same. `by_bank`: it was, and our bank paid it instead. */
      state: z.enum(['asked', 'done', 'failed', 'by_bank']),
      asked_at: z.string(),
      /** Of `by_bank`, otherwise null: to which account (its last digits; '' where none was noted), when (UTC instant) and by which reference. */
      by_bank: z.nullable(z.object({ ends_with: z.string(), paid_at: z.string(), reference: z.string() })),
    }),
  ),
  /** The last digits of the account that a refund goes to where it can't go back the way it was paid; null where none is given. */
  refund_account: z.nullable(z.string()),
  /** Fees of the last 365 days without GST, of the most that a family may pay. */
  fees_paise: paise,
  fee_cap_paise: paise,
});
export type PlanAccount = z.output<typeof planAccount>;
