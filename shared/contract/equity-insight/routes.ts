import * as z from 'zod/mini';
import { route } from '../route.ts';
import { symbol } from '../text.ts';
import { equityInsight, insightKey } from './types.ts';

export const readEquityInsight = route({
  method: 'GET',
  path: '/insights/v1/equity/:stock',
  summary: 'Technical insight of one stock or index, every figure with its inputs.',
  access: 'open',
  params: z.object({ stock: symbol }),
  query: z.object({ broker_access_key: insightKey }),
  data: equityInsight,
});
