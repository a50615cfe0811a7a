import * as z from 'zod/mini';
import { route } from '../route.ts';
import { text } from '../text.ts';

// Apart from the other routes of experts and their types: every list of calls carries it.

/** Calls that are never added up: those on shares, option calls whose loss is limited, and those measured on an estimated margin. */
export const LINE_POOLS = ['shares', 'limited', 'margin'] as const;

export type LinePool = (typeof LINE_POOLS)[number];

/**
 * What an author's ended calls of one pool made, in as few figures as can’t mislead. `average`: % after costs for a follower, of `averaged` calls,
 * as a follower’s prices are not known for each; of option calls in % of what was at risk. Null where too few ended, or no price is known.
 */
export const authorLine = z.object({
  user_id: z.string(),
  of: z.enum(LINE_POOLS),
  n: z.number(),
  gained: z.number(),
  lost: z.number(),
  too_few: z.boolean(),
  average: z.nullable(z.number()),
  averaged: z.number(),
  /** How many would have gained by chance alone, in whole calls; null where that is not known. */
  chance: z.nullable(z.object({ low: z.number(), high: z.number() })),
});

export type AuthorLine = z.output<typeof authorLine>;

/** The most authors of one question. */
export const MOST_LINES = 100;

const authors = text(MOST_LINES * 65, 1).check(z.regex(/^[\w-]{1,64}(,[\w-]{1,64}){0,99}$/, `Ids of at most ${MOST_LINES} authors`));

export const readAuthorLines = route({
  method: 'GET',
  path: '/experts/v1/lines',
  summary:
    'What the calls of these authors that ended within a year made, a line each, of the calls the caller may read; none where the site’s policy forbids figures.',
  access: 'open',
  query: z.object({ authors, of: z.enum(['shares', 'options']) }),
  data: z.object({
    allowed: z.boolean(),
    mode: z.enum(['demo', 'parrva', 'client_request', 'off']),
    disclaimer: z.string(),
    as_of: z.string(),
    lines: z.array(authorLine),
  }),
});
