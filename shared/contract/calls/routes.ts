import * as z from 'zod/mini';
import { CAPS } from '../market/types.ts';
import { route } from '../route.ts';
import { count, id, instant, price, symbol, text } from '../text.ts';
import { ownAnalytics, platformAnalytics } from './analytics.ts';
import { audit } from './audit.ts';
import { exitRoute, noteRoute, postMortemRoute } from './author-routes.ts';
import { desk } from './desk.ts';
import { expertCard } from './expert-card.ts';
import { owedList, postMortems } from './post-mortems.ts';
import { publicView } from './public-view.ts';
import {
  alreadyPublished,
  CALL_STATUSES,
  CALL_TYPES,
  callDetail,
  callDraft,
  callPage,
  callProof,
  ledger,
  PERIODS,
  performance,
  ruleResult,
  TERMS,
} from './types.ts';
import { witnessed } from './witnesses.ts';

const filters = {
  stock: z.optional(symbol),
  user_id: z.optional(id),
  sector: z.optional(text(40)),
  cap: z.optional(z.enum(CAPS)),
  term: z.optional(z.enum(TERMS)),
  call_type: z.optional(z.enum(CALL_TYPES)),
  status: z.optional(z.enum(CALL_STATUSES)),
  period: z.optional(z.enum(PERIODS)),
  sort: z._default(z.enum(['newest', 'oldest', 'potential', 'result']), 'newest'),
  /** `as_of` of an earlier answer whose order stays: open calls whose entry has passed stand last, and prices move. */
  order_at: z.optional(instant),
};

/** The most stocks whose calls are asked for at once: those of one watchlist. */
export const MOST_STOCKS = 50;
const stocks = text(MOST_STOCKS * 21, 1).check(
  z.regex(/^[A-Z0-9][A-Z0-9&-]{0,19}(,[A-Z0-9][A-Z0-9&-]{0,19}){0,49}$/, `At most ${MOST_STOCKS} trading symbols`),
);

export const listCalls = route({
  method: 'GET',
  path: '/reco/v1/calls',
  summary: 'Live or past equity calls of all experts, as far as the caller’s plan shows them.',
  access: 'open',
  query: z.object({
    view: z._default(z.enum(['live', 'past']), 'live'),
    ...filters,
    /** Calls on any of these, such as those of a watchlist. */
    stocks: z.optional(stocks),
    followed: z.optional(z.enum(['1'])),
    /** Live calls that can still be entered: `1` these alone, `first` these where there are any, else all. */
    enter: z.optional(z.enum(['1', 'first'])),
    cursor: z.optional(text(200)),
    limit: count(50, 20),
  }),
  data: callPage,
});

export const myCalls = route({
  method: 'GET',
  path: '/reco/v1/mine',
  summary: 'An expert’s own calls, or calls of the experts an investor follows.',
  access: 'session',
  query: z.object({ tab: z._default(z.enum(['open', 'closed', 'cancelled']), 'open'), ...filters, cursor: z.optional(text(200)), limit: count(50, 20) }),
  data: callPage,
});

export const readCall = route({
  method: 'GET',
  path: '/reco/v1/calls/:id',
  summary: 'One call with rationale, disclosures and its events.',
  access: 'open',
  params: z.object({ id }),
  data: callDetail,
});

export const readProof = route({
  method: 'GET',
  path: '/reco/v1/calls/:id/proof',
  summary: 'Hash chain, signatures and Merkle paths of one call.',
  access: 'open',
  params: z.object({ id }),
  data: callProof,
});

export const readLedger = route({ method: 'GET', path: '/reco/v1/ledger', summary: 'Daily signed roots of all call events.', access: 'open', data: ledger });

export const readAudit = route({
  method: 'GET',
  path: '/reco/v1/ledger/audit',
  summary: 'The server’s latest check of the whole record since its start; null before the first is finished.',
  access: 'open',
  data: z.object({ latest: z.nullable(audit) }),
});

