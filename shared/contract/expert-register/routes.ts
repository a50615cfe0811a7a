import * as z from 'zod/mini';
import { route } from '../route.ts';
import { registeredExpert } from './types.ts';

export const readExpertRegister = route({
  method: 'GET',
  path: '/experts/v1/register',
  summary:
    'Every expert whose papers were checked, by name, with number and validity; the lapsed, the suspended and, once they have published, those under review stay in it.',
  access: 'open',
  data: z.object({ /** UTC instant of the reading. */ as_of: z.string(), experts: z.array(registeredExpert) }),
});
