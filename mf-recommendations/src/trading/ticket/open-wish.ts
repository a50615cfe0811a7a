import { basketTicket } from '@vimarsh/shared/contract/trading/types.ts';
import { openDrafts } from '@vimarsh/shared/kit/drafts.ts';
import * as z from 'zod/mini';

/**
 * A wish that was sent and not answered yet, on this device. It is written before it is sent: a page that is closed or crashes in between
 * would else make a new key, and the same wish a second order.
 */
export const OPEN_WISHES = openDrafts(
  'order-wish',
  z.object({
    key: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/)),
    ticket: basketTicket,
    agreed: z.array(z.string()),
    saved_at: z.number(),
  }),
);