export const readWitnesses = route({
  method: 'GET',
  path: '/reco/v1/ledger/witnesses',
  summary: 'The latest signed head of the log, and which witnesses co-signed or refused it.',
  access: 'open',
  data: witnessed,
});

export const checkCall = route({
  method: 'POST',
  path: '/reco/v1/calls/check',
  summary: 'Which publishing rules a draft keeps or breaks; stores nothing.',
  access: 'session',
  query: z.object({ cid: z.optional(id) }),
  body: callDraft,
  data: z.object({
    rules: z.array(ruleResult),
    publishable: z.boolean(),
    potential_return: z.number(),
    risk_reward: z.number(),
    recipients: z.number(),
    already: alreadyPublished,
  }),
});

/** Publishing is in `receipt/routes.ts`. `cid`, here too: made once per intent by the client; sending it again answers the first call. */
export const tightenStop = route({
  method: 'POST',
  path: '/reco/v1/calls/:id/tighten',
  summary: 'Move the stop-loss towards profit (at most five times).',
  access: 'expert',
  params: z.object({ id }),
  body: z.object({ stop_loss: price, cid: id }),
  data: callDetail,
});

export const exitCall = exitRoute({ path: '/reco/v1/calls/:id/exit', summary: 'Ask for an early exit at the next price.', data: callDetail });

export const addNote = noteRoute({ path: '/reco/v1/calls/:id/note', summary: 'Add a note to a call’s timeline.', data: callDetail });

export const postMortemCall = postMortemRoute({
  path: '/reco/v1/calls/:id/post-mortem',
  summary: 'Say what was learnt from a call that has ended, once.',
  data: callDetail,
});

export const readPostMortems = route({
  method: 'GET',
  path: '/reco/v1/post-mortems',
  summary: 'How many of an expert’s stopped calls, of those the caller may read, have their post-mortem, and how many miss it.',
  access: 'open',
  query: z.object({ user_id: id }),
  data: postMortems,
});

export const owedPostMortems = route({
  method: 'GET',
  path: '/reco/v1/post-mortems/owed',
  summary: 'The caller’s own stopped calls without a post-mortem, the one due first on top.',
  access: 'expert',
  data: owedList,
});

export const readDesk = route({
  method: 'GET',
  path: '/reco/v1/desk',
  summary: 'The caller’s own desk: experts they follow, their own work if they are one, and what happened to the calls of either.',
  access: 'session',
  query: z.object({ period: z._default(z.enum(PERIODS), '1M') }),
  data: desk,
});

export const readOwnAnalytics = route({
  method: 'GET',
  path: '/reco/v1/own-analytics',
  summary: 'An author’s own equity calls in the last twelve months: by month and outcome, by distance of the stop-loss, and their followers.',
  access: 'expert',
  data: ownAnalytics,
});

export const readPlatformAnalytics = route({
  method: 'GET',
  path: '/reco/v1/platform-analytics',
  summary: 'All equity calls in the last twelve months by month and outcome, open ones by term and sector, experts and followers; for admins.',
  access: 'admin',
  data: platformAnalytics,
});

export const listExperts = route({
  method: 'GET',
  path: '/reco/v1/experts',
  summary: 'Experts in neutral order (daily shuffle).',
  access: 'open',
  query: z.object({ limit: count(50, 24) }),
  data: z.array(expertCard),
});

export const readPerformance = route({
  method: 'GET',
  path: '/reco/v1/performance',
  summary: 'Performance of one expert, or of all, as far as the site’s policy allows.',
  access: 'open',
  query: z.object({ user_id: z.optional(id), term: z.optional(z.enum(TERMS)), period: z._default(z.enum(PERIODS), '1M') }),
  data: performance,
});

export const readPublicView = route({
  method: 'GET',
  path: '/reco/v1/public',
  summary: 'What a visitor sees before sign-up.',
  access: 'open',
  data: publicView,
});
