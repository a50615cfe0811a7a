import * as z from 'zod/mini';
import { insightKey } from '../equity-insight/types.ts';
import { route } from '../route.ts';
import { day, symbol } from '../text.ts';
import { optionQuotes, optionsInsight, strikeInterest, volatilityIndex } from './types.ts';

export const readOptionsInsight = route({
  method: 'GET',
  path: '/insights/v1/options/:indice',
  summary: 'Option chain of an index or stock with volatilities, open interest and derived figures.',
  access: 'open',
  params: z.object({ indice: symbol }),
  query: z.object({ expiry: z.optional(day), broker_access_key: insightKey }),
  data: optionsInsight,
});

export const readOptionQuotes = route({
  method: 'GET',
  path: '/insights/v1/options/:indice/quotes',
  summary: 'Quotes of an option chain alone, with what the figures of a call on it assume.',
  access: 'open',
  params: z.object({ indice: symbol }),
  query: z.object({ expiry: z.optional(day) }),
  data: optionQuotes,
});

export const readStrikeInterest = route({
  method: 'GET',
  path: '/insights/v1/options/:indice/strikes',
  summary: 'Open interest of every strike of an expiry, from which anyone computes put-call ratios, max pain and the strikes of largest interest.',
  access: 'open',
  params: z.object({ indice: symbol }),
  query: z.object({ expiry: z.optional(day) }),
  data: strikeInterest,
});

/** What has options, for the page's choice. */
export const readOptionUnderlyings = route({
  method: 'GET',
  path: '/insights/v1/options',
  summary: 'Indices and stocks that have an option chain.',
  access: 'open',
  data: z.array(z.object({ symbol: z.string(), name: z.string(), kind: z.enum(['equity', 'index']) })),
});

/** The frame shows it on every screen, so it comes without the chain it is computed from. */
export const readVolatilityIndex = route({
  method: 'GET',
  path: '/insights/v1/volatility-index',
  summary: 'India VIX now, and how far it has moved since the close before.',
  access: 'open',
  data: volatilityIndex,
});
