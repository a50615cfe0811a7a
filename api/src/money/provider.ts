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
}

/** Who takes money for us. Every call may be asked again after an answer that got lost. */
export interface PaymentProvider {
  /** Ways to pay that it has; all where it names none. */
  readonly methods?: readonly PayMethod[];
  createOrder(order: ProviderOrder): Promise<NonNullable<PlanOrder['payable']>>;
  /** Takes an order out of payment. `paid`: too late, and its event is on the way. */
  close(order_id: string): Promise<'closed' | 'paid'>;
  refund(refund: { refund_id: string; payment_id: string; order_id: string; amount_paise: number }): Promise<void>;
  /** Whether the provider signed this text. */
  signed(event: string, signature: string): boolean;
  /** What a text that it signed says, as `providerEvent` reads it; null where it is nothing to us. Who has no `read` speaks like that already. `delivery` is its id of the event, which is not signed. */
  read?(event: string, delivery: string): Promise<object | null>;
}

const common = { id: z.string().check(z.minLength(1), z.maxLength(64)), order_id: z.string() };
/** What a provider tells. */
export const providerEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('payment.paid'),
    ...common,
    payment_id: z.string().check(z.minLength(1), z.maxLength(64)),
    amount_paise: z.number().check(z.int()),
    currency: z.string(),
  }),
  z.object({ kind: z.literal('payment.failed'), ...common }),
  z.object({ kind: z.literal('refund.done'), ...common, refund_id: z.string(), amount_paise: z.number() }),
]);
export type ProviderEvent = z.output<typeof providerEvent>;
