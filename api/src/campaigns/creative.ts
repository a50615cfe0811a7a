import { createHash } from 'node:crypto';
import type { CampaignDraft } from '@vimarsh/shared/contract/campaign/types.ts';
import { canonicalJson } from '@vimarsh/shared/domain/calls/ledger.ts';
import { PLANS } from '@vimarsh/shared/domain/routing/places.ts';
import { namesPlans } from '@vimarsh/shared/domain/text/names-plans.ts';

/** What two people look at before anybody else does: where it runs, for whom, from when, with which code, and each word. */
export type Creative = Pick<CampaignDraft, 'site' | 'audience' | 'coupon' | 'campaign_data'> & { readonly starts_at: Date };

export const hashOf = ({ site, audience, starts_at, coupon, campaign_data }: Creative): string =>
  createHash('sha256')
    .update(canonicalJson({ site, audience, starts_at: starts_at.toISOString(), coupon, campaign_data }))
    .digest('hex');

export const creativeWords = ({ title, body, facts, action }: CampaignDraft['campaign_data']): string[] => [title, body, ...facts, action?.label ?? ''];

/** Whether it names a plan or a price, or leads to them: customers of a broker without plans are not shown it. */
export const namesPlansIn = ({ coupon, campaign_data }: Pick<CampaignDraft, 'coupon' | 'campaign_data'>): boolean =>
  coupon !== '' || campaign_data.action?.path.startsWith(PLANS) === true || creativeWords(campaign_data).some(namesPlans);

/** With a coupon its action leads to the plans, where that code is filled in. What is approved is what is shown. */
export const withCoupon = ({ coupon, campaign_data }: Pick<CampaignDraft, 'coupon' | 'campaign_data'>): CampaignDraft['campaign_data'] =>
  coupon === '' || !campaign_data.action ? campaign_data : { ...campaign_data, action: { ...campaign_data.action, path: `${PLANS}?coupon=${coupon}` } };
