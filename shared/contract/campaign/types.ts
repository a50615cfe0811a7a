import * as z from 'zod/mini';
import { COUPON_CODE } from '../plans/coupons.ts';
import { code, id, lines, site, text } from '../text.ts';

/** What a campaign says. Every word of it was approved as an advertisement before. */
export const campaignData = z.object({
  title: text(80, 1),
  body: lines(600, 1),
  /** Two facts at most: "30 days · ₹499 with GST". */
  facts: z.array(text(80, 1)).check(z.maxLength(2)),
  /** UTC instant; the campaign runs until then. */
  ends_at: z.iso.datetime().check(z.maxLength(40)),
  /** Where it leads: a path of ours. Offered only where such a screen is there. */
  action: z.nullable(z.object({ label: text(40, 1), path: z.string().check(z.maxLength(200), z.regex(/^\/([\w?=&-][\w/?=&-]*)?$/, 'Not a path of ours')) })),
});
export type CampaignData = z.output<typeof campaignData>;

export const campaign = z.object({ id, campaign_data: campaignData });
export type Campaign = z.output<typeof campaign>;

/** Whom a campaign can be for, in the words of `AUDIENCES`. */
export const CAMPAIGN_AUDIENCES = [
  ...(['members', 'investors', 'experts', 'analysts', 'brokers', 'verifiedExperts'] as const),
  ...(['free', 'lite', 'premium', 'pro', 'buyers', 'bundled'] as const),
] as const;

/** As one admin writes it and another approves it. */
export const campaignDraft = z.object({
  /** '' is our own site. */
  site,
  audience: z.enum(CAMPAIGN_AUDIENCES),
  starts_at: z.iso.datetime('Give a UTC time such as 2026-12-01T00:00:00Z').check(z.maxLength(40)),
  /** '' for none. Its action leads to the plans, with this code filled in. */
  coupon: z.union([z.literal(''), code(40).check(z.regex(COUPON_CODE, 'A code has 4 to 20 capital letters and digits'))]),
  campaign_data: campaignData,
});
export type CampaignDraft = z.output<typeof campaignDraft>;

/** SHA-256 of a draft as canonical JSON (RFC 8785), in hex. */
export const campaignHash = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Not a SHA-256 in hex'));

/** A campaign as it is kept. Whom is named by user ids, when by UTC instants; '' and null are what has not happened. */
export const keptCampaign = z.object({
  id: z.string(),
  site: z.string(),
  audience: z.string(),
  starts_at: z.string(),
  coupon: z.string(),
  campaign_data: campaignData,
  /** Of the five above. */
  hash: z.string(),
  set_by: z.string(),
  set_at: z.string(),
  /** The reference of its approval as an advertisement. */
  approval: z.string(),
  /** What was approved: the same as `hash`, or nothing is shown. */
  approved_hash: z.string(),
  approved_by: z.string(),
  approved_at: z.nullable(z.string()),
  withdrawn_by: z.string(),
  withdrawn_at: z.nullable(z.string()),
  /** How many people it was shown to, erased accounts among them. */
  shown: z.number(),
});
export type KeptCampaign = z.output<typeof keptCampaign>;
