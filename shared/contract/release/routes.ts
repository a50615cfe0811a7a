import * as z from 'zod/mini';
import { route } from '../route.ts';

export const liveReleases = route({
  method: 'GET',
  path: '/base/v1/releases',
  summary: 'Which combination of releases a page would be made of now; a tab compares it with its own.',
  access: 'open',
  data: z.object({ id: z.string() }),
});
