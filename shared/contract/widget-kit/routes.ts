import * as z from 'zod/mini';
import { route } from '../route.ts';
import { text } from '../text.ts';
import { keyCheck, widgetKit } from './types.ts';

export const readWidgetKit = route({
  method: 'GET',
  path: '/insights/v1/widget-kit',
  summary: 'Version and hash of the widgets’ loader, and the key of our own pages for previews.',
  access: 'open',
  data: widgetKit,
});

export const readKeyCheck = route({
  method: 'GET',
  path: '/embed/v1/check',
  summary: 'For the integration check on a partner’s page: whether the key lives, lists the page’s origin, and for what.',
  access: 'open',
  bearer: 'any',
  query: z.object({ access_key: z._default(text(80), '') }),
  data: keyCheck,
});
