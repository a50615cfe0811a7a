import * as z from 'zod/mini';
import { insightKey } from '../equity-insight/types.ts';
import { route } from '../route.ts';
import { symbol } from '../text.ts';
import { candleInterval, candlesInsight } from './types.ts';

export const readCandlesInsight = route({
  method: 'GET',
  path: '/insights/v1/equity/:stock/candles',
  summary: 'Candles of one stock or index from a minute to a month, with closed public calls.',
  access: 'open',
  params: z.object({ stock: symbol }),
  query: z.object({ interval: candleInterval, broker_access_key: insightKey }),
  data: candlesInsight,
});
