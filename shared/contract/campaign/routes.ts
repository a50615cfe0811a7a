import * as z from 'zod/mini';
import { route } from '../route.ts';
import { id, site, text } from '../text.ts';
import { campaign, campaignData, setCampaignData } from './types.ts';

/** The specification’s call (S7-MISC-03, S7-MISC-04). */
export const readCampaign = route({
  method: 'GET',
  path: '/base/v1/campaign',
  summary: 'The campaign that runs on this site, unless the caller has seen it: a list of one or none.',
  access: 'session',
  data: z.array(campaign),
});

export const seenCampaign = route({
  method: 'POST',
  path: '/base/v1/campaign/seen',
  summary: 'The caller has been shown this campaign; it is not answered to them again.',
  access: 'session',
  body: z.object({ id }),
  data: z.object({}),
});

export const setCampaign = route({
  method: 'POST',
  path: '/admin/v1/campaign',
  summary: 'What a site shows from now on in place of its last campaign; null shows none. `approval` is the reference of its approval as an advertisement.',
  access: 'admin',
  body: z.object({ site, campaign_data: z.nullable(campaignData), approval: text(60) }),
  data: z.object({ id: z.nullable(id) }),
});

export const listCampaigns = route({
  method: 'GET',
  path: '/admin/v1/campaigns',
  summary: 'All campaigns of all sites, newest first, at most 200. None is ever deleted.',
  access: 'admin',
  data: z.array(setCampaignData),
});
