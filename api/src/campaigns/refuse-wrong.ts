import type { CampaignDraft } from '@vimarsh/shared/contract/campaign/types.ts';
import { PLANS } from '@vimarsh/shared/domain/routing/places.ts';
import { advertWords } from '@vimarsh/shared/domain/text/advert-words.ts';
import type { Partners } from '../partners/index.ts';
import { refuseField } from '../platform/platform.ts';
import type { Advertised } from './advertised.types.ts';
import { creativeWords, namesPlansIn } from './creative.ts';

interface Needs {
  readonly partners: Pick<Partners, 'byKey'>;
  readonly money: Pick<Advertised, 'couponLasts'>;
  readonly now: Date;
}

const LONGEST_MS = 92 * 24 * 3_600_000;

/** What no campaign may be, when it is drafted and once more when it is approved: time has passed, and a coupon may be gone. Throws BAD_REQUEST. */
export async function refuseWrong(
  { site, audience, starts_at, coupon, campaign_data }: Omit<CampaignDraft, 'starts_at'> & { starts_at: Date },
  { partners, money, now }: Needs,
): Promise<void> {
  const partner = partners.byKey(site);
  if (site !== '' && !partner) refuseField('site', 'There is no such site.');
  const to = new Date(campaign_data.ends_at);
  if (to <= now || to <= starts_at || to.getTime() - Math.max(starts_at.getTime(), now.getTime()) > LONGEST_MS)
    refuseField('campaign_data.ends_at', 'It ends after its start, in the future, and within three months of it.');
  if (starts_at.getTime() - now.getTime() > LONGEST_MS) refuseField('starts_at', 'It starts within the next three months.');
  for (const words of creativeWords(campaign_data)) {
    const found = advertWords(words);
    if (found) refuseField('campaign_data', `An advertisement of research must not contain ${found}.`);
  }
  const path = campaign_data.action?.path ?? '';
  if (coupon === '' && new URLSearchParams(path.split('?')[1]).has('coupon')) refuseField('coupon', 'Name the coupon that it leads to.');
  if (coupon !== '') {
    if (path.split('?')[0] !== PLANS) refuseField('campaign_data.action', 'A campaign with a coupon leads to the plans.');
    if (!(await money.couponLasts(coupon, { site, from: starts_at, to }))) refuseField('coupon', 'There is no such coupon on this site for all of this time.');
  }
  if (namesPlansIn({ coupon, campaign_data }) && (partner?.tier === 'brokerWithoutPlans' || audience === 'bundled'))
    refuseField('campaign_data', 'Customers of a broker without plans read no plan and no price.');
}
