import * as z from 'zod/mini';
import { route } from '../route.ts';
import { text } from '../text.ts';
import { moduleTrace } from './types.ts';

export const loadTrace = route({
  method: 'POST',
  path: '/base/v1/load-trace',
  summary: 'One beacon per page: how its modules came up. Counted, never stored with a person.',
  access: 'open',
  bearer: 'any',
  body: z.object({ set: text(80, 1), modules: z.array(moduleTrace).check(z.maxLength(20)) }),
  data: z.object({ counted: z.number() }),
});
