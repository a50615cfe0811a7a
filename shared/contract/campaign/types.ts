import * as z from 'zod/mini';
import { id, lines, text } from '../text.ts';

/** What a campaign says. Every word of it was approved as an advertisement before. */
export const campaignData = z.object({
  title: text(80, 1),
  body: lines(600, 1),
  /** Two facts at most: "30 days · ₹499 with GST". */
  facts: z.array(text(80, 1)).check(z.maxLength(2)),
  /** UTC instant; the campaign runs until then. */
  ends_at: z.iso.datetime(),
  /** Where it leads: a path of ours. Offered only where such a screen is there. */
  action: z.nullable(z.object({ label: text(40, 1), path: z.string().check(z.maxLength(200), z.regex(/^\/([\w?=&.-][\w/?=&.-]*)?$/, 'Not a path of ours')) })),
});
export type CampaignData = z.output<typeof campaignData>;

export const campaign = z.object({ id, campaign_data: campaignData });
export type Campaign = z.output<typeof campaign>;

/** As those who run campaigns see it. */
export const setCampaignData = z.object({
  ...campaign.shape,
  /** '' is our own site. */
  site: z.string(),
  approval: z.string(),
  set_at: z.string(),
  /** UTC instant it was taken back or replaced; null while it runs. */
  withdrawn_at: z.nullable(z.string()),
});
export type SetCampaign = z.output<typeof setCampaignData>;
