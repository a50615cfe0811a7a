import * as z from 'zod/mini';
import { route } from '../route.ts';
import { text } from '../text.ts';
import { violationReport } from './types.ts';

export const reportViolation = route({
  method: 'POST',
  path: '/embed/v1/reports',
  summary: 'Browsers tell what the policy of an iframe page stopped; counted by key, day, origin and directive, nothing else is kept.',
  access: 'open',
  bearer: 'any',
  /** `page`: origin that asked for a frame, as its request said. */
  query: z.object({ access_key: text(80, 1), page: z._default(text(300), '') }),
  body: violationReport,
  data: z.object({ counted: z.number() }),
});
