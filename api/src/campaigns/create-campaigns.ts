import {
  approveCampaign,
  draftCampaign,
  exportCampaigns,
  listCampaigns,
  readCampaign,
  seenCampaign,
  withdrawCampaign,
} from '@vimarsh/shared/contract/campaign/routes.ts';
import { lineFor } from '@vimarsh/shared/domain/access/buying.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Identity } from '../identity/index.ts';
import type { Partners } from '../partners/index.ts';
import { callerOf } from '../platform/access/access.ts';
import { doneBy } from '../platform/access/audit.ts';
import { type Ctx, Fail, type Platform, refuseField } from '../platform/platform.ts';
import { ulid } from '../platform/text/id.ts';
import type { Advertised } from './advertised.types.ts';
import { archiveFrom, keptOf } from './archive.ts';
import {
  approvedOne,
  type CampaignRow,
  campaignOf,
  campaignsOf,
  forgetSeen,
  keepApproval,
  keepDraft,
  newestOnes,
  noteSeen,
  runningOn,
  seenBy,
  takeBack,
} from './campaign.store.ts';
import { hashOf, namesPlansIn, withCoupon } from './creative.ts';
import { refuseWrong } from './refuse-wrong.ts';
import { campaignsFor, type Looker } from './which-campaign.ts';

interface Deps {
  readonly identity: Pick<Identity, 'keeps'>;
  readonly partners: Pick<Partners, 'byKey'>;
  readonly money: Advertised;
  readonly clock?: () => Date;
}

const siteOf = ({ partner }: Pick<Ctx, 'partner'>): string => partner?.utm_source_str ?? '';

/** What a site tells those who are signed in, once each and one a day. One admin drafts it, another approves it; where nothing runs nothing is shown. */
export function createCampaigns(platform: Platform, { identity, partners, money, clock = () => new Date() }: Deps): void {
  const db = campaignsOf(platform.db);
  identity.keeps({
    name: 'campaigns_seen',
    of: (user_id) => db.selectFrom('campaigns_seen').select(['campaign_id', 'seen_at']).where('user_id', '=', user_id).orderBy('seen_at').execute(),
    erase: forgetSeen,
  });

  /** The first of some campaigns that the caller may be shown now. */
  async function firstFor(rows: readonly CampaignRow[], ctx: Ctx, now: Date): Promise<CampaignRow | null> {
    if (rows.length === 0) return null;
    const { user_id } = ctx.caller!;
    const looker: Looker = { caller: callerOf(ctx), now, ...(await seenBy(db, user_id, istDay(now))), paying: await money.isPaying(user_id) };
    const showable = rows.map((row) => ({ ...row, names_plans: namesPlansIn(row) }));
    for (const row of campaignsFor(showable, looker)) {
      if (hashOf(row) !== row.approved_hash) {
        platform.log.error({ campaign: row.id }, 'a campaign is not what was approved, and is not shown');
        continue;
      }
      // A code that does nothing for them is not offered to them.
      if (row.coupon === '' || (await money.couponCounts(row.coupon, { user_id, site: row.site, line: lineFor(looker.caller) }))) return row;
    }
    return null;
  }

  platform.on(readCampaign, async (_input, ctx) => {
    const now = clock();
    const found = await firstFor(await runningOn(db, siteOf(ctx), now), ctx, now);
    return found ? [{ id: found.id, campaign_data: found.campaign_data }] : [];
  });

  platform.on(seenCampaign, async ({ body: { id } }, ctx) => {
    const now = clock();
    // Of a campaign that there never was nothing is noted.
    if (!(await campaignOf(db, id))) return {};
    const row = await approvedOne(db, id);
    const shown = row?.site === siteOf(ctx) ? await firstFor([row], ctx, now) : null;
    return { first: shown !== null && (await noteSeen(db, { campaign_id: id, user_id: ctx.caller!.user_id, seen_at: now, day: istDay(now) })) };
  });

  platform.on(draftCampaign, async ({ body }, ctx) => {
    mayRun(ctx);
    const now = clock();
    const starts_at = new Date(body.starts_at);
    await refuseWrong({ ...body, starts_at }, { partners, money, now });
    const creative = { ...body, starts_at, campaign_data: withCoupon(body) };
    const [id, hash] = [ulid(), hashOf(creative)];
    await platform.transaction(async (tx) => {
      await keepDraft(tx, { id, ...creative, set_by: ctx.caller!.user_id, now });
      await platform.audit.write(tx, { ...doneBy(ctx), action: 'campaign.draft', object: id, after: hash });
    });
    return { id, hash };
  });

  platform.on(approveCampaign, async ({ body: { id, hash, approval } }, ctx) => {
    mayRun(ctx);
    const { user_id: approved_by } = ctx.caller!;
    const now = clock();
    const row = await campaignOf(db, id);
    if (!row) throw new Fail('NOT_FOUND');
    if (row.set_by === approved_by) throw new Fail('FORBIDDEN', { validation: 'Another admin has to approve what you drafted.' });
    if (hashOf(row) !== hash) refuseField('hash', 'This is not what you looked at. Read it once more.');
    await refuseWrong(row, { partners, money, now });
    await platform.transaction(async (tx) => {
      if (!(await keepApproval(tx, { id, approval, hash, approved_by, now })))
        throw new Fail('BAD_REQUEST', { validation: 'It was approved or withdrawn already.' });
      await platform.audit.write(tx, { ...doneBy(ctx), action: 'campaign.approve', object: id, after: { hash, approval } });
    });
    return {};
  });

  platform.on(withdrawCampaign, async ({ body: { id } }, ctx) => {
    mayRun(ctx);
    await platform.transaction(async (tx) => {
      if (!(await takeBack(tx, { id, withdrawn_by: ctx.caller!.user_id, now: clock() }))) throw new Fail('NOT_FOUND');
      await platform.audit.write(tx, { ...doneBy(ctx), action: 'campaign.withdraw', object: id });
    });
    return {};
  });

  platform.on(listCampaigns, async (_input, ctx) => {
    mayRun(ctx);
    return (await newestOnes(db)).map(keptOf);
  });

  platform.on(
    exportCampaigns,
    async ({ query: { after = '' } }, ctx) => {
      mayRun(ctx);
      const day = istDay(clock());
      await platform.transaction((tx) => platform.audit.write(tx, { ...doneBy(ctx), action: 'campaigns.export', object: day }));
      return archiveFrom(db, after, day);
    },
    { limit: { max: 60, perSeconds: 3600 } },
  );
}

function mayRun(ctx: Ctx): void {
  if (!may(callerOf(ctx), 'campaign.set')) throw new Fail('FORBIDDEN');
}
