import { route } from '../route.ts';
import { marketsOverview } from './types.ts';

export const readMarketsOverview = route({
  method: 'GET',
  path: '/insights/v1/markets-overview',
  summary: 'Indices, movers, sectors, volatility and the calendar in one answer.',
  access: 'session',
  data: marketsOverview,
});
