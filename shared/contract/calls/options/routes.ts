import * as z from 'zod/mini';
import { route } from '../../route.ts';
import { count, day, id, symbol, text } from '../../text.ts';
import { exitRoute, noteRoute, postMortemRoute } from '../author-routes.ts';
import { CALL_STATUSES, PERIODS } from '../types.ts';
import { OUTLOOKS, optionDetail, optionPage, optionPerformance, STRATEGIES, UNDERLYING_TYPES } from './types.ts';

const filters = {
  stock: z.optional(symbol),
  user_id: z.optional(id),
  expiry: z.optional(day),
  strategy: z.optional(z.enum(STRATEGIES)),
  outlook: z.optional(z.enum(OUTLOOKS)),
  underlying_type: z.optional(z.enum(UNDERLYING_TYPES)),
  defined_risk: z.optional(z.enum(['1'])),
  status: z.optional(z.enum(CALL_STATUSES)),
  period: z.optional(z.enum(PERIODS)),
  sort: z._default(z.enum(['newest', 'oldest', 'result']), 'newest'),
  cursor: z.optional(text(200)),
  limit: count(50, 20),
};

export const listOptionCalls = route({
  method: 'GET',
  path: '/reco/v1/options/calls',
  summary: 'Live or past option calls of all experts, as far as the caller’s plan shows them.',
  access: 'open',
  query: z.object({
    view: z._default(z.enum(['live', 'past']), 'live'),
    followed: z.optional(z.enum(['1'])),
    /** Live calls that can still be entered: `1` these alone, `first` these where there are any, else all. */
    enter: z.optional(z.enum(['1', 'first'])),
    ...filters,
  }),
  data: optionPage,
});

export const myOptionCalls = route({
  method: 'GET',
  path: '/reco/v1/options/mine',
  summary: 'An expert’s own option calls, or those of the experts an investor follows.',
  access: 'session',
  query: z.object({ tab: z._default(z.enum(['open', 'closed', 'cancelled']), 'open'), ...filters }),
  data: optionPage,
});

/** Its proof and receipts are read as those of any call. */
export const readOptionCall = route({
  method: 'GET',
  path: '/reco/v1/options/calls/:id',
  summary: 'One option call with its legs, rationale, disclosures and events.',
  access: 'open',
  params: z.object({ id }),
  data: optionDetail,
});

export const readOptionPerformance = route({
  method: 'GET',
  path: '/reco/v1/options/performance',
  summary: 'Results of option calls by return on risk, apart from equity, as far as the site’s policy allows.',
  access: 'open',
  query: z.object({ user_id: z.optional(id), period: z._default(z.enum(PERIODS), '1M') }),
  data: optionPerformance,
});

/** Publishing is in `publish.ts`. `cid`: made once per intent by the client; sending it again answers the first call. */
export const tightenOptionStop = route({
  method: 'POST',
  path: '/reco/v1/options/calls/:id/tighten',
  summary: 'Move the stop-loss of an option call towards profit (at most five times).',
  access: 'expert',
  params: z.object({ id }),
  body: z.object({ stop_loss: z.number().check(z.gte(-1_000_000_000), z.lte(1_000_000_000)), cid: id }),
  data: optionDetail,
});

export const exitOptionCall = exitRoute({
  path: '/reco/v1/options/calls/:id/exit',
  summary: 'Ask for an early exit of an option call: all legs close at one moment.',
  data: optionDetail,
});

export const noteOptionCall = noteRoute({
  path: '/reco/v1/options/calls/:id/note',
  summary: 'Add a note to an option call’s timeline.',
  data: optionDetail,
});

export const postMortemOptionCall = postMortemRoute({
  path: '/reco/v1/options/calls/:id/post-mortem',
  summary: 'Say what was learnt from an option call that has ended, once.',
  data: optionDetail,
});
