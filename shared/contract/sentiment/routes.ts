import * as z from 'zod/mini';
import { route } from '../route.ts';
import { symbol } from '../text.ts';
import { marketSentiment, sentiment } from './types.ts';

export const readMarketSentiment = route({
  method: 'GET',
  path: '/insights/v1/market-sentiment',
  summary: 'Sentiment of the whole market and by sector.',
  access: 'open',
  data: marketSentiment,
});

export const readSentiment = route({
  method: 'GET',
  path: '/insights/v1/sentiment/:stock_code',
  summary: 'Sentiment of one stock (portal).',
  access: 'open',
  params: z.object({ stock_code: symbol }),
  data: sentiment,
});
