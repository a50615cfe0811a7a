import * as z from 'zod/mini';
import { route } from '../route.ts';
import { code } from '../text.ts';
import { bankAccount } from './bank-account.ts';

export const listFailedRefunds = route({
  method: 'GET',
  path: '/admin/v1/refunds/failed',
  summary:
    'Refunds that the payment provider could not pay back, or has not within a week, and that are still owed, the oldest first. One that it pays back after all, asked for again by the same `id` as receipt, is in the list no more, and neither is one that our bank paid.',
  access: 'admin',
  data: z.object({
    /** How many there are in all. */
    total: z.number(),
    /** The first 200 of them. */
    refunds: z.array(
      z.object({
        id: z.string(),
        /** The provider’s name of the payment. */
        payment_id: z.string(),
        order_id: z.string(),
        amount_paise: z.number(),
        /** UTC instants. */
        asked_at: z.string(),
        /** Null where it was neither paid nor failed a week after it was asked for. */
        failed_at: z.nullable(z.string()),
        /** Where its owner wants it instead; null while they have not said so. `saved_at`: UTC instant. */
        account: z.nullable(z.extend(bankAccount, { saved_at: z.string() })),
      }),
    ),
  }),
});

/**
 * NOT_FOUND where no refund of that name has failed and is owed still; BAD_REQUEST names `amount_paise` where it is another sum, `reference` where another
 * refund was paid by it; FORBIDDEN for who is paid themselves.
 */
export const payFailedRefund = route({
  method: 'POST',
  path: '/admin/v1/refunds/paid',
  summary:
    'Our bank paid what the payment provider could not pay back: by which reference, and to the account with which last digits. Told again in the same words it counts once.',
  access: 'admin',
  body: z.object({
    id: z.string().check(z.maxLength(40)),
    amount_paise: z.number().check(z.int(), z.minimum(1)),
    reference: code(60, 1),
    /** Of the account number as it was paid, whatever its owner has changed since. */
    ends_with: code(20).check(z.regex(/^\d{4}$/, 'The last four digits of the account number')),
  }),
  data: z.object({}),
});
