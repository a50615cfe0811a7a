import * as z from 'zod/mini';
import { route } from '../route.ts';
import { text } from '../text.ts';
import { bankAccount } from './bank-account.ts';

export const listFailedRefunds = route({
  method: 'GET',
  path: '/admin/v1/refunds/failed',
  summary:
    'Refunds that the payment provider could not pay back and that are still owed, the oldest first. One that it pays back after all, asked for again by the same `id` as receipt, is in the list no more, and neither is one that our bank paid.',
  access: 'admin',
  data: z.object({
    refunds: z.array(
      z.object({
        id: z.string(),
        /** The provider’s name of the payment. */
        payment_id: z.string(),
        order_id: z.string(),
        amount_paise: z.number(),
        /** UTC instants. */
        asked_at: z.string(),
        failed_at: z.string(),
        /** Where its owner wants it instead; null while they have not said so. `saved_at`: UTC instant. */
        account: z.nullable(z.extend(bankAccount, { saved_at: z.string() })),
      }),
    ),
  }),
});

/** NOT_FOUND where no refund of that name has failed and is owed still; BAD_REQUEST names `amount_paise` where it is another sum. */
export const payFailedRefund = route({
  method: 'POST',
  path: '/admin/v1/refunds/paid',
  summary: 'Our bank paid what the payment provider could not pay back, by its reference. Once.',
  access: 'admin',
  body: z.object({ id: z.string().check(z.maxLength(40)), amount_paise: z.number().check(z.int(), z.minimum(1)), reference: text(60, 1) }),
  data: z.object({}),
});
