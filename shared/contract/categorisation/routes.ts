import { route } from '../route.ts';
import { categorised, slice } from './types.ts';

export const readCategorised = route({
  method: 'GET',
  path: '/reco/v1/categorised',
  summary: 'Calls the caller may see, counted by one or two dimensions; BROKER_LOGIN where a broker login comes first.',
  access: 'session',
  query: slice,
  data: categorised,
});
