import { listCampaigns, readCampaign, seenCampaign, setCampaign } from '@vimarsh/shared/contract/campaign/routes.ts';
import type { CampaignData } from '@vimarsh/shared/contract/campaign/types.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { forbiddenWords } from '@vimarsh/shared/domain/text/forbidden-words.ts';
import type { Identity } from '../identity/index.ts';
import type { Partners } from '../partners/index.ts';
import { callerOf } from '../platform/access.ts';
import { doneBy } from '../platform/audit.ts';
import { ulid } from '../platform/id.ts';
import { type Ctx, Fail, type Platform, refuseField } from '../platform/platform.ts';
import { allCampaigns, campaignFor, campaignsOf, noteSeen, replaceCampaign } from './campaign.store.ts';

interface Deps {
  readonly identity: Pick<Identity, 'keeps'>;
  readonly partners: Pick<Partners, 'byKey'>;
  readonly clock?: () => Date;
}

const LONGEST_MS = 92 * 24 * 3_600_000;

/** What a site tells those who are signed in, once each. Admins set it as data; where nothing is set nothing is shown. */
export function createCampaigns(platform: Platform, { identity, partners, clock = () => new Date() }: Deps): void {
  const db = campaignsOf(platform.db);
  identity.keeps({
    name: 'campaigns_seen',
    of: (user_id) => db.selectFrom('campaigns_seen').select(['campaign_id', 'seen_at']).where('user_id', '=', user_id).orderBy('seen_at').execute(),
    erase: async (tx, user_id) => void (await campaignsOf(tx).deleteFrom('campaigns_seen').where('user_id', '=', user_id).execute()),
  });

  platform.on(readCampaign, async (_input, { caller, partner }) => {
    const found = await campaignFor(db, { site: partner?.utm_source_str ?? '', user_id: caller!.user_id, now: clock() });
    return found ? [found] : [];
  });

  platform.on(seenCampaign, async ({ body: { id } }, { caller }) => {
    await noteSeen(db, { campaign_id: id, user_id: caller!.user_id, now: clock() });
    return {};
  });

  platform.on(setCampaign, async ({ body: { site, campaign_data, approval } }, ctx) => {
    mayRun(ctx);
    const now = clock();
    if (site !== '' && !partners.byKey(site)) refuseField('site', 'There is no such site.');
    if (campaign_data) refuseWrong(campaign_data, approval, now);
    const next = campaign_data && { id: ulid(), campaign_data };
    await platform.transaction(async (tx) => {
      await replaceCampaign(campaignsOf(tx), { site, next, approval, set_by: ctx.caller!.user_id, now });
      await platform.audit.write(tx, {
        ...doneBy(ctx),
        action: next ? 'campaign.set' : 'campaign.withdraw',
        object: next?.id ?? site,
        after: JSON.stringify(campaign_data),
      });
    });
    return { id: next?.id ?? null };
  });

  platform.on(listCampaigns, async (_input, ctx) => {
    mayRun(ctx);
    return (await allCampaigns(db)).map(({ id, site, campaign_data, approval, set_at, withdrawn_at }) => ({
      id,
      site,
      campaign_data,
      approval,
      set_at: set_at.toISOString(),
      withdrawn_at: withdrawn_at?.toISOString() ?? null,
    }));
  });
}

function mayRun(ctx: Ctx): void {
  if (!may(callerOf(ctx), 'campaign.set')) throw new Fail('FORBIDDEN');
}

function refuseWrong({ title, body, facts, ends_at, action }: CampaignData, approval: string, now: Date): void {
  if (approval.trim() === '') refuseField('approval', 'Give the reference of its approval as an advertisement.');
  const left = new Date(ends_at).getTime() - now.getTime();
  if (left <= 0 || left > LONGEST_MS) refuseField('campaign_data.ends_at', 'It ends within the next three months.');
  for (const words of [title, body, ...facts, action?.label ?? '']) {
    const found = forbiddenWords(words);
    if (found) refuseField('campaign_data', `An advertisement of research must not contain ${found}.`);
  }
}
