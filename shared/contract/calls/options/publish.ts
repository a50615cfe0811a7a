import * as z from 'zod/mini';
import { openedReceipt } from '../../receipt/types.ts';
import { route } from '../../route.ts';
import { id } from '../../text.ts';
import { optionCheck, optionDetail, optionDraft } from './types.ts';

// Apart from the other routes: only screens that publish carry the form of a receipt.

export const publishedOptionCall = z.extend(optionDetail, { receipt: openedReceipt.shape.receipt });

export type PublishedOptionCall = z.output<typeof publishedOptionCall>;

export const checkOptionCall = route({
  method: 'POST',
  path: '/reco/v1/options/calls/check',
  summary: 'Which publishing rules an option draft keeps or breaks, and its figures; stores nothing.',
  access: 'session',
  query: z.object({ cid: z.optional(id) }),
  body: optionDraft,
  data: optionCheck,
});

/** `cid`: made once per intent by the client; sending it again answers the first call. */
export const publishOptionCall = route({
  method: 'POST',
  path: '/reco/v1/options/calls',
  summary: 'Publish an option call. It can’t be rewritten afterwards. The answer holds its signed receipt.',
  access: 'session',
  body: z.object({ cid: id, draft: optionDraft }),
  data: publishedOptionCall,
});
