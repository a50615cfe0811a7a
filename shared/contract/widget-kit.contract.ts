import * as z from 'zod/mini';
import { route } from './route.ts';
import { text } from './text.ts';
import { blockedCount } from './widget-report.contract.ts';

/** What a partner's developer needs beside the page's own address to write a snippet. */
export const widgetKit = z.object({
  /** Version that `v1.js` points at; '' before the widgets were built. */
  version: z.string(),
  /** The loader of just this version, which never changes, and its hash. */
  pinned: z.object({ path: z.string(), integrity: z.string() }),
  /** The key of our own pages, for the preview. */
  preview_key: z.string(),
});
export type WidgetKit = z.output<typeof widgetKit>;

export const readWidgetKit = route({
  method: 'GET',
  path: '/insights/v1/widget-kit',
  summary: 'Version and hash of the widgets’ loader, and the key of our own pages for previews.',
  access: 'open',
  data: widgetKit,
});

/** How a key stands on the page that asks. Which widgets it has, and what browsers stopped, is told on its own origins only. */
export const keyCheck = z.object({
  state: z.enum(['active', 'missing', 'unknown', 'revoked', 'expired']),
  listed: z.boolean(),
  widgets: z.array(z.string()),
  /** Of the last seven days. */
  blocked: z.array(blockedCount),
});
export const readKeyCheck = route({
  method: 'GET',
  path: '/embed/v1/check',
  summary: 'For the integration check on a partner’s page: whether the key lives, lists the page’s origin, and for what.',
  access: 'open',
  query: z.object({ access_key: z._default(text(80), '') }),
  data: keyCheck,
});
