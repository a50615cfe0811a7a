import * as z from 'zod/mini';
import { PERIODS, TERMS } from '../calls/types.ts';
import { PROFESSIONS } from '../identity/types.ts';
import { route } from '../route.ts';
import { id, text } from '../text.ts';
import { expertRecord, expertStore, recordGrant, STORE_SORTS } from './types.ts';

export const readExpertStore = route({
  method: 'GET',
  path: '/experts/v1/experts',
  summary: 'Experts who may publish, in neutral order, with the last year of their record as far as the site’s policy allows.',
  access: 'open',
  query: z.object({
    q: z.optional(text(60)),
    profession: z.optional(z.enum(PROFESSIONS)),
    sector: z.optional(text(40)),
    term: z.optional(z.enum(TERMS)),
    followed: z.optional(z.enum(['1'])),
    sort: z._default(z.enum(STORE_SORTS), 'neutral'),
  }),
  data: expertStore,
});

export const readExpertRecord = route({
  method: 'GET',
  path: '/experts/v1/experts/:user_id',
  summary: 'One expert and their equity record, of the calls the caller may read, as far as the site’s policy allows.',
  access: 'open',
  params: z.object({ user_id: id }),
  query: z.object({
    period: z._default(z.enum(PERIODS), '1M'),
    /** The shortest period from this one on in which enough calls ended to sum them up; of all dates where there is none. */
    widen: z.optional(z.enum(['1'])),
  }),
  data: expertRecord,
});

export const requestRecord = route({
  method: 'POST',
  path: '/experts/v1/experts/:user_id/request',
  summary: 'A client asks for an expert’s record; the request is kept, and the record can be read one-to-one for thirty days.',
  access: 'session',
  params: z.object({ user_id: id }),
  data: recordGrant,
});
