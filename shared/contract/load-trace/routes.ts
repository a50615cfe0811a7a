import * as z from 'zod/mini';
import { route } from '../route.ts';
import { text } from '../text.ts';
import { moduleTrace } from './types.ts';

/** Modules of one page at most. */
const MOST_MODULES = 20;
/** A set is named by a hash of ten signs for each module, with hyphens between them. */
const LONGEST_SET = MOST_MODULES * 11 - 1;

export const loadTrace = route({
  method: 'POST',
  path: '/base/v1/load-trace',
  summary: 'One beacon per page: how its modules came up. Counted, never stored with a person.',
  access: 'open',
  bearer: 'any',
  body: z.object({ set: text(LONGEST_SET, 1), modules: z.array(moduleTrace).check(z.maxLength(MOST_MODULES)) }),
  data: z.object({ counted: z.number() }),
});
