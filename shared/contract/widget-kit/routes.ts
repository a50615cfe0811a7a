import * as z from 'zod/mini';
import { accessKeyText } from '../access-key-text.ts';
import { route } from '../route.ts';
import { keyCheck, testKey, widgetKit } from './types.ts';

export const readWidgetKit = route({
  method: 'GET',
  path: '/insights/v1/widget-kit',
  summary: 'Version and hash of the widgets’ loader, and the key of our own pages for previews.',
  access: 'open',
  data: widgetKit,
});

export const createTestKey = route({
  method: 'POST',
  path: '/insights/v1/test-keys',
  summary: 'A fresh key for trying widgets on any page, without an account: simulated data only, for 14 days.',
  access: 'open',
  bearer: 'any',
  data: testKey,
});

export const readKeyCheck = route({
  method: 'GET',
  path: '/embed/v1/check',
  summary: 'For the integration check on a partner’s page: whether the key lives, lists the page’s origin, and for what.',
  access: 'open',
  bearer: 'any',
  query: z.object({ access_key: z._default(accessKeyText, '') }),
  data: keyCheck,
});
