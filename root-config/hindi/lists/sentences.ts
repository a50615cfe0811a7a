import type { Sentences } from '../translate.ts';
import { CALL_DRAWER } from './call-drawer.ts';
import { MF_AUTH } from './mf-auth.ts';
import { MF_RECOMMENDATIONS } from './mf-recommendations.ts';
import { SERVER } from './server.ts';
import { SHARED } from './shared.ts';
import { SHELL } from './shell.ts';

/** Every list of the portal, by the module that says it. Where two have the same English, they have the same Hindi. */
export const LISTS: Readonly<Record<string, Sentences>> = {
  shared: SHARED,
  shell: SHELL,
  'mf-auth': MF_AUTH,
  'mf-recommendations': MF_RECOMMENDATIONS,
  'call-drawer': CALL_DRAWER,
  server: SERVER,
};
