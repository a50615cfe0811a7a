import * as z from 'zod/mini';
import { route } from '../route.ts';
import { pageRelease } from './types.ts';

export const liveReleases = route({
  method: 'GET',
  path: '/base/v1/releases',
  summary: 'Which combination of releases a page would be made of now; a tab compares it with its own.',
  access: 'open',
  data: z.object({
    id: z.string(),
    /** Releases of root-config and `shared` that were live before, for a tab in which the live ones do not start. */
    previous: z.optional(z.record(z.string(), pageRelease)),
  }),
});
