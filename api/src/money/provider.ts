import type { PayMethod, PlanOrder } from '@vimarsh/shared/contract/plans/types.ts';
import * as z from 'zod/mini';

/** An order as a payment provider gets it. `order_id` is ours: asked again with the same, it answers the same. */
export interface ProviderOrder {
  readonly order_id: string;
  readonly amount_paise: number;
  readonly method: PayMethod;
  /** Where the payer comes back to: a path of the site they came from, '' for the main host. */
  readonly return_to: string;
  readonly site: string;
  /** After that it is closed. */
  readonly pay_until: Date;
  /** Its payer is also asked for a mandate, of so much at most each time. */
  readonly mandate?: { readonly most_paise: number };
}

/** Charges without the payer at hand, as they agreed to once. Every call may be asked again. */
export interface Mandates {
  /** Ways to pay that carry one. */
  readonly methods: readonly PayMethod[];
  /**
   * Charges once for an order, however often it is asked; what became of it comes as the event of a payment. One that failed is over, and an order
   * that was closed before is never charged.
   */
  charge(charge: { order_id: string; mandate_id: string; amount_paise: number }): Promise<void>;
  revoke(mandate_id: string): Promise<void>;
  /** The payer’s own page of it, where there is one. */
  pageOf?(mandate_id: string): string;
}

/** A payment that a provider took for an order. */
export interface Took {
  readonly payment_id: string;
  readonly amount_paise: number;
  readonly currency: string;
}

/** Who takes money for us. Every call may be asked again after an answer that got lost. */
export interface PaymentProvider {
  /** Ways to pay that it has; all where it names none. */
  readonly methods?: readonly PayMethod[];
  /** Without it nothing renews by itself. */
  readonly mandates?: Mandates;
  createOrder(order: ProviderOrder): Promise<NonNullable<PlanOrder['payable']>>;
  /** Takes an order out of payment. `paid`: too late, and its event is on the way. */
  close(order_id: string): Promise<'closed' | 'paid'>;
  /** Payments that were taken for an order, for whom no event came. */
  payments(order_id: string): Promise<Took[]>;
  /**
   * `done`: it was asked for before and is paid back, whether or not its event came. `failed`: it was, and could not be paid back. `refused`: it takes no
   * such refund now.
   */
  refund(refund: { refund_id: string; payment_id: string; order_id: string; amount_paise: number }): Promise<'asked' | 'done' | 'failed' | 'refused'>;
  /** The setting that its signatures are checked by, where there is one. */
  readonly secretName?: string;
  /** Whether the provider signed this text. */
  signed(event: string, signature: string): boolean;
  /** What a text that it signed says, as `providerEvent` reads it; null where it is nothing to us. Who has no `read` speaks like that already. `delivery` is its id of the event, which is not signed. */
  read?(event: string, delivery: string): Promise<object | null>;
}

const name = z.string().check(z.minLength(1), z.maxLength(64));
const common = { id: name, order_id: z.string() };
/** A mandate as the provider keeps it, and the most that it charges each time. */
const mandate = z.object({ mandate_id: name, most_paise: z.number().check(z.int(), z.minimum(0)) });
export type ToldMandate = z.output<typeof mandate>;
/** What a provider tells. */
export const providerEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('payment.paid'),
    ...common,
    payment_id: name,
    amount_paise: z.number().check(z.int()),
    currency: z.string(),
    /** That came with it, for who tells both at once. */
    mandate: z.optional(mandate),
  }),
  z.object({ kind: z.literal('payment.failed'), ...common }),
  z.object({ kind: z.literal('refund.done'), ...common, refund_id: z.string(), amount_paise: z.number() }),
  z.object({ kind: z.literal('refund.failed'), ...common, refund_id: z.string() }),
  // Both name the order that the mandate was agreed to with.
  z.object({ kind: z.literal('mandate.active'), ...common, ...mandate.shape }),
  z.object({ kind: z.literal('mandate.revoked'), ...common, mandate_id: name }),
]);
export type ProviderEvent = z.output<typeof providerEvent>;
/** The same before it has an id. */
export type Untold<E = ProviderEvent> = E extends ProviderEvent ? Omit<E, 'id'> : never;
