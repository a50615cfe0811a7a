import * as z from 'zod/mini';
import { route } from '../route.ts';
import { id, text } from '../text.ts';
import { campaign, campaignDraft, campaignHash, keptCampaign } from './types.ts';

/** The specification’s call (S7-MISC-03, S7-MISC-04). */
export const readCampaign = route({
  method: 'GET',
  path: '/base/v1/campaign',
  summary:
    'The campaign for the caller on this site now: a list of one or none. None while they pay, once they have seen one on this day of India’s calendar, and of a campaign that they have seen before.',
  access: 'session',
  data: z.array(campaign),
});

export const seenCampaign = route({
  method: 'POST',
  path: '/base/v1/campaign/seen',
  summary:
    'The caller is about to be shown this campaign; it is not answered to them again, and no other on this day. `first` is false where it must not be shown: another tab has shown one today, or it does not run any more.',
  access: 'session',
  body: z.object({ id }),
  data: z.object({ first: z.optional(z.boolean()) }),
});

/** BAD_REQUEST names what does not hold. */
export const draftCampaign = route({
  method: 'POST',
  path: '/admin/v1/campaigns',
  summary: 'Draft a campaign. What it says never changes: another wording is another draft. Nothing is shown until another admin approves it.',
  access: 'admin',
  body: campaignDraft,
  data: z.object({ id, hash: campaignHash }),
});

/** FORBIDDEN to its author, NOT_FOUND; BAD_REQUEST where it is not what the approver looked at, or was decided on. */
export const approveCampaign = route({
  method: 'POST',
  path: '/admin/v1/campaigns/approve',
  summary: 'Approve a draft of another admin: `hash` is of what the approver looked at, `approval` the reference of its approval as an advertisement.',
  access: 'admin',
  body: z.object({ id, hash: campaignHash, approval: text(60, 1) }),
  data: z.object({}),
});

/** NOT_FOUND for one that there is not, or not any more. */
export const withdrawCampaign = route({
  method: 'POST',
  path: '/admin/v1/campaigns/withdraw',
  summary: 'Take a draft or a campaign back at once. One admin is enough.',
  access: 'admin',
  body: z.object({ id }),
  data: z.object({}),
});

export const listCampaigns = route({
  method: 'GET',
  path: '/admin/v1/campaigns',
  summary: 'Drafts and campaigns of all sites, newest first, at most 200.',
  access: 'admin',
  data: z.array(keptCampaign),
});

export const exportCampaigns = route({
  method: 'GET',
  path: '/admin/v1/campaigns/archive',
  summary:
    'Every draft and campaign there ever was, oldest first, as CSV and as JSON: what it said, who drafted, approved and withdrew it and when, and how many it was shown to. None is ever deleted. `next` is where the next part begins, ’’ at the end.',
  access: 'admin',
  query: z.object({ after: z.optional(id) }),
  data: z.object({ file: z.string(), csv: z.string(), campaigns: z.array(keptCampaign), next: z.string() }),
});
