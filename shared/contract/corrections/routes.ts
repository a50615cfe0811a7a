import * as z from 'zod/mini';
import { optionCall } from '../calls/options/types.ts';
import { call } from '../calls/types.ts';
import { route } from '../route.ts';
import { id } from '../text.ts';
import { correction, proposal } from './types.ts';

export const listCorrections = route({
  method: 'GET',
  path: '/admin/v1/corrections',
  summary: 'Calls that prices can’t judge, corrections that wait for a second admin, and the latest that were decided.',
  access: 'admin',
  // Those of options, and ended ones of which an action was listed afterwards, are absent in older answers.
  data: z.object({
    waiting_calls: z.array(call),
    waiting_options: z.optional(z.array(optionCall)),
    late_calls: z.optional(z.array(call)),
    late_options: z.optional(z.array(optionCall)),
    corrections: z.array(correction),
  }),
});

/** Once per `cid`. BAD_REQUEST in words for what can’t be corrected so. */
export const proposeCorrection = route({
  method: 'POST',
  path: '/admin/v1/corrections',
  summary: 'Propose to correct an event of a call. Nothing changes until another admin approves.',
  access: 'admin',
  body: z.extend(proposal, { cid: id }),
  data: correction,
});

/** FORBIDDEN to who proposed it. BAD_REQUEST when the call has gone on since, or somebody has decided. */
export const decideCorrection = route({
  method: 'POST',
  path: '/admin/v1/corrections/:id/decide',
  summary:
    'Approve or refuse a correction that another admin proposed. An approved one stands in the record for ever, but that an end stands: nothing of the call changes.',
  access: 'admin',
  params: z.object({ id }),
  body: z.object({ approve: z.boolean() }),
  data: correction,
});
