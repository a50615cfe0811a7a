import * as z from 'zod/mini';
import { callDraft } from '../calls/types.ts';
import { route } from '../route.ts';
import { id } from '../text.ts';
import { openedReceipt, publishedCall } from './types.ts';

// Apart from the other routes of calls: only screens that publish or check carry the form of a receipt.

/** `cid`: made once per intent by the client; sending it again answers the first call. */
export const publishCall = route({
  method: 'POST',
  path: '/reco/v1/calls',
  summary: 'Publish an equity call. It can’t be rewritten afterwards. The answer holds its signed receipt.',
  access: 'session',
  body: z.object({ cid: id, draft: callDraft }),
  data: publishedCall,
});

export const readReceipts = route({
  method: 'GET',
  path: '/reco/v1/calls/:id/receipts',
  summary: 'The signed receipts of one call’s events, in their order.',
  access: 'open',
  params: z.object({ id }),
  data: z.array(openedReceipt),
});
